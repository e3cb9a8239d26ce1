import Foundation
import TestSupport
import Testing

/// The directions between targets and the modules that only some files may import.
@Suite struct ImportRuleTests {
  static let core = ["Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "MotionFeatures"]
  /// What the standard library offers beside itself.
  static let platform: Set = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Musl"]

  @Test func theManifestIsReadAsItIs() throws {
    let targets = try ProjectLayout.targets()
    let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies) })
    #expect(byName["Rotations"] == ["CMathShims"])
    #expect(byName["MotionSamples"] == ["Rotations"])
    #expect(byName["Geomagnetism"] == ["Rotations"])
    #expect(byName["AttitudeFilters"] == ["Rotations", "MotionSamples"])
    let folders = try FileManager.default.contentsOfDirectory(atPath: Project.file("Sources").path)
    #expect(Set(byName.keys) == Set(folders.filter { !$0.hasPrefix(".") }))
  }

  @Test func everyImportIsADependencyThatTheManifestDeclares() throws {
    let targets = try ProjectLayout.targets()
    for target in targets {
      let allowed = ProjectLayout.reachable(from: target.name, targets).union(Self.platform)
      for file in ProjectLayout.swiftFiles(in: "Sources/\(target.name)") {
        for module in try ProjectLayout.imports(of: file) {
          #expect(allowed.contains(module), "\(ProjectLayout.relativePath(file)) imports \(module)")
        }
      }
    }
  }

  @Test func theCoreImportsNothingButTheCore() throws {
    for target in Self.core {
      let files = ProjectLayout.swiftFiles(in: "Sources/\(target)")
      #expect(!files.isEmpty)
      for file in files {
        for module in try ProjectLayout.imports(of: file) {
          let isAllowed = Self.core.contains(module) || module == "CMathShims"
          #expect(isAllowed, "\(ProjectLayout.relativePath(file)) imports \(module)")
        }
      }
    }
  }

  /// Linked statically, Foundation is three quarters of a program, and its essentials alone are a fifth of the command.
  @Test func theCommandAndTheLibrariesDoWithoutFoundation() throws {
    let targets = try ProjectLayout.targets()
    let shipped = ["CardanCommand", "CardanABI", "CardanOfflineABI"].reduce(into: Set<String>()) {
      $0.formUnion(ProjectLayout.reachable(from: $1, targets))
    }
    #expect(shipped.isSuperset(of: ["MotionSessions", "LiveSources", "LogProcessing"]))
    #expect(!shipped.contains("Cardan"))
    for target in shipped {
      for file in ProjectLayout.swiftFiles(in: "Sources/\(target)") {
        let imports = try ProjectLayout.imports(of: file)
        #expect(!imports.contains { $0.hasPrefix("Foundation") }, "\(ProjectLayout.relativePath(file))")
      }
    }
  }

  @Test func theMathematicalShimsAreImportedWhereTheyAreWrapped() throws {
    #expect(
      try importers(of: "CMathShims") == [
        "Sources/MotionLogs/Text/NumberParser+Fixed.swift", "Sources/RecordingFusion/UpcomingRows.swift",
        "Sources/RecordingFusionDispatch/LaneKernels+Choice.swift", "Sources/Rotations/DoubleBy8.swift",
        "Sources/Rotations/FloatBy16.swift", "Sources/Rotations/RealLanes.swift",
      ])
  }

  @Test func linearAlgebraOfOthersStaysInItsFolder() throws {
    for path in try importers(of: "CLAPACKE") {
      #expect(path.hasPrefix("Sources/OfflineEstimation/LinearAlgebra/"), "\(path) imports CLAPACKE")
    }
  }

  @Test func theSensorsOfLinuxStayInTheirFolder() throws {
    for path in try importers(of: "CIIO") {
      #expect(path.hasPrefix("Sources/LiveSources/IIO/"), "\(path) imports CIIO")
    }
  }

  @Test func theSystemBusStaysInItsFolder() throws {
    for path in try importers(of: "CSystemBus") {
      #expect(path.hasPrefix("Sources/LiveSources/SystemBus/"), "\(path) imports CSystemBus")
    }
  }

  /// Layer 2: the targets of the host that read, write, simulate, evaluate and estimate do not know one another.
  @Test func theTargetsOfTheHostDoNotKnowOneAnother() throws {
    let host: Set = ["RecordingFusion", "MotionLogs", "MotionSimulation", "AttitudeEvaluation", "OfflineEstimation"]
    for target in try ProjectLayout.targets() where host.contains(target.name) {
      #expect(host.intersection(target.dependencies).isEmpty, "\(target.name) depends on \(target.dependencies)")
    }
  }

  /// Each target depends only on lower layers, or on earlier targets of the core.
  @Test func dependenciesPointDown() throws {
    let layers = [
      "CMathShims": 0, "CFileShims": 0, "CGlibcCompatibility": 0, "COnDemand": 0, "CLAPACKE": 1, "CHDF5": 1,
      "CCompression": 1, "CSQLite": 1,
      "CIIO": 1, "CSystemBus": 1,
      "CCardan": 0,
      "CCardanOffline": 1, "Rotations": 1, "ProbabilityDistributions": 1, "JSONCoding": 1, "MotionSamples": 2,
      "Geomagnetism": 2,
      "MotionFeatures": 3, "AttitudeFilters": 3,
      "RecordingFusion": 4, "OfflineEstimation": 4, "MotionLogs": 4, "MotionSimulation": 4, "AttitudeEvaluation": 4,
      "RecordingFusionAVX2": 5, "RecordingFusionAVX512": 5, "RecordingFusionDispatch": 6, "MotionSessions": 5,
      "LogProcessing": 5, "MotionReports": 6, "CardanABI": 7, "CardanOfflineABI": 8, "LiveSources": 6, "Cardan": 6,
      "CardanCommand": 7,
    ]
    for target in try ProjectLayout.targets() {
      let layer = try #require(layers[target.name], "\(target.name) has no layer: say where it belongs")
      for dependency in target.dependencies {
        let lower = try #require(layers[dependency])
        #expect(lower < layer, "\(target.name) depends on \(dependency), which is not below it")
      }
    }
  }

  private func importers(of module: String) throws -> [String] {
    try ProjectLayout.swiftFiles(in: "Sources").filter { try ProjectLayout.imports(of: $0).contains(module) }
      .map(ProjectLayout.relativePath)
  }
}
