// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses Cardan resolves or builds it.
let package = Package(
  name: "cardan-benchmarks",
  dependencies: [.package(name: "cardan", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "cardan-benchmarks",
      dependencies: [
        "AllocationCounter",
        .product(name: "Cardan", package: "cardan"),
        .product(name: "CardanHost", package: "cardan"),
      ]),
    .executableTarget(
      name: "motion-latency",
      dependencies: [
        .product(name: "Cardan", package: "cardan"),
        .product(name: "CardanHost", package: "cardan"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
