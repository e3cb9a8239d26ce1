import MotionSamples
import Rotations
import SensorCalibration

/// Pictures of a calibration: the directions of its readings, and the remaining errors.
package enum CalibrationPictures {
  /// The names of the files of all pictures, whether or not a result has them.
  package static let names = [coverageName, magnetometerResidualsName, accelerometerResidualsName]

  private static let coverageName = "magnetometer-coverage.svg"
  private static let magnetometerResidualsName = "magnetometer-residuals.svg"
  private static let accelerometerResidualsName = "accelerometer-residuals.svg"

  /// All pictures of a result as SVG, with the names of their files.
  package static func all(of result: CalibrationResult) -> [(name: String, svg: String)] {
    var pictures: [(String, SVGDocument)] = []
    if let magnetometer = result.magnetometer {
      pictures.append((coverageName, coverage(of: magnetometer)))
      pictures.append((magnetometerResidualsName, residuals(of: magnetometer)))
    }
    if let accelerometer = result.accelerometer {
      pictures.append((accelerometerResidualsName, residuals(of: accelerometer)))
    }
    return pictures.map { name, picture in (name, picture.text) }
  }

  /// Maps of the directions of a magnetometer's readings before and after calibration, with covered cells shaded. Equal areas
  /// of the map are equal areas of the sphere.
  static func coverage(of calibration: MagnetometerCalibration) -> SVGDocument {
    var document = SVGDocument(width: 760, height: 640, title: "Directions of the magnetic field in the sensor")
    let before = calibration.readings
    let after = before.map(calibration.model.apply)
    let panels = [("Before calibration", before, 1), ("After calibration", after, 0)]
    for (place, panel) in panels.enumerated() {
      let (name, vectors, series) = panel
      let chart = Chart(
        horizontal: ChartAxis(title: "longitude in degrees", range: -180...180),
        vertical: ChartAxis(title: "height z", range: -1...1),
        area: .init(left: 80, top: 40 + 305 * Double(place), width: 650, height: 215))
      var coverage = SphereCoverage()
      for vector in vectors { coverage.add(vector) }
      shade(coverage, on: chart, in: &document)
      let share = (100 * coverage.share).printed("%.0f")
      chart.drawAxes(title: "\(name): \(share) % of the sphere", on: &document)
      chart.drawPoints(
        vectors.compactMap(mapped), style: .series(series), radius: 1.5, opacity: 0.5, on: &document)
    }
    return document
  }

  /// Histograms of a magnetometer's distances from the ellipsoid, and of the lengths of raw readings less their mean.
  static func residuals(of calibration: MagnetometerCalibration) -> SVGDocument {
    let lengths = calibration.readings.map(\.length)
    let mean = lengths.reduce(0, +) / Double(max(1, lengths.count))
    return histogram(
      before: lengths.map { $0 - mean }, after: calibration.residuals, unit: "µT",
      title: "Magnetometer: length of the field less its mean")
  }

  /// Histograms of an accelerometer's length at rest less gravity, before and after calibration.
  static func residuals(of calibration: AccelerometerCalibration) -> SVGDocument {
    histogram(
      before: calibration.rests.map { $0.specificForce.length - calibration.gravity }, after: calibration.residuals,
      unit: "m/s²", title: "Accelerometer: length at rest less gravity")
  }

  private static func shade(_ coverage: SphereCoverage, on chart: Chart, in document: inout SVGDocument) {
    let (width, height) = (360 / Double(SphereCoverage.cellsPerBelt), 2 / Double(SphereCoverage.beltCount))
    for (place, count) in coverage.counts.enumerated() where count > 0 {
      let (belt, cell) = (place / SphereCoverage.cellsPerBelt, place % SphereCoverage.cellsPerBelt)
      // Cells are counted eastwards from longitude zero; the map begins at -180 degrees.
      let start = Double(cell) * width
      let west = start >= 180 ? start - 360 : start
      let south = Double(belt) * height - 1
      let corner = chart.point(of: .init(west, south + height))
      let opposite = chart.point(of: .init(west + width, south))
      let area = SVGDocument.Rectangle(
        left: corner.x, top: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
      document.addRectangle(area, style: .faint, opacity: 0.35)
    }
  }

  private static func mapped(_ vector: Vector3<Double>) -> Chart.Value? {
    guard let direction = vector.normalized else { return nil }
    return Chart.Value(Double.arcTangent(y: direction.y, x: direction.x) * 180 / .pi, direction.z)
  }

  private static func histogram(before: [Double], after: [Double], unit: String, title: String) -> SVGDocument {
    let binCount = 40
    let largest = before.map(\.magnitude).sorted().dropLast(before.count / 50).last ?? 1
    let limit = max(largest, after.map(\.magnitude).sorted().dropLast(after.count / 50).last ?? 0, 1e-9)
    func counts(_ values: [Double]) -> [Double] {
      var counts = [Double](repeating: 0, count: binCount)
      for value in values {
        let place = Int(
          saturating: ((value / limit + 1) / 2 * Double(binCount)).rounded(.down).clamped(0, Double(binCount - 1)))
        counts[place] += 1
      }
      return counts
    }
    let histograms = [(counts(before), 1), (counts(after), 0)]
    let top = histograms.flatMap(\.0).max() ?? 1
    var document = SVGDocument(width: 760, height: 420, title: title)
    let chart = Chart(
      horizontal: ChartAxis(title: "\(unit); the outermost bars hold all beyond", range: -limit...limit),
      vertical: ChartAxis(title: "readings", holding: [0, top]),
      area: .init(left: 80, top: 40, width: 650, height: 310))
    chart.drawAxes(title: title, on: &document)
    for (counts, series) in histograms {
      for (place, count) in counts.enumerated() where count > 0 {
        let start = (2 * Double(place) / Double(binCount) - 1) * limit
        let range = start...start + 2 * limit / Double(binCount)
        chart.drawBar(over: range, height: count, style: .series(series), opacity: 0.5, on: &document)
      }
    }
    chart.drawLegend([("before", .series(1)), ("after", .series(0))], on: &document)
    return document
  }
}
