import Foundation

/// The committed counts, and what a new count says to them.
struct CountThresholds: Codable {
  /// The compiler that the counts come from; another one may count otherwise.
  var compiler: String
  /// By the case's name.
  var counts: [String: InstructionCount]

  /// Rises by more than this are failures, falls by more ask for a lower threshold.
  static let tolerance = 0.05

  /// What stands out, a line each.
  struct Verdict {
    var failures: [String] = []
    var falls: [String] = []
  }

  init(compiler: String, counts: [String: InstructionCount]) {
    self.compiler = compiler
    self.counts = counts
  }

  /// From a file.
  init(path: String) throws(CountError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      throw CountError(message: "cannot read \(path): \(error)")
    }
  }

  /// Writes the file, creating its folder.
  func write(to path: String) throws(CountError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let file = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
    } catch {
      throw CountError(message: "cannot write \(path): \(error)")
    }
  }

  /// Compares new counts with these.
  func verdict(on new: [String: InstructionCount]) -> Verdict {
    var verdict = Verdict()
    for (name, old) in counts.sorted(by: { $0.key < $1.key }) {
      guard let count = new[name] else {
        verdict.failures.append("\(name): threshold without a count")
        continue
      }
      compare("\(name): instructions per update", old.perUpdate, count.perUpdate, &verdict)
      compare("\(name): allocations per update", old.allocationsPerUpdate, count.allocationsPerUpdate, &verdict)
      compare(
        "\(name): instructions of the worst update", old.worstUpdate.map(Double.init),
        count.worstUpdate.map(Double.init), &verdict)
    }
    verdict.failures += new.keys.filter { counts[$0] == nil }.sorted().map { "\($0): count without a threshold" }
    return verdict
  }

  private func compare(_ what: String, _ old: Double?, _ new: Double?, _ verdict: inout Verdict) {
    guard let old, let new else {
      if old != nil || new != nil { verdict.failures.append("\(what): threshold or count missing") }
      return
    }
    let change = old == 0 ? "" : String(format: ", %+.1f %%", (new / old - 1) * 100)
    let line = "\(what): \(Self.text(new)), threshold \(Self.text(old))\(change)"
    if new > old * (1 + Self.tolerance) {
      verdict.failures.append(line)
    } else if new < old * (1 - Self.tolerance) {
      verdict.falls.append(line)
    }
  }

  private static func text(_ number: Double) -> String { String(format: "%.6g", number) }
}
