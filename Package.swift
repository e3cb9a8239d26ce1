// swift-tools-version: 6.2
import PackageDescription

// Code for x86-64 processors with wide vectors lies beside code for every processor and is chosen at run time. It is in modules of
// its own, because Swift sets the processor for a module; it rounds like the rest, so that results are the same everywhere. The
// option is for the processor of the product, not of the machine that builds: on others these modules are empty.
func compiledFor(_ processor: String) -> [SwiftSetting] {
  let options = ["-Qunused-arguments", "-Xarch_x86_64", "-march=\(processor)", "-DCARDAN_ROUNDS_ALIKE"]
  return [.unsafeFlags(options.flatMap { ["-Xcc", $0] })]
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
    .target(name: "CFileShims", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CGlibcCompatibility"),
    .target(name: "CEmbeddedFiles"),
    .target(name: "COnDemand", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CHDF5", dependencies: ["COnDemand"]),
    .target(name: "CCompression", dependencies: ["COnDemand"]),
    .target(name: "CSQLite", dependencies: ["COnDemand"]),
    .target(name: "CLAPACKE", dependencies: ["COnDemand"]),
    .target(name: "CIIO", dependencies: ["COnDemand"]),
    .target(name: "CSystemBus", dependencies: ["COnDemand"]),
    .target(name: "CWebRuntime"),
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
    .target(name: "JSONCoding"),
    .target(
      name: "LogTables", dependencies: ["CMathShims", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism"]),
    .target(
      name: "LogDiagnosis",
      dependencies: ["CMathShims", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "LogTables"]),
  ])

// Files, threads, libraries of the system.
let host = floor(
  "Sources/Host",
  [
    .target(name: "SystemLibrary"),
    .target(name: "FileAccess", dependencies: ["SystemLibrary", "CFileShims", "CCompression", "LogTables"]),
    .target(name: "ParallelWork", dependencies: ["SystemLibrary"]),
    .target(name: "NumericalMethods", dependencies: ["SystemLibrary", "CLAPACKE"]),
    .target(
      name: "LogFormats",
      dependencies: [
        "SystemLibrary", "CFileShims", "CHDF5", "CSQLite", "Rotations", "MotionSamples", "AttitudeFilters",
        "Geomagnetism", "JSONCoding",
        "LogTables", "LogDiagnosis", "FileAccess",
      ]),
    .target(
      name: "SensorCalibration",
      dependencies: [
        "SystemLibrary", "Rotations", "MotionSamples", "AttitudeFilters", "JSONCoding", "FileAccess",
        "NumericalMethods",
      ]),
    .target(
      name: "AttitudeSmoothing", dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "NumericalMethods"]),
    .target(
      name: "RecordingFusion",
      dependencies: ["CMathShims", "Rotations", "MotionSamples", "AttitudeFilters", "ParallelWork"]),
    // They inline code of all these modules: a change of a filter must reach them.
    .target(
      name: "RecordingFusionAVX2", dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "RecordingFusion"],
      swiftSettings: compiledFor("x86-64-v3")),
    .target(
      name: "RecordingFusionAVX512",
      dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "RecordingFusion"],
      swiftSettings: compiledFor("x86-64-v4")),
    .target(
      name: "RecordingFusionDispatch",
      dependencies: ["CMathShims", "Rotations", "RecordingFusion", "RecordingFusionAVX2", "RecordingFusionAVX512"]),
    .target(name: "MotionSimulation", dependencies: ["Rotations", "MotionSamples"]),
    .target(name: "AttitudeEvaluation", dependencies: ["Rotations", "NumericalMethods"]),
    .target(
      name: "LogProcessing",
      dependencies: [
        "SystemLibrary", "CFileShims", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "JSONCoding",
        "LogTables",
        "LogDiagnosis", "FileAccess", "ParallelWork", "NumericalMethods", "LogFormats", "SensorCalibration",
        "AttitudeSmoothing", "AttitudeEvaluation",
      ]),
    .target(
      name: "FilterComparison",
      dependencies: [
        "SystemLibrary", "CFileShims", "CEmbeddedFiles", "Rotations", "MotionSamples", "AttitudeFilters", "JSONCoding",
        "LogTables",
        "FileAccess",
        "LogFormats", "AttitudeSmoothing", "AttitudeEvaluation", "LogProcessing",
      ], exclude: ["peers.py"]),
    .target(
      name: "ReportPages",
      dependencies: [
        "SystemLibrary", "CEmbeddedFiles", "Rotations", "MotionSamples", "AttitudeFilters", "JSONCoding", "LogTables",
        "LogDiagnosis",
        "FileAccess",
        "SensorCalibration", "AttitudeEvaluation", "LogProcessing",
      ], exclude: ["Page"]),
    .target(
      name: "MotionSessions",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "LogTables", "ParallelWork",
        "LogFormats",
      ]),
    .target(
      name: "LiveSources",
      dependencies: [
        "SystemLibrary", "CIIO", "CSystemBus", "Rotations", "MotionSamples", "AttitudeFilters", "LogTables",
        "ParallelWork",
        "LogFormats", "MotionSessions",
      ]),
  ])

// What users call: arguments and presentation, nothing else.
let faces = floor(
  "Sources/Faces",
  [
    // `make library` links it into libcardan,
    .target(
      name: "CardanABI",
      dependencies: [
        "SystemLibrary", "CCardan", "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures",
        "RecordingFusion", "RecordingFusionDispatch",
      ], exclude: ["exported-symbols.txt"]),
    // and this one into libcardan-offline.
    .target(
      name: "CardanOfflineABI",
      dependencies: [
        "SystemLibrary", "CCardan", "CCardanOffline", "Rotations", "MotionSamples", "AttitudeFilters", "LogTables",
        "LogDiagnosis",
        "LogFormats", "SensorCalibration", "AttitudeSmoothing", "AttitudeEvaluation", "LogProcessing", "CardanABI",
      ], exclude: ["exported-symbols.txt"]),
    // `make web` compiles these two in Embedded Swift, for WebAssembly.
    .target(name: "CardanWeb", dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "DeviceGestures"]),
    .target(
      name: "CardanWebLogs",
      dependencies: ["CWebRuntime", "Rotations", "MotionSamples", "JSONCoding", "LogTables", "LogDiagnosis"]),
    .target(
      name: "Cardan",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "RecordingFusion",
        "MotionSessions",
      ]),
    .executableTarget(
      name: "CardanCommand",
      dependencies: [
        "SystemLibrary", "CFileShims", "CGlibcCompatibility", "CCardan", "Rotations", "MotionSamples",
        "AttitudeFilters", "Geomagnetism",
        "DeviceGestures", "JSONCoding", "LogTables", "LogDiagnosis", "FileAccess", "ParallelWork", "LogFormats",
        "SensorCalibration", "AttitudeSmoothing", "MotionSimulation", "AttitudeEvaluation",
        "LogProcessing", "FilterComparison", "ReportPages", "MotionSessions", "LiveSources",
      ]),
  ])

let tests = floor(
  "Tests",
  [
    // What the tests share: random numbers, folders, processes, requirements of the machine.
    .target(name: "TestSupport"),
    .testTarget(name: "RotationsTests", dependencies: ["Rotations", "TestSupport"]),
    .testTarget(name: "MotionSamplesTests", dependencies: ["Rotations", "MotionSamples", "TestSupport"]),
    .testTarget(
      name: "AttitudeFiltersTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "MotionSimulation", "AttitudeEvaluation", "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "GeomagnetismTests", dependencies: ["Rotations", "Geomagnetism"], exclude: ["Fixtures", "Golden"]),
    .testTarget(name: "DeviceGesturesTests", dependencies: ["Rotations", "MotionSamples", "DeviceGestures"]),
    .testTarget(name: "JSONCodingTests", dependencies: ["JSONCoding"]),
    .testTarget(name: "LogTablesTests", dependencies: ["LogTables", "FileAccess", "TestSupport"]),
    .testTarget(
      name: "LogDiagnosisTests",
      dependencies: [
        "Rotations", "MotionSamples", "LogTables", "LogDiagnosis", "LogFormats", "MotionSimulation", "LogProcessing",
        "TestSupport",
      ]),
    .testTarget(name: "FileAccessTests", dependencies: ["CFileShims", "LogTables", "FileAccess", "TestSupport"]),
    .testTarget(name: "ParallelWorkTests", dependencies: ["ParallelWork", "TestSupport"]),
    .testTarget(name: "NumericalMethodsTests", dependencies: ["CLAPACKE", "NumericalMethods"]),
    .testTarget(
      name: "LogFormatsTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "FileAccess", "LogFormats", "TestSupport",
      ], exclude: ["Fixtures", "Peers"]),
    .testTarget(
      name: "SensorCalibrationTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "NumericalMethods", "LogFormats",
        "SensorCalibration", "RecordingFusion", "MotionSimulation", "AttitudeEvaluation", "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "AttitudeSmoothingTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "NumericalMethods", "LogFormats",
        "AttitudeSmoothing", "RecordingFusion", "MotionSimulation", "AttitudeEvaluation", "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "RecordingFusionTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "ParallelWork", "RecordingFusion", "RecordingFusionAVX2",
        "RecordingFusionAVX512", "RecordingFusionDispatch", "TestSupport",
      ]),
    .testTarget(
      name: "MotionSimulationTests", dependencies: ["Rotations", "MotionSamples", "MotionSimulation", "TestSupport"]),
    .testTarget(name: "AttitudeEvaluationTests", dependencies: ["Rotations", "AttitudeEvaluation"]),
    .testTarget(
      name: "LogProcessingTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "LogDiagnosis", "ParallelWork", "LogFormats",
        "RecordingFusion", "RecordingFusionDispatch", "MotionSimulation", "AttitudeEvaluation", "LogProcessing",
        "TestSupport",
      ]),
    .testTarget(
      name: "ReportPagesTests", dependencies: ["Rotations", "SensorCalibration", "MotionSimulation", "ReportPages"]),
    .testTarget(
      name: "MotionSessionsTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "LogTables", "ParallelWork",
        "LogFormats", "MotionSimulation", "MotionSessions", "Cardan", "TestSupport",
      ]),
    .testTarget(
      name: "LiveSourcesTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogFormats", "MotionSessions", "LiveSources", "TestSupport",
      ], exclude: ["Fixtures", "Golden", "Peers"]),
    // They link and install what the build made, the command too.
    .testTarget(
      name: "CardanABITests",
      dependencies: [
        "CCardan", "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "LogFormats", "LogProcessing",
        "MotionSessions", "CardanABI", "CardanOfflineABI", "CardanCommand", "TestSupport",
      ], exclude: ["Programs"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Rotations", "MotionSamples", "AttitudeFilters", "LogTables", "LogProcessing", "MotionSessions", "LiveSources",
        "CardanCommand", "TestSupport",
      ], exclude: ["Fixtures", "Programs"]),
    .testTarget(
      name: "ProjectTests",
      dependencies: ["Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "DeviceGestures", "TestSupport"],
      exclude: ["EmbeddedDriver"]),
    // They build the module and the page, and use them in Node and Chromium.
    .testTarget(
      name: "WebTests",
      dependencies: [
        "CMathShims", "Rotations", "MotionSamples", "AttitudeFilters", "DeviceGestures", "LogTables", "LogDiagnosis",
        "FileAccess", "LogProcessing", "CardanCommand", "TestSupport",
      ], exclude: ["Programs"]),
  ])

// Tests compute little themselves: optimising them would take a quarter of the build. Those that run filters on long recordings
// in code of their own are optimised. The second option lets one run of the compiler make module and object.
let optimizedTests: Set = ["AttitudeFiltersTests"]
for target in tests where target.type == .test && !optimizedTests.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]
}

let package = Package(
  name: "cardan",
  // The oldest systems of Apple that have what the standard library is asked for. Only the core was compiled for them.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Cardan", targets: ["Cardan"]),
    // The core alone: no Foundation, no system library but the one for mathematics.
    .library(name: "CardanCore", targets: core.map(\.name)),
    .library(name: "MotionSimulation", targets: ["MotionSimulation"]),
    // Logs, live sources and calibration files alone.
    .library(name: "CardanLogs", targets: ["LogTables", "LogFormats", "LiveSources", "SensorCalibration"]),
    .library(
      name: "CardanHost",
      targets: (portable + host).map(\.name).filter {
        !["FileAccess", "NumericalMethods"].contains($0) && !$0.hasPrefix("RecordingFusion")
      } + ["RecordingFusion"]),
    // Lanes for AVX2 and AVX-512. A product of its own: its targets set flags of the compiler, which the package manager
    // allows in packages by path or branch, not by version.
    .library(name: "CardanLanes", targets: ["RecordingFusion", "RecordingFusionDispatch"]),
    .executable(name: "cardan", targets: ["CardanCommand"]),
  ],
  targets: c + core + portable + host + faces + tests,
  swiftLanguageModes: [.v6]
)
