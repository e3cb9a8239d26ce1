import MotionSamples
import SystemLibrary

/// A chart with two axes in a picture.
struct Chart: Sendable {
  /// A value on both axes.
  struct Value: Equatable, Sendable {
    /// On the horizontal axis.
    var horizontal: Double
    /// On the vertical axis.
    var vertical: Double

    /// A pair of values.
    init(_ horizontal: Double, _ vertical: Double) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// The axis from left to right.
  let horizontal: ChartAxis
  /// The axis from bottom to top.
  let vertical: ChartAxis
  /// The area of the data; labels and titles of the axes need about 60 pixels to the left and 45 below.
  let area: SVGDocument.Rectangle

  /// The position of a value in the picture, possibly outside the area; not finite if an axis cannot show it.
  func point(of value: Value) -> SVGDocument.Point {
    SVGDocument.Point(
      x: area.left + area.width * horizontal.position(of: value.horizontal),
      y: area.top + area.height * (1 - vertical.position(of: value.vertical)))
  }

  /// Draws frame, grid, labels and titles of the axes, and a title above the area.
  func drawAxes(title: String = "", on document: inout SVGDocument) {
    let (right, bottom) = (area.left + area.width, area.top + area.height)
    for tick in horizontal.ticks {
      let x = area.left + area.width * horizontal.position(of: tick.value)
      document.addPolyline([.init(x: x, y: area.top), .init(x: x, y: bottom)], style: .faint, thickness: 0.5)
      document.addText(tick.label, at: .init(x: x, y: bottom + 17), anchor: .middle, size: 12)
    }
    for tick in vertical.ticks {
      let y = area.top + area.height * (1 - vertical.position(of: tick.value))
      document.addPolyline([.init(x: area.left, y: y), .init(x: right, y: y)], style: .faint, thickness: 0.5)
      document.addText(tick.label, at: .init(x: area.left - 6, y: y + 4), anchor: .end, size: 12)
    }
    document.addPolyline(
      [.init(x: area.left, y: area.top), .init(x: area.left, y: bottom), .init(x: right, y: bottom)], style: .ink,
      thickness: 1)
    let middle = area.left + area.width / 2
    document.addText(horizontal.title, at: .init(x: middle, y: bottom + 36), anchor: .middle)
    document.addText(
      vertical.title, at: .init(x: area.left - 46, y: area.top + area.height / 2), anchor: .middle, isVertical: true)
    document.addText(title, at: .init(x: area.left, y: area.top - 10), size: 15)
  }

  /// Draws a line through values.
  func drawLine(
    _ values: some Sequence<Value>, style: SVGDocument.Style, thickness: Double = 1.5, on document: inout SVGDocument
  ) {
    document.addPolyline(values.map(point), style: style, thickness: thickness)
  }

  /// Draws a disc at every value.
  func drawPoints(
    _ values: some Sequence<Value>, style: SVGDocument.Style, radius: Double = 2, opacity: Double = 1,
    on document: inout SVGDocument
  ) {
    document.addPoints(values.map(point), style: style, radius: radius, opacity: opacity)
  }

  /// Draws a bar from the bottom of the area to a height, over a range of the horizontal axis.
  func drawBar(
    over range: ClosedRange<Double>, height: Double, style: SVGDocument.Style, opacity: Double = 0.6,
    on document: inout SVGDocument
  ) {
    let top = point(of: Value(range.lowerBound, height))
    let right = point(of: Value(range.upperBound, height))
    let bar = SVGDocument.Rectangle(
      left: top.x, top: top.y, width: right.x - top.x, height: area.top + area.height - top.y)
    document.addRectangle(bar, style: style, opacity: opacity)
  }

  /// Draws a legend in the upper right corner of the area.
  func drawLegend(_ entries: [(name: String, style: SVGDocument.Style)], on document: inout SVGDocument) {
    for (place, entry) in entries.enumerated() {
      let y = area.top + 18 + 18 * Double(place)
      let right = area.left + area.width - 10
      document.addPolyline(
        [.init(x: right - 24, y: y - 4), .init(x: right, y: y - 4)], style: entry.style, thickness: 3)
      document.addText(entry.name, at: .init(x: right - 30, y: y), anchor: .end, size: 12)
    }
  }
}

/// One axis of a chart: range, scale and ticks.
struct ChartAxis: Sendable {
  /// The scale of an axis.
  enum Scale: Sendable {
    /// Linear.
    case linear
    /// Logarithmic, for positive values.
    case logarithmic
  }

  /// A labelled value of an axis.
  struct Tick: Equatable, Sendable {
    /// The value, in the unit of the axis.
    var value: Double
    /// The label.
    var label: String
  }

  /// The quantity, with its unit.
  let title: String
  /// The values at both ends.
  let range: ClosedRange<Double>
  /// The scale.
  let scale: Scale

  /// An axis with a given range. An empty range, or one that the scale cannot show, is replaced by one around it.
  init(title: String, range: ClosedRange<Double>, scale: Scale = .linear) {
    self.title = title
    self.scale = scale
    switch scale {
    case .linear:
      let room = range.upperBound > range.lowerBound ? 0 : max(1, range.upperBound.magnitude) * 0.5
      self.range = range.lowerBound - room...range.upperBound + room
    case .logarithmic:
      let top = range.upperBound > 0 ? range.upperBound : 1
      let bottom = range.lowerBound > 0 ? range.lowerBound : top * 1e-6
      self.range = bottom < top ? bottom...top : bottom / 10...bottom * 10
    }
  }

  /// An axis that contains the given values and ends at round numbers: of a 1-2-5 series, or powers of ten. Values that the
  /// scale cannot show are ignored.
  init(title: String, holding values: some Sequence<Double>, scale: Scale = .linear) {
    let shown = values.filter { $0.isFinite && (scale == .linear || $0 > 0) }
    guard let least = shown.min(), let largest = shown.max() else {
      self.init(title: title, range: scale == .linear ? 0...1 : 1...10, scale: scale)
      return
    }
    switch scale {
    case .linear:
      let open = ChartAxis(title: title, range: least...largest)
      let step = open.linearStep
      let bottom = (open.range.lowerBound / step).rounded(.down) * step
      let top = (open.range.upperBound / step).rounded(.up) * step
      self.init(title: title, range: bottom...top)
    case .logarithmic:
      let bottom = log10(least).rounded(.down)
      let top = max(log10(largest).rounded(.up), bottom + 1)
      self.init(title: title, range: pow(10, bottom)...pow(10, top), scale: scale)
    }
  }

  /// The position of a value: 0 at the lower end, 1 at the upper end; NaN if the scale cannot show it.
  func position(of value: Double) -> Double {
    switch scale {
    case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic:
      value > 0 ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound) : .nan
    }
  }

  /// The ticks: about six, of a 1-2-5 series, or the powers of ten.
  var ticks: [Tick] {
    switch scale {
    case .linear: linearTicks
    case .logarithmic: logarithmicTicks
    }
  }

  private var linearStep: Double {
    let rough = (range.upperBound - range.lowerBound) / 6
    let power = pow(10, log10(rough).rounded(.down))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10
    return factor * power
  }

  private var linearTicks: [Tick] {
    let step = linearStep
    let decimals = max(0, Int(saturating: -log10(step * 1.001).rounded(.down)))
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    return stride(from: first, through: last, by: 1).map { multiple in
      // Adding zero makes -0 a 0.
      let value = multiple * step + 0
      return Tick(value: value, label: value.printed("%.\(decimals)f"))
    }
  }

  private var logarithmicTicks: [Tick] {
    let first = Int(saturating: (log10(range.lowerBound) - 1e-9).rounded(.up))
    let last = Int(saturating: (log10(range.upperBound) + 1e-9).rounded(.down))
    guard last >= first else { return [] }
    let every = (last - first) / 12 + 1
    return stride(from: first, through: last, by: every).map { exponent in
      Tick(value: pow(10, Double(exponent)), label: Self.powerOfTen(exponent))
    }
  }

  /// A label such as 10⁻³; powers near 1 in full.
  private static func powerOfTen(_ exponent: Int) -> String {
    switch exponent {
    case -2: return "0.01"
    case -1: return "0.1"
    case 0: return "1"
    case 1: return "10"
    case 2: return "100"
    default:
      let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
      let power = String(exponent.magnitude).compactMap(\.wholeNumberValue).map { digits[$0] }
      return "10" + (exponent < 0 ? "⁻" : "") + String(power)
    }
  }
}

extension Double {
  /// The number in a format of C: `printed("%.1f")` for one decimal.
  func printed(_ format: String) -> String {
    withVaList([self]) { arguments in
      // The longest number without a fraction has 309 digits.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) >= 0 else { return "" }
        return String(cString: start)
      }
    }
  }
}
