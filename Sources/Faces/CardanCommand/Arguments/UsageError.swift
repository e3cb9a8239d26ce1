import LogTables

/// An invalid command line.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The fault, with the name of the option or operand.
  var message: String
  /// The probable intention.
  var suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  var description: String {
    guard let suggestion else { return message.printable }
    return "\(message); did you mean \(suggestion)?".printable
  }
}

/// Suggests corrections of misspelt words.
enum Spelling {
  /// The candidate nearest to `word`: one that begins with it or differs by a few letters; nil if all are too far.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let completions = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
    if let shortest = completions.min(by: { $0.count < $1.count }) { return shortest }
    let tolerated = max(1, min(3, word.count / 3))
    let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= tolerated else { return nil }
    return best.candidate
  }

  /// The optimal string alignment distance: the least number of insertions, deletions, substitutions and transpositions of
  /// neighbours.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        let edited = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        let isExchange =
          row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]
        current[column] = isExchange ? min(edited, beforeLast[column - 2] + 1) : edited
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
