import Foundation
import TestSupport
import Testing

/// The directions between modules, and the modules that only some files may import.
@Suite struct ImportRuleTests {
  /// The floors, lowest first.
  static let floors = ["C", "Core", "Portable", "Host", "Faces"]
  /// What the standard library offers beside itself.
  static let platform: Set = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization"]
  /// The C library by its names; `SystemLibrary` is the one that all others import.
  static let systemLibraries: Set = ["Glibc", "Musl", "Darwin"]

  @Test func theManifestIsReadAsItIs() throws {
    let byName = Dictionary(uniqueKeysWithValues: ProjectLayout.modules.map { ($0.name, $0.imports) })
    #expect(byName["Rotations"] == ["CMathShims"])
    #expect(byName["MotionSamples"] == ["Rotations"])
    #expect(byName["Geomagnetism"] == ["Rotations"])
    #expect(byName["AttitudeFilters"] == ["Rotations", "MotionSamples"])
    func folders(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: Project.file(folder).path).filter { !$0.hasPrefix(".") }
    }
    #expect(try Set(folders(in: "Sources")) == Set(Self.floors))
    let present = try Self.floors.flatMap { floor in
      try folders(in: "Sources/\(floor)").map { "Sources/\(floor)/\($0)" }
    }
    #expect(Set(ProjectLayout.modules.map(\.folder)) == Set(present))
  }

  @Test func everyImportIsADependencyThatTheManifestDeclares() throws {
    for module in ProjectLayout.modules {
      let system = module.name == "SystemLibrary" ? Self.systemLibraries : []
      let allowed = Set(ProjectLayout.needed(by: module.name).map(\.name)).union(Self.platform).union(system)
      for file in ProjectLayout.swiftFiles(in: module.folder) {
        for name in try ProjectLayout.imports(of: file) {
          #expect(allowed.contains(name), "\(ProjectLayout.relativePath(file)) imports \(name)")
        }
      }
    }
  }

  /// A module imports lower floors, and of its own floor the modules before it.
  @Test func dependenciesPointDown() throws {
    var below: [ProjectLayout.Module] = []
    for module in ProjectLayout.modules {
      let floor = try #require(Self.floors.firstIndex(of: module.floor))
      for name in module.imports {
        let dependency = try #require(
          below.first { $0.name == name }, "\(module.name) imports \(name), which is after it")
        let lower = try #require(Self.floors.firstIndex(of: dependency.floor))
        #expect(lower <= floor, "\(module.name) imports \(name), which is on a higher floor")
      }
      below.append(module)
    }
  }

  /// The core and what a web page can run import no operating system, and of the floor of C only the mathematics.
  @Test func theCoreAndThePortableFloorImportNoSystem() throws {
    let portable = ProjectLayout.modules.filter { ["Core", "Portable"].contains($0.floor) }
    let allowed = Set(portable.map(\.name) + ["CMathShims"])
    for module in portable {
      let files = ProjectLayout.swiftFiles(in: module.folder)
      #expect(!files.isEmpty)
      for file in files {
        for name in try ProjectLayout.imports(of: file) {
          #expect(allowed.contains(name), "\(ProjectLayout.relativePath(file)) imports \(name)")
        }
      }
    }
  }

  /// What the page reads with is compiled in Embedded Swift when the page is built: the whole floor.
  @Test func thePortableFloorIsBuiltForWebPages() {
    let needed = Set(ProjectLayout.needed(by: "CardanWebLogs").map(\.name))
    #expect(needed.isSuperset(of: ProjectLayout.modules(on: "Portable").map(\.name)))
  }

  /// Linked statically, Foundation is three quarters of a program, and its essentials alone are a fifth of the command.
  @Test func theCommandAndTheLibrariesDoWithoutFoundation() throws {
    for product in ["CardanCommand", "CardanABI", "CardanOfflineABI"] {
      let shipped = ProjectLayout.needed(by: product)
      #expect(!shipped.contains { $0.name == "Cardan" })
      if product == "CardanCommand" {
        #expect(Set(shipped.map(\.name)).isSuperset(of: ["MotionSessions", "LiveSources", "LogProcessing"]))
      }
      for module in shipped {
        for file in ProjectLayout.swiftFiles(in: module.folder) {
          let imports = try ProjectLayout.imports(of: file)
          #expect(!imports.contains { $0.hasPrefix("Foundation") }, "\(ProjectLayout.relativePath(file))")
        }
      }
    }
  }

  @Test func theMathematicalShimsAreImportedWhereTheyAreWrapped() throws {
    #expect(
      try importers(of: "CMathShims").sorted() == [
        "Sources/Core/Rotations/DoubleBy8.swift",
        "Sources/Core/Rotations/FloatBy16.swift",
        "Sources/Core/Rotations/RealLanes.swift",
        "Sources/Host/RecordingFusion/UpcomingRows.swift",
        "Sources/Host/RecordingFusionDispatch/LaneKernels+Choice.swift",
        "Sources/Portable/LogDiagnosis/Statistics/IntervalStatistics.swift",
        "Sources/Portable/LogDiagnosis/Statistics/NoiseColor.swift",
        "Sources/Portable/LogDiagnosis/Statistics/NoiseStatistics.swift",
        "Sources/Portable/LogTables/Tables/RowParser.swift",
        "Sources/Portable/LogTables/Text/ByteReader.swift",
        "Sources/Portable/LogTables/Text/NumberParser+Fixed.swift",
      ])
  }

  /// The subjects of the host: what combines them is above, in LogProcessing.
  @Test func theSubjectsOfTheHostDoNotKnowOneAnother() throws {
    let subjects: Set = [
      "LogFormats", "SensorCalibration", "AttitudeSmoothing", "RecordingFusion", "MotionSimulation",
      "AttitudeEvaluation",
    ]
    let found = ProjectLayout.modules.filter { subjects.contains($0.name) }
    #expect(found.count == subjects.count)
    for module in found {
      #expect(subjects.isDisjoint(with: module.imports), "\(module.name) imports \(module.imports)")
    }
  }

  @Test(arguments: [
    ("CLAPACKE", "Sources/Host/NumericalMethods/"), ("CIIO", "Sources/Host/LiveSources/IIO/"),
    ("CSystemBus", "Sources/Host/LiveSources/SystemBus/"),
  ])
  func aLibraryOfTheSystemStaysInItsFolder(library: String, folder: String) throws {
    let files = try importers(of: library)
    #expect(!files.isEmpty)
    for path in files { #expect(path.hasPrefix(folder), "\(path) imports \(library)") }
  }

  private func importers(of module: String) throws -> [String] {
    try ProjectLayout.swiftFiles(in: "Sources").filter { try ProjectLayout.imports(of: $0).contains(module) }
      .map(ProjectLayout.relativePath)
  }
}
