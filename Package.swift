// swift-tools-version: 6.2
import PackageDescription

// Code for processors with wide vectors lies beside code for every processor and is chosen at run time. It is in modules of
// its own, because Swift sets the processor for a module; it rounds like the rest, so that results are the same everywhere.
func compiledFor(_ processor: String) -> [SwiftSetting] {
  #if arch(x86_64)
    [.unsafeFlags(["-Xcc", "-march=\(processor)", "-Xcc", "-DCARDAN_ROUNDS_ALIKE"])]
  #else
    []
  #endif
}

/// The targets of a floor, each in the folder of its name. A target imports lower floors, and of its own floor those before it.
func floor(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.name)" }
  return targets
}

// Shims and headers in C. Libraries of the system are opened on first use: only their headers are needed to build.
let c = floor(
  "Sources/C",
  [
    // libm: in a debug build the standard library's square root is a call.
    .target(name: "CMathShims", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "CFileShims"),
    // Definitions with which the command runs on older systems than the one that builds it.
    .target(name: "CGlibcCompatibility"),
    // Libraries of the system, of which only the headers are needed to build: each is loaded when it is first needed.
    .target(name: "COnDemand", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CHDF5", dependencies: ["COnDemand"]),
    .target(name: "CCompression", dependencies: ["COnDemand"]),
    .target(name: "CSQLite", dependencies: ["COnDemand"]),
    .target(name: "CLAPACKE", dependencies: ["COnDemand"]),
    .target(name: "CIIO", dependencies: ["COnDemand"]),
    .target(name: "CSystemBus", dependencies: ["COnDemand"]),
    .target(name: "CCardan"),
    .target(name: "CCardanOffline", dependencies: ["CCardan"]),
  ])

// From a sample to attitude and gravity. No operating system, no allocation per update; compiles in Embedded Swift.
let core = floor(
  "Sources/Core",
  [
    .target(name: "Rotations", dependencies: ["CMathShims"]),
    .target(name: "MotionSamples", dependencies: ["Rotations"]),
    .target(name: "AttitudeFilters", dependencies: ["Rotations", "MotionSamples"]),
    .target(name: "Geomagnetism", dependencies: ["Rotations"]),
    .target(name: "DeviceGestures", dependencies: ["Rotations", "MotionSamples"]),
  ])

// Texts and arrays. No operating system; compiles in Embedded Swift.
let portable = floor(
  "Sources/Portable",
  [
    // Internal: JSON of Codable values without Foundation.
    .target(name: "JSONCoding"),
    .target(
      name: "LogTables", dependencies: ["CMathShims", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism"]),
  ])

// Files, threads, libraries of the system.
let host = floor(
  "Sources/Host",
  [
    .target(name: "NumericalMethods", dependencies: ["CLAPACKE"]),
    .target(name: "RecordingFusion", dependencies: ["CMathShims", "Rotations", "MotionSamples", "AttitudeFilters"]),
    .target(name: "RecordingFusionAVX2", dependencies: ["RecordingFusion"], swiftSettings: compiledFor("x86-64-v3")),
    .target(name: "RecordingFusionAVX512", dependencies: ["RecordingFusion"], swiftSettings: compiledFor("x86-64-v4")),
    .target(
      name: "RecordingFusionDispatch",
      dependencies: ["CMathShims", "RecordingFusion", "RecordingFusionAVX2", "RecordingFusionAVX512"]),
    .target(name: "FileAccess", dependencies: ["CFileShims", "CCompression", "MotionSamples", "LogTables"]),
    .target(
      name: "LogFormats",
      dependencies: [
        "CFileShims", "CHDF5", "CCompression", "CSQLite", "Rotations", "MotionSamples", "AttitudeFilters",
        "Geomagnetism", "LogTables", "FileAccess",
      ]),
    .target(name: "MotionLogs", dependencies: ["LogTables", "FileAccess", "LogFormats"]),
    .target(name: "MotionSimulation", dependencies: ["Rotations", "MotionSamples"]),
    .target(name: "AttitudeEvaluation", dependencies: ["Rotations", "NumericalMethods"]),
    .target(
      name: "SensorCalibration",
      dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "JSONCoding", "NumericalMethods"]),
    .target(
      name: "AttitudeSmoothing", dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "NumericalMethods"]),
    .target(
      name: "LogProcessing",
      dependencies: [
        "CFileShims", "JSONCoding", "AttitudeFilters", "Geomagnetism", "RecordingFusion", "MotionLogs",
        "NumericalMethods", "AttitudeEvaluation", "SensorCalibration", "AttitudeSmoothing",
      ],
      resources: [.embedInCode("peers.py")]),
    // The pages of its reports are in the program, which looks for no file when it runs.
    .target(
      name: "ReportPages",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "MotionLogs", "AttitudeEvaluation",
        "SensorCalibration", "LogProcessing", "JSONCoding",
      ],
      resources: [.embedInCode("Page")]),
    .target(
      name: "MotionSessions",
      dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "ParallelWork", "MotionLogs"]),
    .target(
      name: "LiveSources",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "ParallelWork", "MotionLogs", "MotionSessions", "CIIO",
        "CSystemBus",
      ]),
  ])

// What users call: arguments and presentation, nothing else.
let faces = floor(
  "Sources/Faces",
  [
    // The functions of `cardan.h`: `make library` links them into `libcardan`.
    .target(
      name: "CardanABI",
      dependencies: [
        "CCardan", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "ParallelWork", "RecordingFusion",
        "RecordingFusionDispatch",
      ],
      exclude: ["exported-symbols.txt"]),
    // The functions of `cardan_offline.h`: `make library` links them into `libcardan-offline`.
    .target(
      name: "CardanOfflineABI",
      dependencies: [
        "CCardanOffline", "CCardan", "CardanABI", "Rotations", "MotionSamples", "AttitudeFilters", "MotionLogs",
        "AttitudeEvaluation", "SensorCalibration", "AttitudeSmoothing", "LogProcessing", "MotionReports",
      ], exclude: ["exported-symbols.txt"]),
    // The umbrella module and the command line.
    .target(
      name: "Cardan",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "MotionSessions",
      ]),
    .executableTarget(
      name: "CardanCommand",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "MotionSessions",
        "RecordingFusion", "LogProcessing", "LiveSources", "MotionLogs", "MotionSimulation", "AttitudeEvaluation",
        "SensorCalibration", "AttitudeSmoothing", "MotionReports", "JSONCoding", "CCardan", "CGlibcCompatibility",
      ]),
  ])

let tests = floor(
  "Tests",
  [
    // What the tests share: random numbers, folders, processes, requirements of the machine.
    .target(name: "TestSupport"),
    .testTarget(name: "RotationsTests", dependencies: ["Rotations", "TestSupport"]),
    .testTarget(name: "MotionSamplesTests", dependencies: ["MotionSamples", "Rotations", "TestSupport"]),
    .testTarget(
      name: "AttitudeFiltersTests",
      dependencies: ["AttitudeFilters", "MotionSimulation", "MotionLogs", "AttitudeEvaluation", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "ParallelWorkTests", dependencies: ["ParallelWork", "TestSupport"]),
    .testTarget(
      name: "RecordingFusionTests",
      dependencies: ["RecordingFusion", "RecordingFusionDispatch", "ParallelWork", "TestSupport"]),
    .testTarget(name: "DeviceGesturesTests", dependencies: ["DeviceGestures"]),
    .testTarget(name: "GeomagnetismTests", dependencies: ["Geomagnetism"], exclude: ["Fixtures", "Golden"]),
    .testTarget(name: "LogTablesTests", dependencies: ["LogTables", "FileAccess", "TestSupport"]),
    .testTarget(name: "FileAccessTests", dependencies: ["FileAccess", "CFileShims", "TestSupport"]),
    .testTarget(
      name: "LogFormatsTests", dependencies: ["LogFormats", "LogTables", "FileAccess", "CFileShims", "TestSupport"],
      exclude: ["Fixtures", "Peers"]),
    .testTarget(name: "MotionSimulationTests", dependencies: ["MotionSimulation", "TestSupport"]),
    .testTarget(name: "JSONCodingTests", dependencies: ["JSONCoding"]),
    .testTarget(name: "NumericalMethodsTests", dependencies: ["NumericalMethods", "CLAPACKE"]),
    .testTarget(name: "AttitudeEvaluationTests", dependencies: ["AttitudeEvaluation"]),
    .testTarget(
      name: "SensorCalibrationTests",
      dependencies: [
        "SensorCalibration", "NumericalMethods", "MotionSimulation", "MotionLogs", "AttitudeEvaluation", "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "AttitudeSmoothingTests",
      dependencies: [
        "AttitudeSmoothing", "NumericalMethods", "MotionSimulation", "MotionLogs", "AttitudeEvaluation", "TestSupport",
      ]),
    .testTarget(
      name: "MotionReportsTests",
      dependencies: ["MotionReports", "LogProcessing", "MotionLogs", "MotionSimulation", "TestSupport"]),
    .testTarget(
      name: "MotionSessionsTests",
      dependencies: ["Cardan", "MotionSessions", "DeviceGestures", "MotionSimulation", "TestSupport"]),
    .testTarget(
      name: "LiveSourcesTests", dependencies: ["LiveSources", "MotionLogs", "TestSupport"],
      exclude: ["Peers", "Golden", "Fixtures"]),
    .testTarget(name: "LogProcessingTests", dependencies: ["LogProcessing", "MotionSimulation", "TestSupport"]),
    // They link and install what the build made, the command too.
    .testTarget(
      name: "CardanABITests",
      dependencies: [
        "CardanABI", "CCardan", "CardanOfflineABI", "LogProcessing", "MotionSessions", "CardanCommand", "TestSupport",
      ],
      exclude: ["Programs"]),
    .testTarget(
      name: "CommandTests", dependencies: ["CardanCommand", "TestSupport"], exclude: ["Fixtures", "Programs"]),
    .testTarget(name: "ProjectTests", dependencies: ["TestSupport"], exclude: ["EmbeddedDriver"]),
    // They build the module and the page, and use them in Node and Chromium.
    .testTarget(
      name: "WebTests",
      dependencies: [
        "AttitudeFilters", "DeviceGestures", "LogDiagnosis", "LogProcessing", "MotionLogs", "CardanCommand",
        "TestSupport",
      ],
      exclude: ["Programs"]),
  ])

let package = Package(
  name: "cardan",
  products: [
    .library(name: "Cardan", targets: ["Cardan"]),
    // The core alone: no Foundation, no system library but the one for mathematics.
    .library(
      name: "CardanCore", targets: ["Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures"]),
    .library(name: "MotionSimulation", targets: ["MotionSimulation"]),
    // Logs, live sources and calibration files alone.
    .library(name: "CardanLogs", targets: ["MotionLogs", "LiveSources", "SensorCalibration"]),
    .library(
      name: "CardanHost",
      targets: [
        "RecordingFusion", "MotionLogs", "MotionSimulation", "AttitudeEvaluation", "SensorCalibration",
        "AttitudeSmoothing", "LogProcessing",
        "MotionReports", "LiveSources",
      ]),
    // Lanes for AVX2 and AVX-512. A product of its own: its targets set flags of the compiler, which the package manager
    // allows in packages by path or branch, not by version.
    .library(name: "CardanLanes", targets: ["ParallelWork", "RecordingFusion", "RecordingFusionDispatch"]),
    .executable(name: "cardan", targets: ["CardanCommand"]),
  ],
  targets: c + core + portable + host + faces + tests,
  swiftLanguageModes: [.v6]
)
