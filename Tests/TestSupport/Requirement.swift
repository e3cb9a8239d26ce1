import Foundation
import Testing

/// Something outside the project that a test needs: a program, a file, a part of the toolchain.
public struct Requirement: Sendable {
  /// What it is called.
  public var name: String
  /// How to get it: an imperative.
  public var remedy: String
  public var isMet: @Sendable () -> Bool

  public init(_ name: String, remedy: String, isMet: @escaping @Sendable () -> Bool) {
    self.name = name
    self.remedy = remedy
    self.isMet = isMet
  }
}

/// Skips a test, and says why, where a requirement is not met. With CARDAN_NEEDS_ALL in the environment, the test fails.
public struct RequirementTrait: TestTrait, SuiteTrait {
  var requirements: [Requirement]

  public var isRecursive: Bool { true }

  public func prepare(for test: Test) async throws {
    let missing = requirements.filter { !$0.isMet() }
    if missing.isEmpty { return }
    let reason = missing.map { "\($0.name) not found: \($0.remedy)" }.joined(separator: "; ")
    if ProcessInfo.processInfo.environment["CARDAN_NEEDS_ALL"]?.isEmpty == false {
      throw ProgramError("\(reason) (CARDAN_NEEDS_ALL is set)")
    }
    let skip: ConditionTrait = .disabled("\(reason)")
    try await skip.prepare(for: test)
  }
}

extension Trait where Self == RequirementTrait {
  /// Runs a test only where all of these are met.
  public static func needs(_ requirements: Requirement...) -> Self { RequirementTrait(requirements: requirements) }

  public static func needs(_ requirements: [Requirement]) -> Self { RequirementTrait(requirements: requirements) }
}

extension Requirement {
  /// A program on PATH, and the Debian package that has it.
  public static func program(_ name: String, package: String? = nil) -> Requirement {
    Requirement(name, remedy: "apt-get install \(package ?? name)") {
      (try? Program.run(["sh", "-c", "command -v \(name)"]).status) == 0
    }
  }

  /// A file of a Debian package.
  public static func file(_ path: String, package: String) -> Requirement {
    Requirement(path, remedy: "apt-get install \(package)") { FileManager.default.fileExists(atPath: path) }
  }

  /// A library that is loaded when it is first used: one of its names, and the Debian package that has it.
  private static func library(_ names: [String], package: String) -> Requirement {
    Requirement(names[0], remedy: "apt-get install \(package)") {
      names.contains { name in
        guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(handle)
        return true
      }
    }
  }

  public static let hdf5 = library(
    ["310", "200", "103"].flatMap { ["libhdf5_serial.so.\($0)", "libhdf5.so.\($0)"] } + ["libhdf5.so"],
    package: "libhdf5-dev")

  public static let lapacke = library(["liblapacke.so.3", "liblapacke.so"], package: "liblapacke-dev")

  /// The standard library of Embedded Swift for a target, nil for that of this machine.
  public static func embeddedSwift(for target: String? = nil) -> Requirement {
    Requirement(
      "Embedded Swift for \(target ?? "this machine")", remedy: "install a toolchain of swift.org that has it"
    ) { (try? Toolchain.hasEmbeddedLibrary(for: target ?? Toolchain.hostTarget())) == true }
  }

  /// A module of Python in `.build/python`.
  public static func python(_ module: String) -> Requirement {
    Requirement("\(module) for Python", remedy: "run Scripts/install-python-peers") {
      let find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(module)') is None)"
      return (try? Program.run([Toolchain.python, "-c", find]).status) == 0
    }
  }

  /// The sixteen trials of BROAD.
  public static let broad = Requirement(
    "the 16 trials of BROAD in \(SharedRecordings.folder.path)/broad",
    remedy: "run datasets/download.sh broad with CARDAN_DATASETS, or set it to the folder that has them"
  ) { SharedRecordings.broad.count == SharedRecordings.numbers.count }

  /// Recordings of carriers.
  public static let carriers = Requirement(
    "recordings of carriers in \(SharedRecordings.folder.path)/carriers",
    remedy: "set CARDAN_DATASETS to the folder that has them"
  ) { SharedRecordings.CarrierSet.allCases.allSatisfy { !$0.paths.isEmpty } }

  /// The recording of an x-IMU.
  public static let xIMU = Requirement(
    SharedRecordings.xIMU, remedy: "set CARDAN_DATASETS to the folder of the shared recordings"
  ) { FileManager.default.fileExists(atPath: SharedRecordings.xIMU) }
}
