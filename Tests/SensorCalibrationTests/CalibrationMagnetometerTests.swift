import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Hard and soft iron: recovered, with honest standard deviations.
@Suite struct CalibrationMagnetometerTests {
  /// A random sensor: a hard iron within 30 µT per axis, a symmetric soft iron within some percent of the identity.
  private static func sensor(_ random: inout RandomSource) -> SensorModel<Double> {
    let hardIron = Vector3(
      x: 60 * random.nextUniform() - 30, y: 60 * random.nextUniform() - 30, z: 60 * random.nextUniform() - 30)
    let entries = (0..<6).map { _ in 0.16 * random.nextUniform() - 0.08 }
    let softIron = Matrix3(
      rows: Vector3(x: 1 + entries[0], y: entries[5], z: entries[4]),
      Vector3(x: entries[5], y: 1 + entries[1], z: entries[3]),
      Vector3(x: entries[4], y: entries[3], z: 1 + entries[2]))
    return SensorModel(softIron: softIron, hardIron: hardIron)
  }

  private static func readings(
    of sensor: SensorModel<Double>, field: Double, count: Int, noise: Double, _ random: inout RandomSource
  ) throws -> [Vector3<Double>] {
    let inverse = try #require(sensor.matrix.inverse)
    return try (0..<count).map { _ in
      let direction = try #require(random.nextNormalVector().normalized)
      return inverse * (direction * field) + sensor.bias + random.nextNormalVector() * noise
    }
  }

  private static func parameters(_ model: SensorModel<Double>) -> [Double] {
    ResponseLayout(shape: .full, hasCommonScale: false).parameters(model.bias, model.matrix)
  }

  @Test func standardDeviationsOfAFullFitHoldOver200Draws() throws {
    var coverage = IntervalCoverage(parameterCount: 9)
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed), stream: 40)
      let truth = Self.sensor(&random)
      let points = try Self.readings(of: truth, field: 48, count: 250, noise: 0.4, &random)
      let fit = try EllipsoidFit(points, shape: .full, radius: 48)
      let found = Self.parameters(SensorModel(softIron: fit.matrix, hardIron: fit.offset))
      coverage.add(
        errors: zip(found, Self.parameters(truth)).map { $0 - $1 },
        deviations: fit.covariance.diagonal.map { $0.squareRoot() })
    }
    coverage.expectHonest()
  }

  /// Hard iron alone, and with scales: three and six parameters.
  @Test(arguments: [EllipsoidShape.offset, .scales])
  func standardDeviationsOfASmallerFitHoldOver200Draws(shape: EllipsoidShape) throws {
    let layout = ResponseLayout(shape: shape, hasCommonScale: false)
    var coverage = IntervalCoverage(parameterCount: layout.parameterCount)
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed), stream: 41)
      var truth = Self.sensor(&random)
      let scales = Vector3(x: truth.matrix[0, 0], y: truth.matrix[1, 1], z: truth.matrix[2, 2])
      truth.matrix = shape == .scales ? Matrix3(diagonal: scales) : .identity
      let points = try Self.readings(of: truth, field: 48, count: 250, noise: 0.4, &random)
      let fit = try EllipsoidFit(points, shape: shape, radius: 48)
      let found = layout.parameters(fit.offset, fit.matrix)
      coverage.add(
        errors: zip(found, layout.parameters(truth.bias, truth.matrix)).map { $0 - $1 },
        deviations: fit.covariance.diagonal.map { $0.squareRoot() })
    }
    coverage.expectHonest()
  }

  /// An exact ellipsoid is found to rounding, also one whose axes differ by a factor of 3 (Li and Griffiths' constraint
  /// alone would bend those).
  @Test(arguments: [0.0, 0.5, 1.0]) func exactReadingsGiveTheExactEllipsoid(stretch: Double) throws {
    var random = RandomSource(seed: 5)
    let turn = Rotation(rotationVector: Vector3(x: 0.4, y: -0.7, z: 0.2)).matrix
    let axes = Vector3(x: 1 + stretch, y: 1, z: 1 / (1 + 0.5 * stretch))
    let truth = SensorModel(
      softIron: turn * Matrix3(diagonal: axes) * turn.transpose, hardIron: Vector3(x: 120, y: -80, z: 33))
    let points = try Self.readings(of: truth, field: 50, count: 200, noise: 0, &random)
    let fit = try EllipsoidFit(points, shape: .full, radius: 50)
    #expect((fit.offset - truth.bias).length < 1e-6)
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(fit.matrix[row, column] - truth.matrix[row, column]) < 1e-8) }
    }
  }

  @Test func aFieldOfUnknownStrengthKeepsTheScaleOfTheReadings() throws {
    var random = RandomSource(seed: 6)
    let truth = Self.sensor(&random)
    let points = try Self.readings(of: truth, field: 50, count: 400, noise: 0.1, &random)
    let fit = try EllipsoidFit(points, shape: .full)
    #expect(abs(fit.matrix.determinant - 1) < 1e-9)
    #expect(abs(fit.radius - 50 / Double.exponential(log(truth.matrix.determinant) / 3)) < 0.1)
  }

  @Test func grossErrorsOfOneReadingInTwentyDoNotSpoilTheFit() throws {
    var random = RandomSource(seed: 7)
    let truth = Self.sensor(&random)
    var points = try Self.readings(of: truth, field: 50, count: 600, noise: 0.3, &random)
    for place in stride(from: 0, to: 600, by: 20) { points[place] += Vector3(x: 15, y: 10, z: -5) }
    let fit = try EllipsoidFit(points, shape: .full)
    // Least squares without Huber's loss misses by more than 1 µT here.
    #expect((fit.offset - truth.bias).length < 0.25)
  }

  @Test func theNumberOfParametersIsChosenByWhatTheReadingsSay() throws {
    var random = RandomSource(seed: 8)
    let hardIron = Vector3(x: 10.0, y: -20.0, z: 5.0)
    let shapes: [(SensorModel<Double>, EllipsoidShape)] = [
      (SensorModel(softIron: .identity, hardIron: hardIron), .offset),
      (SensorModel(softIron: Matrix3(diagonal: Vector3(x: 1.1, y: 0.95, z: 1)), hardIron: hardIron), .scales),
      (Self.sensor(&random), .full),
    ]
    for (truth, shape) in shapes {
      var calibrator = MagnetometerCalibrator()
      for point in try Self.readings(of: truth, field: 50, count: 800, noise: 0.3, &random) {
        calibrator.add(MotionSample(interval: 0.01, angularRate: .absent, magneticField: point))
      }
      let calibration = try calibrator.calibration()
      #expect(calibration.shape == shape)
      #expect((calibration.model.bias - truth.bias).length < 0.2)
      var options = MagnetometerCalibrator.Options()
      options.shape = .offset
      let chosen = try calibrator.calibration(options).shape
      #expect(chosen == .offset)
    }
  }

  /// A response that also turns the axes: only the other sensors can tell, and then heading no longer depends on tilt.
  @Test(arguments: [UInt64(1), 2, 3]) func theOtherSensorsResolveTheRotation(seed: UInt64) throws {
    let response = Matrix3(
      rows: Vector3(x: 1.08, y: 0.06, z: -0.03), Vector3(x: -0.05, y: 0.93, z: 0.08),
      Vector3(x: 0.02, y: -0.04, z: 1.02))
    var errors = SensorErrorModel.consumerGrade
    errors.magnetometer.response = response
    errors.magnetometer.bias = Vector3(x: 25, y: -12, z: 18)
    let recording = SimulatedRecording(
      trajectory: PausedTrajectory(HandHeldTrajectory(seed: seed)), errors: errors, rate: 100, duration: 120, seed: seed
    )
    var calibrator = MagnetometerCalibrator()
    for sample in recording { calibrator.add(sample.motionSample()) }
    let calibration = try calibrator.calibration()
    let foundAlignment = calibration.alignment
    let alignment = try #require(foundAlignment)
    #expect(calibration.isAligned)
    // What is left of the response after calibration: a multiple of the identity but for the fit's errors, whose standard
    // deviation is 0.004 where a hand covers a third of the sphere.
    let rest = calibration.model.matrix * response
    let scale = rest.trace / 3
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(rest[row, column] / scale - (row == column ? 1 : 0)) < 0.012) }
    }
    #expect((calibration.model.bias - errors.magnetometer.bias).length < 1)
    #expect(abs(alignment.magnetometerDelay - errors.magnetometer.delay) < 0.005)
    #expect(abs((calibration.fieldDip ?? 0) - 1.185) < 0.02)
    #expect((0.3...0.6).contains(calibration.coverage.share))
  }
}
