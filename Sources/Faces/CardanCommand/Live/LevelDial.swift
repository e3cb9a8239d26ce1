import DeviceGestures
import FileAccess
import MotionSamples
import SystemLibrary

/// The dial of the inclinometer: a ring with marks at each eighth of a turn and a needle that points up. For a flat device a
/// bubble replaces the needle and moves towards the raised side.
struct LevelDial {
  /// The size in characters, including the text beside the dial.
  static let size = TerminalSize(width: 46, height: 10)

  private static let columns = 20
  private static let radius = 19.0

  let reading: LevelReading

  /// The lines from the top, within the size.
  var lines: [String] {
    var canvas = BrailleCanvas(columns: Self.columns, rows: Self.size.height)
    drawRing(&canvas)
    if let angle = reading.angle { drawNeedle(&canvas, angle * .pi / 180) } else { drawBubble(&canvas) }
    return zip(canvas.lines, text).map { "\($0)  \($1)" }
  }

  private func drawRing(_ canvas: inout BrailleCanvas) {
    for step in 0..<180 { set(&canvas, Self.radius, Double(step) * .pi / 90) }
    for eighth in 0..<8 {
      let length = eighth % 2 == 0 ? 5 : 3
      for depth in 0..<length { set(&canvas, Self.radius - Double(depth), Double(eighth) * .pi / 4) }
    }
  }

  private func drawNeedle(_ canvas: inout BrailleCanvas, _ angle: Double) {
    for distance in stride(from: 0, to: 13, by: 0.5) { set(&canvas, distance, angle) }
    for distance in stride(from: 8.5, to: 13, by: 0.5) {
      for side in [-1.0, 1] { set(&canvas, distance, angle + side * (13 - distance) / 26) }
    }
  }

  private func drawBubble(_ canvas: inout BrailleCanvas) {
    let scale = 10 / 45.0
    let slopes = reading.slopes
    let (x, y) = (min(max(slopes.x, -45), 45) * scale, min(max(slopes.y, -45), 45) * scale)
    for dx in -3...3 {
      for dy in -3...3 where dx * dx + dy * dy <= 10 {
        canvas.set(Self.center + Int(saturating: x.rounded()) + dx, Self.center - Int(saturating: y.rounded()) + dy)
      }
    }
  }

  private static let center = 20

  /// Sets the dot at a distance from the centre and an angle clockwise from the top.
  private func set(_ canvas: inout BrailleCanvas, _ distance: Double, _ angle: Double) {
    let (x, y) = (distance * sin(angle), distance * cos(angle))
    canvas.set(Self.center + Int(saturating: x.rounded()), Self.center - Int(saturating: y.rounded()))
  }

  private var text: [String] {
    func degrees(_ value: Double) -> String { String(value, format: "%+6.1f°") }
    let slopes = reading.slopes
    let lines = [
      "", "", reading.angle.map { String($0, format: "angle   %6.1f°") } ?? "angle        -",
      "slope x \(degrees(slopes.x))", "slope y \(degrees(slopes.y))", "", reading.orientation.name,
      abs(reading.deviation) < 0.5 ? "level" : "",
    ]
    return lines + Array(repeating: "", count: Self.size.height - lines.count)
  }
}

/// A dot matrix of Braille characters, two columns and four rows each.
struct BrailleCanvas {
  private let columns: Int
  private var cells: [UInt8]

  /// An empty canvas, with its size in characters.
  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: 0, count: columns * rows)
  }

  /// The bits of the dots of a character, row by row (Unicode block U+2800).
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// Sets the dot at x from the left and y from the top. Ignores dots outside the canvas.
  mutating func set(_ x: Int, _ y: Int) {
    let cell = y / 4 * columns + x / 2
    guard x >= 0, y >= 0, x < 2 * columns, cells.indices.contains(cell) else { return }
    cells[cell] |= Self.bits[y % 4 * 2 + x % 2]
  }

  /// The lines, from the top.
  var lines: [String] {
    stride(from: 0, to: cells.count, by: columns).map { start in
      String(
        String.UnicodeScalarView(cells[start..<start + columns].compactMap { Unicode.Scalar(0x2800 + UInt32($0)) }))
    }
  }
}
