import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Accelerometer and gyroscope from rests and the turns between them.
@Suite struct CalibrationInertialTests {
  private static let gravity = 9.81

  private static func rests(
    of sensor: SensorModel<Double>, count: Int, noise: Double, _ random: inout RandomSource
  ) throws -> [RestSegment] {
    let inverse = try #require(sensor.matrix.inverse)
    return try (0..<count).map { place in
      let up = try #require(random.nextNormalVector().normalized)
      let reading = inverse * (up * gravity) + sensor.bias + random.nextNormalVector() * noise
      return RestSegment(start: Double(10 * place), duration: 2, angularRate: .zero, specificForce: reading)
    }
  }

  private static func accelerometer(_ random: inout RandomSource) -> SensorModel<Double> {
    let entries = (0..<9).map { _ in 2 * random.nextUniform() - 1 }
    let matrix = Matrix3(
      rows: Vector3(x: 1 + 0.03 * entries[0], y: 0.02 * entries[5], z: 0.02 * entries[4]),
      Vector3(x: 0.02 * entries[5], y: 1 + 0.03 * entries[1], z: 0.02 * entries[3]),
      Vector3(x: 0.02 * entries[4], y: 0.02 * entries[3], z: 1 + 0.03 * entries[2]))
    return SensorModel(matrix: matrix, bias: Vector3(x: 0.4 * entries[6], y: 0.4 * entries[7], z: 0.4 * entries[8]))
  }

  @Test func standardDeviationsOfTheAccelerometerHoldOver200Draws() throws {
    var coverage = IntervalCoverage(parameterCount: 9)
    let layout = ResponseLayout(shape: .full, hasCommonScale: false)
    var options = AccelerometerCalibrator.Options()
    (options.shape, options.gravity) = (.full, Self.gravity)
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed), stream: 50)
      let truth = Self.accelerometer(&random)
      let rests = try Self.rests(of: truth, count: 60, noise: 0.01, &random)
      let found = try AccelerometerCalibrator.calibration(from: rests, options)
      let errors = zip(
        layout.parameters(found.model.bias, found.model.matrix), layout.parameters(truth.bias, truth.matrix)
      ).map { $0 - $1 }
      coverage.add(errors: errors, deviations: found.covariance.diagonal.map { $0.squareRoot() })
    }
    coverage.expectHonest()
  }

  /// Six faces, as people lay a board down: bias and scale, not more.
  @Test func sixFacesGiveBiasAndScale() throws {
    var random = RandomSource(seed: 3)
    let truth = SensorModel(
      matrix: Matrix3(diagonal: Vector3(x: 1.02, y: 0.98, z: 1.01)), bias: Vector3(x: 0.1, y: -0.2, z: 0.3))
    let inverse = try #require(truth.matrix.inverse)
    let faces: [Vector3<Double>] = [.unitX, -.unitX, .unitY, -.unitY, .unitZ, -.unitZ]
    let rests = faces.map { up in
      RestSegment(
        start: 0, duration: 2, angularRate: .zero,
        specificForce: inverse * (up * Self.gravity) + truth.bias + random.nextNormalVector() * 1e-4)
    }
    var options = AccelerometerCalibrator.Options()
    options.gravity = Self.gravity
    let found = try AccelerometerCalibrator.calibration(from: rests, options)
    #expect(found.shape == .scales)
    #expect((found.model.bias - truth.bias).length < 1e-3)
    #expect((found.model.matrix.diagonal - truth.matrix.diagonal).length < 1e-4)
    #expect(throws: CalibrationError.tooFewPoses(count: 5, needed: 6)) {
      try AccelerometerCalibrator.calibration(from: Array(rests.dropLast()), options)
    }
  }

  /// A device that is laid down in one attitude after another, with turns in between.
  private static func recording(_ errors: SensorErrorModel, seed: UInt64, duration: Double) -> SimulatedRecording {
    let turns = HandHeldTrajectory(
      yaw: SinusoidSum([.init(amplitude: 3, angularFrequency: 0.9, phase: 0.4)]),
      pitch: SinusoidSum([.init(amplitude: 1.4, angularFrequency: 0.61, phase: Double(seed))]),
      roll: SinusoidSum([.init(amplitude: 3.1, angularFrequency: 0.43, phase: 1.3 * Double(seed))]),
      path: (SinusoidSum([]), SinusoidSum([]), SinusoidSum([])))
    return SimulatedRecording(
      trajectory: PausedTrajectory(turns, schedule: RestSchedule(rest: 3, motion: 3, transition: 0.5)),
      environment: SimulatedEnvironment(gravity: gravity), errors: errors, rate: 100, duration: duration, seed: seed)
  }

  private static func device(_ seed: UInt64) -> SensorErrorModel {
    var errors = SensorErrorModel()
    errors.gyroscope = TriadErrorModel(
      noiseDensity: 1e-4, bias: Vector3(x: 0.01, y: -0.02, z: 0.015),
      response: Matrix3(
        rows: Vector3(x: 1.02, y: 0.01, z: -0.006), Vector3(x: -0.008, y: 0.985, z: 0.012),
        Vector3(x: 0.005, y: -0.01, z: 1.01)))
    errors.accelerometer = TriadErrorModel(
      noiseDensity: 1.5e-3, bias: Vector3(x: 0.15, y: -0.1, z: 0.2),
      response: Matrix3(diagonal: Vector3(x: 1.01, y: 0.99, z: 1.005)))
    errors.magnetometer = TriadErrorModel(noiseDensity: 0.05, bias: Vector3(x: 20, y: -10, z: 5))
    return errors
  }

  @Test func aWholeRecordingCalibratesAllSensors() throws {
    let errors = Self.device(1)
    var request = CalibrationRequest()
    request.accelerometer.gravity = Self.gravity
    var calibrator = DeviceCalibrator(request)
    for sample in Self.recording(errors, seed: 1, duration: 280) { calibrator.add(sample.motionSample()) }
    let result = calibrator.result()
    let accelerometer = try #require(result.accelerometer)
    let accelerometerRest = accelerometer.model.matrix * errors.accelerometer.response
    let gyroscope = try #require(result.gyroscope)
    let gyroscopeRest = gyroscope.model.matrix * errors.gyroscope.response
    let magnetometer = try #require(result.magnetometer)
    #expect(result.restCount >= 38 && result.problems.isEmpty && result.usesCalibratedAccelerometer)
    #expect((accelerometer.model.bias - errors.accelerometer.bias).length < 0.003)
    #expect((gyroscope.model.bias - errors.gyroscope.bias).length < 1e-4)
    #expect((magnetometer.model.bias - errors.magnetometer.bias).length < 0.3)
    #expect(gyroscope.matrixProblem == nil)
    for row in 0..<3 {
      for column in 0..<3 {
        let one = row == column ? 1.0 : 0.0
        #expect(abs(accelerometerRest[row, column] - one) < 5e-4)
        #expect(abs(gyroscopeRest[row, column] - one) < 1.5e-3)
      }
    }
  }

  /// Directly from transitions, so that 200 draws are quick: known turns of an uncalibrated gyroscope between exact ups.
  @Test func standardDeviationsOfTheGyroscopeHoldOver200Draws() throws {
    var coverage = IntervalCoverage(parameterCount: 9)
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed), stream: 60)
      let matrix = Matrix3.identity + Self.randomMatrix(0.02, &random)
      let response = try #require(matrix.inverse)
      let bias = random.nextNormalVector() * 0.01
      let transitions = try (0..<24).map { _ in try Self.transition(response, bias, noise: 0.004, &random) }
      let search = GyroscopeMatrixSearch(transitions: transitions, accelerometer: .identity)
      let (found, fit) = try search.solution()
      coverage.add(
        errors: zip(found.entries.flatMap { $0 }, matrix.entries.flatMap { $0 }).map { $0 - $1 },
        deviations: fit.covariance.diagonal.map { $0.squareRoot() })
    }
    coverage.expectHonest()
  }

  private static func randomMatrix(_ size: Double, _ random: inout RandomSource) -> Matrix3<Double> {
    Matrix3(
      rows: random.nextNormalVector() * size, random.nextNormalVector() * size, random.nextNormalVector() * size)
  }

  /// A turn of up to two radians about a random axis in forty readings, and the rests at its ends.
  private static func transition(
    _ response: Matrix3<Double>, _ bias: Vector3<Double>, noise: Double, _ random: inout RandomSource
  ) throws -> RestTransition {
    let axis = try #require(random.nextNormalVector().normalized)
    let rate = axis * (0.5 + 1.5 * random.nextUniform())
    let interval = 0.05
    let up = try #require(random.nextNormalVector().normalized)
    let endFromStart = Rotation(rotationVector: rate * (-40 * interval))
    let steps = (0..<40).map { _ in RestTransition.Step(angularRate: response * rate + bias, interval: interval) }
    func rest(_ up: Vector3<Double>) -> RestSegment {
      RestSegment(
        start: 0, duration: 2, angularRate: bias, specificForce: (up + random.nextNormalVector() * noise) * gravity)
    }
    return RestTransition(before: rest(up), after: rest(endFromStart.rotate(up)), steps: steps)
  }

  @Test func aTemperaturePolynomialOfTheBiasIsFound() throws {
    let rests = stride(from: 10.0, through: 50, by: 5).map { temperature in
      RestSegment(
        start: 0, duration: 2,
        angularRate: Vector3(x: 0.01 + 1e-4 * temperature, y: -0.02, z: 1e-6 * temperature * temperature),
        specificForce: .unitZ * 9.81, temperature: temperature)
    }
    let fit = try GyroscopeTemperatureFit(rests, degree: 2)
    let bias = fit.bias(at: 27)
    #expect((bias - Vector3(x: 0.0127, y: -0.02, z: 729e-6)).length < 1e-12)
    // Beyond what was seen the polynomial is not asked.
    #expect(fit.bias(at: 90) == fit.bias(at: 50))
    #expect(throws: CalibrationError.tooFewTemperatures(count: 2, needed: 3)) {
      try GyroscopeTemperatureFit(Array(rests.prefix(2)), degree: 2)
    }
    // Nine rests at one temperature tell no slope.
    #expect(throws: CalibrationError.tooFewTemperatures(count: 1, needed: 2)) {
      try GyroscopeTemperatureFit(Array(repeating: rests[0], count: 9), degree: 1)
    }
    // A row without temperature has the bias of the middle.
    #expect(fit.bias(at: .nan) == fit.bias(at: 30))
  }

  /// A bias of three powers, each rest with an error of 1e-4 rad/s: within three standard deviations, and 68 and 95 % of 200
  /// draws within one and two.
  @Test func theTemperaturePolynomialIsAsGoodAsItSays() throws {
    var coverage = IntervalCoverage(parameterCount: 9)
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed), stream: 60)
      let truth = [0.02, 3e-4, 5e-6].map { random.nextNormalVector() * $0 }
      let rests = (0..<40).map { place in
        let above = Double(place) - 19.5
        let bias = truth[0] + truth[1] * above + truth[2] * (above * above)
        return RestSegment(
          start: 0, duration: 2, angularRate: bias + random.nextNormalVector() * 1e-4, specificForce: .unitZ * 9.81,
          temperature: 30 + above)
      }
      let fit = try GyroscopeTemperatureFit(rests, degree: 2)
      #expect(fit.referenceTemperature == 30)
      let errors = zip(fit.coefficients, truth).flatMap { ($0 - $1).entries }
      coverage.add(errors: errors, deviations: fit.standardDeviations.flatMap(\.entries))
    }
    coverage.expectHonest()
  }

  /// A simulated sensor that warms up: rests and turns, the bias found as it was, and the model's bias that of the middle.
  @Test func aSensorThatWarmsUpIsCalibrated() throws {
    func bias(_ temperature: Double) -> Vector3<Double> {
      Vector3(x: 0.01 + 2e-4 * (temperature - 25), y: -0.02, z: 1e-5 * (temperature - 25) * (temperature - 25))
    }
    func calibration(order: Int?, hasTemperature: Bool = true) throws -> GyroscopeCalibration {
      let trajectory = PausedTrajectory(
        HandHeldTrajectory(seed: 4), schedule: RestSchedule(rest: 3, motion: 3, transition: 0.5))
      var request = CalibrationRequest()
      request.temperatureOrder = order
      var calibrator = DeviceCalibrator(request)
      for (row, simulated) in SimulatedRecording(
        trajectory: trajectory, errors: .none, rate: 50, duration: 300, seed: 4
      ).enumerated() {
        let temperature = 20 + 25 * Double(row) / 15_000
        var sample = simulated.motionSample()
        sample.angularRate += bias(temperature)
        calibrator.add(sample, temperature: hasTemperature ? temperature : nil)
      }
      return try calibrator.gyroscope()
    }
    let found = try calibration(order: 2)
    let fit = try #require(found.temperatureFit)
    for temperature in [22.0, 30, 43] { #expect((fit.bias(at: temperature) - bias(temperature)).length < 2e-5) }
    #expect(found.model.bias == fit.coefficients[0])
    #expect(try calibration(order: nil).temperatureFit == nil)
    #expect(throws: CalibrationError.tooFewTemperatures(count: 0, needed: 3)) {
      try calibration(order: 2, hasTemperature: false)
    }
  }
}
