import SensorCalibration

/// A picture of Allan deviations: one chart per sensor with its axes, their 95 % confidence limits (thin lines), their fits
/// (dashed) and the slopes of the processes (faint).
package struct AllanPlot: Sendable {
  /// One axis of a sensor.
  package struct Axis: Sendable {
    /// Its name in the legend.
    package var name: String
    /// The deviation.
    package var deviation: AllanDeviation
    /// Its noise processes, if identified.
    package var fit: NoiseFit?

    /// An axis from its parts.
    package init(name: String, deviation: AllanDeviation, fit: NoiseFit?) {
      self.name = name
      self.deviation = deviation
      self.fit = fit
    }
  }

  /// One sensor.
  package struct Panel: Sendable {
    /// The title above the chart.
    package var title: String
    /// The unit of the readings.
    package var unit: String
    /// The axes, at most four.
    package var axes: [Axis]

    /// A panel from its parts.
    package init(title: String, unit: String, axes: [Axis]) {
      self.title = title
      self.unit = unit
      self.axes = axes
    }
  }

  /// The charts, from top to bottom.
  package var panels: [Panel]

  /// A picture of the given charts.
  package init(panels: [Panel]) { self.panels = panels }

  private static let width = 760.0
  private static let panelHeight = 430.0

  /// The picture as the content of an SVG file.
  package var svg: String {
    var document = SVGDocument(
      width: Self.width, height: Self.panelHeight * Double(max(1, panels.count)), title: "Allan deviation")
    for (place, panel) in panels.enumerated() { Self.draw(panel, top: Self.panelHeight * Double(place), on: &document) }
    return document.text
  }

  private static func draw(_ panel: Panel, top: Double, on document: inout SVGDocument) {
    let points = panel.axes.flatMap(\.deviation.points)
    let chart = Chart(
      horizontal: ChartAxis(title: "averaging time [s]", holding: points.map(\.averagingTime), scale: .logarithmic),
      vertical: ChartAxis(
        title: "Allan deviation [\(panel.unit)]", holding: points.map(\.deviation), scale: .logarithmic),
      area: .init(left: 75, top: top + 45, width: width - 105, height: panelHeight - 105))
    chart.drawAxes(title: panel.title, on: &document)
    for (number, axis) in panel.axes.enumerated() { draw(axis, number, chart, on: &document) }
    let legend = panel.axes.enumerated().map { (name: $1.name, style: SVGDocument.Style.series($0)) }
    chart.drawLegend(legend, on: &document)
  }

  private static func draw(_ axis: Axis, _ number: Int, _ chart: Chart, on document: inout SVGDocument) {
    let points = axis.deviation.points
    func line(_ value: (AllanDeviation.Point) -> Double) -> [Chart.Value] {
      points.map { point in
        let value = value(point)
        return Chart.Value(point.averagingTime, chart.vertical.range.contains(value) ? value : .nan)
      }
    }
    if let fit = axis.fit {
      for (process, coefficient) in fit.coefficients.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let slope = line {
          coefficient.variance(of: process, factor: $0.averagingFactor, interval: axis.deviation.interval).squareRoot()
        }
        chart.drawLine(slope, style: .faint, thickness: 1, on: &document)
      }
      let sum = line { fit.variance(averagingTime: $0.averagingTime).squareRoot() }
      chart.drawLine(sum, style: .dashed(number), thickness: 1, on: &document)
    }
    let limits = points.map { $0.interval(probability: 0.95) }
    for limit in [limits.map(\.lowerBound), limits.map(\.upperBound)] {
      let values = zip(points, limit).map { point, value in
        Chart.Value(point.averagingTime, chart.vertical.range.contains(value) ? value : .nan)
      }
      chart.drawLine(values, style: .series(number), thickness: 0.5, on: &document)
    }
    chart.drawLine(line(\.deviation), style: .series(number), thickness: 2, on: &document)
  }
}
