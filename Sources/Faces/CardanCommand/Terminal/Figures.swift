import FileAccess
import MotionSamples
import Rotations

/// Numbers formatted for people.
enum Figures {
  /// A number with a fixed number of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.isNaN ? "-" : String(value, format: "%.\(decimals)f")
  }

  /// A number of a table for programs; `nan` for a missing one, as in the tables of attitudes.
  static func field(_ value: Double, _ decimals: Int) -> String { value.isNaN ? "nan" : fixed(value, decimals) }

  /// A number with up to `decimals` decimals, without trailing zeros.
  static func trimmed(_ value: Double, decimals: Int) -> String {
    var text = fixed(value, decimals)
    while text.contains("."), let last = text.last, last == "0" || last == "." { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// A number with three significant digits.
  static func short(_ value: Double) -> String { value.isNaN ? "-" : String(value, format: "%.3g") }

  /// An angle in radians, in degrees.
  static func degrees(_ radians: Double, decimals: Int) -> String { fixed(radians * 180 / .pi, decimals) }

  /// A vector in radians (per second), in degrees.
  static func degrees(_ vector: Vector3<Double>, decimals: Int) -> String {
    [vector.x, vector.y, vector.z].map { degrees($0, decimals: decimals) }.joined(separator: " ")
  }

  /// A number of things: `1 time`, `2 times`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// A part of a whole in per cent.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "-" : fixed(100 * Double(part) / Double(whole), 1) + " %"
  }

  /// A duration in s: `12.3 s`, `10 min`, `1 h 2 min 5 s`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.magnitude.rounded() >= 60 else { return "\(fixed(seconds, 1)) s" }
    let whole = Int(saturating: seconds.magnitude.rounded())
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
    return (seconds < 0 ? "-" : "")
      + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// A rounded number with its thousands separated by spaces.
  static func grouped(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    let digits = Array(String(Int(saturating: value.magnitude.rounded())))
    var text = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0 && (digits.count - place).isMultiple(of: 3) { text += " " }
      text.append(digit)
    }
    return text
  }
}
