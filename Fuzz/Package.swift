// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of Cardan never resolve or build it. `run` builds it with the flags of libFuzzer.
let package = Package(
  name: "cardan-fuzz",
  dependencies: [.package(name: "cardan", path: "..")],
  targets: [
    // Declarations of libFuzzer, which the driver of the compiler links, and its start.
    .target(name: "CLibFuzzer"),
    .executableTarget(
      name: "cardan-fuzz",
      dependencies: [
        "CLibFuzzer",
        .product(name: "CardanCore", package: "cardan"),
        .product(name: "CardanLogs", package: "cardan"),
      ], path: "Sources/CardanFuzz", swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ],
  swiftLanguageModes: [.v6]
)
