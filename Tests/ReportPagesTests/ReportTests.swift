import Foundation
import MotionSimulation
import SensorCalibration
import Testing

@testable import ReportPages

/// Pictures: well-formed, steady, and with the numbers at the right places.
@Suite struct ReportTests {
  private static let area = SVGDocument.Rectangle(left: 100, top: 50, width: 400, height: 200)

  @Test func ticksAreRoundNumbers() {
    #expect(ChartAxis(title: "", range: 0...10).ticks.map(\.label) == ["0", "2", "4", "6", "8", "10"])
    #expect(
      ChartAxis(title: "", range: -0.3...0.3).ticks.map(\.label) == [
        "-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3",
      ])
    let decades = ChartAxis(title: "", holding: [0.0015, 900, -1, .nan], scale: .logarithmic)
    #expect(decades.ticks.map(\.label) == ["10⁻³", "0.01", "0.1", "1", "10", "100", "10³"])
    #expect(decades.position(of: 1) == 0.5)
    #expect(decades.position(of: 0).isNaN)
  }

  @Test func base64IsThatOfFoundation() {
    for count in 0..<10 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 251 - 83 * $0) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }

  @Test func rangesThatShowNothingAreReplaced() {
    let point = ChartAxis(title: "", holding: [3.0])
    #expect(point.range.lowerBound < 3 && point.range.upperBound > 3)
    #expect(ChartAxis(title: "", holding: []).range == 0...1)
    #expect(ChartAxis(title: "", range: -1...0, scale: .logarithmic).ticks.isEmpty == false)
  }

  @Test func valuesHaveTheirPlaces() {
    let chart = Chart(
      horizontal: ChartAxis(title: "", range: 0...10), vertical: ChartAxis(title: "", range: -1...1), area: Self.area)
    #expect(chart.point(of: .init(0, -1)) == .init(x: 100, y: 250))
    #expect(chart.point(of: .init(10, 1)) == .init(x: 500, y: 50))
    #expect(chart.point(of: .init(2.5, 0)) == .init(x: 200, y: 150))
  }

  @Test func aLineIsBrokenWhereAValueIsMissing() {
    var document = SVGDocument(width: 600, height: 300, title: "a < b & c")
    document.addPolyline(
      [0, 1, 2, Double.nan, 4, 5, .infinity, 7].map { SVGDocument.Point(x: $0, y: 1) }, style: .series(0))
    document.addPoints([.init(x: 1, y: 2), .init(x: .nan, y: 2)], style: .series(5))
    document.addText("µT > 0", at: .init(x: 10, y: 10.123456))
    let text = document.text
    // 0-1-2 and 4-5; the 7 alone is not a line.
    #expect(text.split(separator: "<polyline").count == 3)
    #expect(text.split(separator: "<circle").count == 2)
    #expect(text.contains("<title>a &lt; b &amp; c</title>") && text.contains("µT &gt; 0"))
    #expect(text.contains(#"y="10.12""#) && text.contains("prefers-color-scheme: dark"))
    #expect(text == document.text)
  }

  @Test func picturesAreWellFormed() throws {
    var document = SVGDocument(width: 600, height: 300, title: "Chart")
    let chart = Chart(
      horizontal: ChartAxis(title: "time in s", range: 1...100, scale: .logarithmic),
      vertical: ChartAxis(title: "\"rate\" <deg/s>", holding: [0, 3]), area: Self.area)
    chart.drawAxes(title: "A & B", on: &document)
    chart.drawLine([.init(1, 0), .init(0, 1), .init(10, 2), .init(100, 3)], style: .dashed(1), on: &document)
    chart.drawBar(over: 2...5, height: 2, style: .series(2), on: &document)
    chart.drawLegend([("fit", .dashed(1))], on: &document)
    // Every element is closed: as many openings as ends.
    let text = document.text
    let opened = text.matches(of: /<[a-z]+[^>]*[^\/]>/).count
    let closed = text.matches(of: /<\/[a-z]+>/).count
    #expect(opened == closed)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
  }

  @Test func thePictureHoldsEverySensorAndAxis() throws {
    var random = RandomSource(seed: 13)
    let series = try SegmentedSeries((0..<20_000).map { _ in random.nextNormal() }, interval: 0.01)
    let axis = AllanPlot.Axis(name: "x & y", deviation: try AllanDeviation(of: series), fit: try NoiseFit(of: series))
    let svg = AllanPlot(panels: [
      .init(title: "gyroscope", unit: "rad/s", axes: [axis]), .init(title: "accelerometer", unit: "m/s²", axes: [axis]),
    ]).svg
    #expect(svg.contains("gyroscope") && svg.contains("accelerometer") && svg.contains("x &amp; y"))
    #expect(svg.contains("Allan deviation [m/s²]") && svg.hasSuffix("</svg>\n"))
    #expect(!svg.lowercased().contains("nan"))
  }
}
