// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of Cardan never resolve or build it.
let package = Package(
  name: "cardan-benchmarks",
  dependencies: [.package(name: "cardan", path: "..")],
  targets: [
    // C: allocations, processor time, instructions.
    .target(name: "Counters"),
    // The hot loop of every filter. Needs the core and its lanes alone, so that counting instructions is soon built.
    .target(
      name: "FilterRuns",
      dependencies: [
        .product(name: "CardanCore", package: "cardan"),
        .product(name: "CardanLanes", package: "cardan"),
        .product(name: "MotionSimulation", package: "cardan"),
      ]),
    // Stripped: valgrind stumbles over the newest debug information.
    .executableTarget(
      name: "cardan-counts", dependencies: ["Counters", "FilterRuns"],
      linkerSettings: [.unsafeFlags(["-Xlinker", "-s"])]),
    .executableTarget(
      name: "cardan-benchmarks",
      dependencies: [
        "Counters", "FilterRuns",
        .product(name: "Cardan", package: "cardan"),
        .product(name: "CardanHost", package: "cardan"),
        .product(name: "CardanLanes", package: "cardan"),
      ]),
    .executableTarget(
      name: "motion-latency",
      dependencies: [
        .product(name: "Cardan", package: "cardan"),
        .product(name: "CardanHost", package: "cardan"),
      ]),
    .executableTarget(name: "motion-soak", dependencies: [.product(name: "Cardan", package: "cardan")]),
  ],
  swiftLanguageModes: [.v6]
)
