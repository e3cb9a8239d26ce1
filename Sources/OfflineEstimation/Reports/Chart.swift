/// A chart of two axes inside a picture: it places values, and draws the frame, the grid and the numbers along it.
public struct Chart: Sendable {
  /// A value on both axes.
  public struct Value: Equatable, Sendable {
    /// On the horizontal axis.
    public var horizontal: Double
    /// On the vertical axis.
    public var vertical: Double

    /// A pair of values.
    public init(_ horizontal: Double, _ vertical: Double) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// The axis from left to right.
  public let horizontal: ChartAxis
  /// The axis from bottom to top.
  public let vertical: ChartAxis
  /// The area of the data; the numbers and titles of the axes lie outside of it, about 60 pixels to the left and 45
  /// below.
  public let area: SVGDocument.Rectangle

  /// A chart from its axes and its place.
  public init(horizontal: ChartAxis, vertical: ChartAxis, area: SVGDocument.Rectangle) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.area = area
  }

  /// The place of a value in the picture, also outside of the area; not finite where an axis has no place for it.
  public func point(of value: Value) -> SVGDocument.Point {
    SVGDocument.Point(
      x: area.left + area.width * horizontal.position(of: value.horizontal),
      y: area.top + area.height * (1 - vertical.position(of: value.vertical)))
  }

  /// Draws the frame, the grid, the numbers and the titles of the axes, and a title above the area.
  public func drawAxes(title: String = "", on document: inout SVGDocument) {
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
  public func drawLine(
    _ values: some Sequence<Value>, style: SVGDocument.Style, thickness: Double = 1.5, on document: inout SVGDocument
  ) {
    document.addPolyline(values.map(point), style: style, thickness: thickness)
  }

  /// Draws a disc at every value.
  public func drawPoints(
    _ values: some Sequence<Value>, style: SVGDocument.Style, radius: Double = 2, opacity: Double = 1,
    on document: inout SVGDocument
  ) {
    document.addPoints(values.map(point), style: style, radius: radius, opacity: opacity)
  }

  /// Draws a bar from the bottom of the area to a height, over a range of the horizontal axis.
  public func drawBar(
    over range: ClosedRange<Double>, height: Double, style: SVGDocument.Style, opacity: Double = 0.6,
    on document: inout SVGDocument
  ) {
    let top = point(of: Value(range.lowerBound, height))
    let right = point(of: Value(range.upperBound, height))
    let bar = SVGDocument.Rectangle(
      left: top.x, top: top.y, width: right.x - top.x, height: area.top + area.height - top.y)
    document.addRectangle(bar, style: style, opacity: opacity)
  }

  /// Writes names of series below each other in the upper right corner of the area, each after a line in its style.
  public func drawLegend(_ entries: [(name: String, style: SVGDocument.Style)], on document: inout SVGDocument) {
    for (place, entry) in entries.enumerated() {
      let y = area.top + 18 + 18 * Double(place)
      let right = area.left + area.width - 10
      document.addPolyline(
        [.init(x: right - 24, y: y - 4), .init(x: right, y: y - 4)], style: entry.style, thickness: 3)
      document.addText(entry.name, at: .init(x: right - 30, y: y), anchor: .end, size: 12)
    }
  }
}
