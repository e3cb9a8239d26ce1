import Foundation

/// The project on the disk: its files, what was built of it, and recordings that it does not hold.
public enum Project {
  /// The folder of Package.swift.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file or folder by its path from the root.
  public static func file(_ path: String) -> URL { root.appending(path: path) }

  /// A recording of `datasets/`, with its suffix.
  public static func dataset(_ name: String) -> URL { file("datasets/\(name)") }

  /// The text of a file by its path from the root.
  public static func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  /// The folder that the tests were built into, which `swift build --show-bin-path` prints: modules in `Modules`, objects
  /// of a target in `TARGET.build`, executables.
  public static let products: URL = {
    var folders = [URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()]
    folders += Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    for var folder in folders {
      for _ in 0..<4 {
        let module = folder.appending(path: "Modules/TestSupport.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return folders[0]
  }()

  /// The object files of a target, in order.
  public static func objects(of target: String) -> [String] {
    let files = FileManager.default.enumerator(
      at: products.appending(path: "\(target).build"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "o" }.map(\.path).sorted()
  }
}

/// Public recordings that the project does not hold: in the folder that CARDAN_DATASETS names, else in
/// `../shared/datasets`.
public enum SharedRecordings {
  public static let folder =
    ProcessInfo.processInfo.environment["CARDAN_DATASETS"].map { URL(filePath: $0) }
    ?? Project.root.deletingLastPathComponent().appending(path: "shared/datasets")

  /// The numbers of the sixteen trials of BROAD that budgets refer to.
  static let numbers = [
    "02", "04", "06", "08", "10", "12", "14", "16", "18", "24", "26", "28", "30", "32", "34", "36",
  ]

  /// The paths of those that are present, in order.
  public static let broad: [String] = {
    let trials = folder.appending(path: "broad").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: trials)) ?? []
    return names.filter { $0.hasSuffix(".hdf5") && numbers.contains(String($0.prefix(2))) }.sorted()
      .map { "\(trials)/\($0)" }
  }()

  /// The path of the trial whose name begins with `number`, nil where it is missing.
  public static func trial(_ number: String) -> String? {
    broad.first { URL(filePath: $0).lastPathComponent.hasPrefix(number) }
  }

  /// Sets of recordings of carriers, each a folder of CSV files.
  public enum CarrierSet: String, CaseIterable, Sendable {
    case euroc, eurocUnbiased = "euroc_unbiased", openaxes, tstick, tumvi

    /// The paths of those that are present, in order.
    public var paths: [String] {
      let path = folder.appending(path: "carriers/\(rawValue)").path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".csv") }.sorted().map { "\(path)/\($0)" }
    }
  }

  /// A recording of an x-IMU, 100 Hz, in degrees, g and microtesla.
  public static let xIMU = folder.appending(path: "csv/ximu_100hz_deg_g_ut.csv").path
}
