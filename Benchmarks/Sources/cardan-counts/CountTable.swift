import FilterRuns
import Foundation

/// The counts as a table in Markdown.
struct CountTable {
  let plan: CountPlan
  let counts: [String: InstructionCount]

  var markdown: String {
    var table = MarkdownTable(
      ["filter", "number", "axes", "Hz", "instructions per sample", "per update", "worst update", "allocations"],
      wordColumns: 3)
    for run in plan.means {
      let (label, count) = (run.label, counts[run.label.name])
      table.add([
        label.filter, label.number, label.sensors.rawValue, String(Int(label.rate)), Self.text(count?.perSample),
        Self.text(count?.perUpdate), count?.worstUpdate.map(String.init) ?? "",
        count?.allocationsPerUpdate.map { String(format: "%.4g", $0) } ?? "",
      ])
    }
    return table.text
  }

  private static func text(_ number: Double?) -> String { number.map { String(format: "%.0f", $0) } ?? "" }
}
