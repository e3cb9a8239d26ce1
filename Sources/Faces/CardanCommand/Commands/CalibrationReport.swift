import JSONCoding
import MotionSamples
import Rotations
import SensorCalibration

/// The report of `cardan calibrate`.
struct CalibrationReport {
  let result: CalibrationResult
  let log: String

  /// The report, with a line feed at its end.
  var text: String {
    var lines = [log, row("rests", "\(result.restCount)")]
    if let gyroscope = result.gyroscope { lines += self.lines(gyroscope) }
    if let accelerometer = result.accelerometer { lines += self.lines(accelerometer) }
    if let magnetometer = result.magnetometer { lines += self.lines(magnetometer) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as JSON.
  ///
  /// - Parameters:
  ///   - calibration: The calibration; left out if no sensor was calibrated.
  ///   - output: The file with it; nil without.
  func json(_ calibration: CalibrationFile, at output: String?) -> String {
    let document = Document(
      log: log, output: result.isEmpty ? nil : output, restCount: result.restCount,
      problems: result.problems.map { "\($0)" }, calibration: result.isEmpty ? nil : calibration)
    return JSON.report(document)
  }

  private struct Document: Encodable {
    var log: String
    var output: String?
    var restCount: Int
    var problems: [String]
    var calibration: CalibrationFile?
  }

  private func lines(_ calibration: GyroscopeCalibration) -> [String] {
    var lines = [
      "gyroscope",
      row(
        "bias",
        "\(Figures.degrees(calibration.model.bias, decimals: 4)) ± "
          + "\(Figures.degrees(calibration.biasStandardDeviation, decimals: 4)) deg/s"),
    ]
    if let fit = calibration.temperatureFit { lines += self.lines(fit) }
    if let fit = calibration.matrixFit {
      lines += matrix("matrix", calibration.model.matrix)
      lines.append(row("", "± \(Figures.short(largest(fit.standardDeviation)))"))
      lines.append(
        row(
          "residual",
          "\(Figures.degrees(fit.residualBefore, decimals: 3)) deg before, \(Figures.degrees(fit.residual, decimals: 3)) "
            + "after, over \(fit.transitionCount) turns between rests"))
      if !result.usesCalibratedAccelerometer { lines.append(row("", "gravity from the uncalibrated accelerometer")) }
    } else if let problem = calibration.matrixProblem {
      lines.append(row("matrix", "not found: \(problem)"))
    }
    return lines
  }

  private func lines(_ fit: GyroscopeTemperatureFit) -> [String] {
    let (least, largest) = (fit.temperatureRange.lowerBound, fit.temperatureRange.upperBound)
    let reference = Figures.fixed(fit.referenceTemperature, 1)
    let higher = fit.coefficients.indices.dropFirst().map { power in
      row(
        "",
        "\(Figures.degrees(fit.coefficients[power], decimals: 6)) ± "
          + "\(Figures.degrees(fit.standardDeviations[power], decimals: 6)) deg/s per degC^\(power)")
    }
    return [
      row(
        "temperature",
        "bias at \(reference) degC; range \(Figures.fixed(least, 1)) to \(Figures.fixed(largest, 1)) degC")
    ] + higher + [row("", "residual \(Figures.degrees(fit.residual, decimals: 4)) deg/s")]
  }

  private func lines(_ calibration: AccelerometerCalibration) -> [String] {
    ["accelerometer (\(calibration.shape.rawValue))", bias(calibration)] + matrix("matrix", calibration.model.matrix)
      + [
        row(
          "residual",
          "\(Figures.short(calibration.residualBefore)) m/s² before, \(Figures.short(calibration.residual)) after, over "
            + "\(calibration.rests.count) rests in \(calibration.poseCount) attitudes")
      ]
  }

  private func bias(_ calibration: AccelerometerCalibration) -> String {
    row("bias", "\(list(calibration.model.bias, 4)) ± \(list(calibration.biasStandardDeviation, 4)) m/s²")
  }

  private func lines(_ calibration: MagnetometerCalibration) -> [String] {
    var lines = [
      "magnetometer (\(calibration.shape.rawValue))",
      row("hard iron", "\(list(calibration.model.bias, 2)) ± \(list(calibration.hardIronStandardDeviation, 2)) µT"),
    ]
    lines += matrix("soft iron", calibration.model.matrix)
    lines.append(row("field", field(calibration)))
    lines.append(
      row(
        "coverage",
        "\(Figures.fixed(100 * calibration.coverage.share, 0)) % of the sphere; condition number "
          + Figures.fixed(calibration.conditionNumber, 3)))
    lines.append(
      row(
        "residual",
        "\(Figures.fixed(calibration.residualBefore, 2)) µT before, \(Figures.fixed(calibration.residual, 2)) after; "
          + "expected heading error \(Figures.degrees(calibration.expectedHeadingError, decimals: 1)) deg"))
    if let alignment = calibration.alignment { lines.append(row("rotation", rotation(alignment, calibration))) }
    return lines
  }

  private func field(_ calibration: MagnetometerCalibration) -> String {
    let dip = calibration.fieldDip.map { ", \(Figures.degrees($0, decimals: 1)) deg below the horizon" } ?? ""
    return "\(Figures.fixed(calibration.fieldStrength, 1)) µT\(dip)"
  }

  private func rotation(_ alignment: FieldAlignment, _ calibration: MagnetometerCalibration) -> String {
    let turn = Figures.degrees(alignment.bodyFromEllipsoid.rotationVector, decimals: 1)
    let deviation = Figures.degrees(alignment.standardDeviation, decimals: 1)
    let use = calibration.isAligned ? "corrected" : "not significant, not corrected"
    return "\(turn) ± \(deviation) deg relative to the other sensors, \(use); delay "
      + "\(Figures.fixed(alignment.magnetometerDelay * 1e3, 0)) ms"
  }

  private func row(_ name: String, _ text: String) -> String { "  \(name)".padding(to: 15) + text }

  private func matrix(_ name: String, _ matrix: Matrix3<Double>) -> [String] {
    [row(name, list(matrix.row0, 5)), row("", list(matrix.row1, 5)), row("", list(matrix.row2, 5))]
  }

  private func list(_ vector: Vector3<Double>, _ decimals: Int) -> String {
    [vector.x, vector.y, vector.z].map { Figures.fixed($0, decimals) }.joined(separator: " ")
  }

  private func largest(_ matrix: Matrix3<Double>) -> Double {
    max(matrix.row0.largestMagnitude, matrix.row1.largestMagnitude, matrix.row2.largestMagnitude)
  }
}
