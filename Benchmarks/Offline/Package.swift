// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of Cardan never resolve or build it.
let package = Package(
  name: "offline-benchmarks",
  dependencies: [.package(name: "cardan", path: "../..")],
  targets: [
    .executableTarget(
      name: "offline-benchmarks",
      dependencies: [
        .product(name: "Cardan", package: "cardan"),
        .product(name: "CardanHost", package: "cardan"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
