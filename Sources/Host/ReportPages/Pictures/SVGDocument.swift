import MotionSamples

/// A plain SVG picture: text, lines, points and rectangles in pixels from the top left corner.
///
/// A style sheet in the picture follows the reader's light or dark scheme. The same calls give the same bytes. Non-finite
/// points are skipped and break lines.
struct SVGDocument: Sendable {
  /// A point in pixels: x to the right, y down.
  struct Point: Equatable, Sendable {
    /// Pixels from the left edge.
    var x: Double
    /// Pixels from the top edge.
    var y: Double

    var isFinite: Bool { x.isFinite && y.isFinite }
  }

  /// A rectangle in pixels.
  struct Rectangle: Equatable, Sendable {
    /// Its left edge.
    var left: Double
    /// Its top edge.
    var top: Double
    /// Its width.
    var width: Double
    /// Its height.
    var height: Double
  }

  /// The role of an element; its colour depends on the scheme.
  enum Style: Equatable, Sendable {
    /// Text and axes.
    case ink
    /// Grid lines, frames and notes.
    case faint
    /// Data of a series, by number: 0 blue, 1 orange, 2 green, 3 purple, then again from 0.
    case series(Int)
    /// The same with dashed lines: fits and limits.
    case dashed(Int)

    fileprivate var classes: String {
      switch self {
      case .ink: "ink"
      case .faint: "faint"
      case .series(let number): "series\(Self.place(number))"
      case .dashed(let number): "series\(Self.place(number)) dashed"
      }
    }

    private static func place(_ number: Int) -> Int { ((number % 4) + 4) % 4 }
  }

  /// The position of a text relative to its point.
  enum Anchor: String, Sendable {
    /// The text begins at the point.
    case start
    /// The text has its middle at the point.
    case middle
    /// The text ends at the point.
    case end
  }

  /// The width in pixels.
  let width: Double
  /// The height in pixels.
  let height: Double
  private let title: String
  private var elements: [String] = []

  /// An empty picture; the title is its tooltip and its text for screen readers.
  init(width: Double, height: Double, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }

  /// Draws a line through points.
  mutating func addPolyline(_ points: some Sequence<Point>, style: Style = .ink, thickness: Double = 1.5) {
    var piece: [Point] = []
    for point in points {
      if point.isFinite {
        piece.append(point)
      } else {
        addPiece(piece, style, thickness)
        piece.removeAll(keepingCapacity: true)
      }
    }
    addPiece(piece, style, thickness)
  }

  private mutating func addPiece(_ points: [Point], _ style: Style, _ thickness: Double) {
    guard points.count > 1 else { return }
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    elements.append(
      #"<polyline class="\#(style.classes) line" stroke-width="\#(Self.number(thickness))" points="\#(list)"/>"#)
  }

  /// Draws a disc at every point.
  mutating func addPoints(
    _ points: some Sequence<Point>, style: Style, radius: Double = 2, opacity: Double = 1
  ) {
    let discs = points.filter(\.isFinite).map {
      #"<circle cx="\#(Self.number($0.x))" cy="\#(Self.number($0.y))" r="\#(Self.number(radius))"/>"#
    }
    guard !discs.isEmpty else { return }
    elements.append(
      #"<g class="\#(style.classes) area" fill-opacity="\#(Self.number(opacity))">\#(discs.joined())</g>"#)
  }

  /// Draws a filled rectangle with an opacity from 0 to 1.
  mutating func addRectangle(_ rectangle: Rectangle, style: Style, opacity: Double = 1) {
    guard rectangle.width > 0, rectangle.height > 0, (rectangle.left + rectangle.top).isFinite else { return }
    let place = #"x="\#(Self.number(rectangle.left))" y="\#(Self.number(rectangle.top))""#
    let extent = #"width="\#(Self.number(rectangle.width))" height="\#(Self.number(rectangle.height))""#
    elements.append(
      #"<rect class="\#(style.classes) area" fill-opacity="\#(Self.number(opacity))" \#(place) \#(extent)/>"#)
  }

  /// Draws a line of text; `isVertical` rotates it to read upwards.
  mutating func addText(
    _ text: String, at point: Point, anchor: Anchor = .start, style: Style = .ink, size: Double = 13,
    isVertical: Bool = false
  ) {
    let (x, y) = (Self.number(point.x), Self.number(point.y))
    let turn = isVertical ? #" transform="rotate(-90 \#(x) \#(y))""# : ""
    elements.append(
      #"<text class="\#(style.classes) area" x="\#(x)" y="\#(y)" font-size="\#(Self.number(size))" "#
        + #"text-anchor="\#(anchor.rawValue)"\#(turn)>\#(Self.escaped(text))</text>"#)
  }

  /// The picture as the content of a file.
  var text: String {
    let (width, height) = (Self.number(width), Self.number(height))
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" font-family="system-ui, sans-serif">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.styleSheet)
      </style>
      <rect class="page" width="100%" height="100%"/>

      """
    return head + elements.map { $0 + "\n" }.joined() + "</svg>\n"
  }

  private static let styleSheet = """
    .page { fill: #ffffff } .line { fill: none; stroke: currentColor } .area { fill: currentColor }
    .dashed { stroke-dasharray: 6 4 } .ink { color: #1f2328 } .faint { color: #c4cad1 }
    .series0 { color: #0969da } .series1 { color: #bc4c00 } .series2 { color: #1a7f37 } .series3 { color: #8250df }
    @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .ink { color: #e6edf3 } .faint { color: #4a525c }
    .series0 { color: #58a6ff } .series1 { color: #f0883e } .series2 { color: #3fb950 } .series3 { color: #bc8cff }
    }
    """

  /// Rounds to a hundredth of a pixel, without decimals for whole numbers, within a million pixels.
  private static func number(_ value: Double) -> String {
    let rounded = (min(max(value, -1e6), 1e6) * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(saturating: rounded))" : "\(rounded)"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
