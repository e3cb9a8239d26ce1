import Rotations

/// Signed axes for a test: three letters with signs.
struct SignedAxes {
  var axes: [Int]
  var signs: [Double]

  init?(_ text: String) {
    let words = text.split(separator: ",")
    axes = words.compactMap { word in word.last.flatMap { ["x", "y", "z"].firstIndex(of: String($0)) } }
    signs = words.map { $0.hasPrefix("-") ? -1 : 1 }
    guard Set(axes).count == 3 else { return nil }
  }

  func read(_ vector: Vector3<Double>) -> Vector3<Double> {
    Vector3(x: signs[0] * vector[axes[0]], y: signs[1] * vector[axes[1]], z: signs[2] * vector[axes[2]])
  }

  var inverse: SignedAxes {
    var result = self
    for row in 0..<3 { (result.axes[axes[row]], result.signs[axes[row]]) = (row, signs[row]) }
    return result
  }

  /// Whether they turn a right-handed sensor into a left-handed one.
  var isMirrored: Bool { (axes[1] == (axes[0] + 1) % 3) != (signs.reduce(1, *) > 0) }

  var text: String { (0..<3).map { (signs[$0] < 0 ? "-" : "") + ["x", "y", "z"][axes[$0]] }.joined(separator: ",") }
}
