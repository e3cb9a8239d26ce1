import MotionLogs

/// Names results after their logs.
enum OutputNaming {
  /// Paths in `folder` for the results of `logs`, in their order, all different: `walk.csv` becomes
  /// `walk.attitude.csv`, and `flight.ulg#1` becomes `flight#1.attitude.csv`; of two logs with one name the later ones are numbered `walk-2.attitude.csv`.
  static func paths(for logs: [String], in folder: String, mark: String = "attitude", ending: String) -> [String] {
    var taken: Set<String> = []
    return logs.map { log in
      let (file, kind) = FilePath.stem(of: FilePath.name(of: log))
      let name = file + (kind.firstIndex(of: "#").map { kind[$0...] } ?? "")
      let stem = name.isEmpty || name == "-" ? "log" : name
      var candidate = "\(stem).\(mark).\(ending)"
      var number = 1
      while !taken.insert(candidate.lowercased()).inserted {
        number += 1
        candidate = "\(stem)-\(number).\(mark).\(ending)"
      }
      return FilePath.path(of: candidate, in: folder)
    }
  }
}
