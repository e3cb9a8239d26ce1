import FileAccess
import LogFormats
import SystemLibrary

/// A choice of output formats, which the ending of a name can make.
protocol OutputFormat: NamedChoice {
  /// The endings of names for this format, in lower case; the first is that of results without a name.
  var endings: [String] { get }
}

extension OutputFormat {
  /// The ending of results without a name.
  var ending: String { endings.first ?? "" }

  /// The format of an output: the requested one, otherwise that of its name, otherwise the first. Throws if the name ends like
  /// one of another format.
  static func format(_ requested: Self?, of path: String?) throws(UsageError) -> Self {
    guard let path, let ending = OutputEnding.ending(of: path) else { return requested ?? allCases.first! }
    let candidates = allCases.filter { $0.endings.contains(ending) }
    guard let requested else {
      if let format = candidates.first { return format }
      throw UsageError(
        "option '--output': no result is written as '.\(ending)'; choose a name that ends in one of "
          + Set(allCases.flatMap(\.endings)).sorted().map { ".\($0)" }.joined(separator: ", "))
    }
    guard requested.endings.contains(ending) else {
      let other = candidates.first.map { "; give '--format \($0.rawValue)' or another name" } ?? "; give another name"
      throw UsageError("option '--output': '\(path)' does not end like '--format \(requested.rawValue)'\(other)")
    }
    return requested
  }
}

/// The endings of names that say what a file holds.
enum OutputEnding {
  /// Endings of results, of logs, and of other tables. Names with others, such as `.txt`, can have any content.
  private static let known: Set<String> = [
    "csv", "tsv", "tum", "npy", "npz", "arrow", "arrows", "feather", "ipc", "mcap", "bag", "db3", "ulg", "tlog", "bin",
    "h5", "hdf5", "gcsv", "parquet", "xlsx", "mat", "zip", "gz", "zst", "lz4", "bz2",
    "json", "jsonl", "html", "svg",
  ]

  /// The ending of a path that says what the file holds; nil for others, for folders, and for files that are not regular.
  static func ending(of path: String) -> String? {
    let ending = FilePath.stem(of: FilePath.name(of: path)).ending.lowercased()
    var status = stat()
    if path.hasSuffix("/") || (stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG) { return nil }
    return known.contains(ending) ? ending : nil
  }

  /// What a command writes that has no choice of formats.
  enum Content: String {
    case csv = "CSV"
    case json = "lines of JSON"

    fileprivate var endings: [String] { self == .csv ? ["csv"] : ["json", "jsonl"] }
  }

  /// Throws if the name of a file ends like one of another format than the command writes.
  static func validate(_ path: String, command: String, writes content: Content = .csv) throws(UsageError) {
    if let ending = ending(of: path), !content.endings.contains(ending) {
      throw UsageError("option '--output': '\(command)' writes \(content.rawValue), and '\(path)' ends in .\(ending)")
    }
  }
}

/// Names results after their logs.
enum OutputNaming {
  /// Paths in `folder` for the results of `logs`, in their order, all different: `walk.csv` becomes `walk.attitude.csv`,
  /// and `flight.ulg#1` becomes `flight#1.attitude.csv`; of two logs with one name the later ones are numbered
  /// `walk-2.attitude.csv`.
  static func paths(for logs: [String], in folder: String, mark: String = "attitude", ending: String) -> [String] {
    let entries = logs.map { LogDiscovery.Entry(path: $0, place: $0, folders: "") }
    return paths(for: entries, in: folder, mark: mark, ending: ending) { _, _ in .unused }
  }

  /// Whose result a path is, by earlier runs.
  enum Owner {
    case unused, log, otherLog
  }

  /// The same for logs in folders of an operand: the results are in the same folders below `folder`. `owner` says whose result a
  /// path is already: a log keeps its path, and gets none of another log, also if that is no longer among them.
  static func paths(
    for entries: [LogDiscovery.Entry], in folder: String, mark: String, ending: String,
    owner: (_ path: String, _ log: String) -> Owner
  ) -> [String] {
    func candidate(_ entry: LogDiscovery.Entry, _ number: Int) -> String {
      let (file, kind) = FilePath.stem(of: FilePath.name(of: entry.path))
      let name = file + (kind.firstIndex(of: "#").map { kind[$0...] } ?? "")
      let stem = name.isEmpty || name == "-" ? "log" : name
      let number = number > 1 ? "-\(number)" : ""
      return FilePath.path(of: "\(entry.folders)\(stem)\(number).\(mark).\(ending)", in: folder)
    }
    var taken: Set<String> = []
    var paths: [String?] = entries.map { entry in
      var number = 1
      while true {
        let path = candidate(entry, number)
        switch owner(path, entry.path) {
        case .unused: return nil
        case .log where taken.insert(path.lowercased()).inserted: return path
        case .log, .otherLog: number += 1
        }
      }
    }
    for (index, entry) in entries.enumerated() where paths[index] == nil {
      var number = 1
      var path = candidate(entry, number)
      while owner(path, entry.path) == .otherLog || !taken.insert(path.lowercased()).inserted {
        number += 1
        path = candidate(entry, number)
      }
      paths[index] = path
    }
    return paths.compactMap { $0 }
  }
}
