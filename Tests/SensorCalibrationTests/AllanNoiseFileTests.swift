import AttitudeFilters
import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

@Suite struct AllanNoiseFileTests {
  private func noise(whiteNoise: [Double?], randomWalk: [Double?] = [nil, nil, nil]) -> TriadNoise {
    var noise = TriadNoise(unit: "rad/s", axes: [nil, nil, nil])
    noise.whiteNoise = whiteNoise
    noise.randomWalk = randomWalk
    return noise
  }

  private func file(gyroscope: TriadNoise?, accelerometer: TriadNoise? = nil) -> SensorNoise {
    SensorNoise(
      recording: "still.csv", restDuration: 3600, gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: nil)
  }

  @Test func aFileIsReadAsItWasWritten() throws {
    let noise = file(gyroscope: noise(whiteNoise: [1e-4, nil, 2e-4]))
    #expect(try SensorNoise(json: noise.text.utf8) == noise)
    let text = try noise.text
    #expect(
      text.contains("white_noise_U_per_root_Hz") && text.contains("\"rad/s\"") && text.contains("rest_duration_s"))
  }

  @Test func otherFilesAreRefused() throws {
    #expect(throws: SensorNoiseError.notANoiseFile) { try SensorNoise(json: Data("{}".utf8)) }
    #expect(throws: SensorNoiseError.notANoiseFile) { try SensorNoise(json: [0xff, 0]) }
    #expect(throws: SensorNoiseError.empty) { try SensorNoise(json: file(gyroscope: nil).text.utf8) }
    var future = file(gyroscope: noise(whiteNoise: [1]))
    future.format = "cardan-noise-9"
    #expect(throws: SensorNoiseError.unknownFormat("cardan-noise-9")) { try SensorNoise(json: future.text.utf8) }
  }

  /// Squares add: 3 and 4 make 5. The mean over axes is that of the squares, over those that are known.
  @Test func measuredNoiseIsAddedToTheParameters() {
    var parameters = VelocityBoundedParameters<Double>()
    parameters.angleRandomWalk = 3
    let tuned = file(gyroscope: noise(whiteNoise: [4, nil, 4])).tuned(parameters)
    #expect(tuned.angleRandomWalk == 5)
    #expect(tuned.biasWalk == parameters.biasWalk && tuned.accelerometerNoise == parameters.accelerometerNoise)
    var kalman = MultiplicativeKalmanParameters<Double>()
    kalman.biasRandomWalk = 0.3
    let other = file(gyroscope: noise(whiteNoise: [nil, nil, nil], randomWalk: [0.4, 0.4, 0.4])).tuned(kalman)
    #expect(abs(other.biasRandomWalk - 0.5) < 1e-15)
    #expect(other.gyroscopeNoiseDensity == kalman.gyroscopeNoiseDensity)
  }

  /// Sensors ten times as noisy as the defaults expect, five motions: tuned filters are better on average. What they are told
  /// is what the identification finds in a minute of rest.
  @Test func noisySensorsAreFollowedBetterAfterTuning() throws {
    var errors = SensorErrorModel.none
    errors.gyroscope.noiseDensity = 0.2 * .pi / 180
    errors.accelerometer.noiseDensity = 0.2
    errors.magnetometer.noiseDensity = 0.3
    let still = SimulatedRecording(
      trajectory: ConstantRateTrajectory(angularRate: .zero), errors: errors, rate: 100, duration: 60)
    var readings = StillReadings(takesMovement: true)
    for sample in still {
      readings.add(
        timestamp: Timestamp(nanoseconds: sample.timestamp), angularRate: sample.angularRate,
        specificForce: sample.specificForce, magneticField: sample.magneticField)
    }
    func triad(_ sensor: StillReadings.Sensor) throws -> TriadNoise {
      TriadNoise(unit: "", axes: try (0..<3).map { try NoiseFit(of: sensor.deviation(axis: $0)) })
    }
    let noise = SensorNoise(
      recording: "", restDuration: 60, gyroscope: try triad(readings.gyroscope),
      accelerometer: try triad(readings.accelerometer), magnetometer: nil)
    let tuned = noise.tuned(VelocityBoundedParameters<Double>())
    #expect(abs(tuned.angleRandomWalk / (0.2 * .pi / 180) - 1) < 0.05)
    #expect(abs(tuned.accelerometerNoise / 0.2 - 1) < 0.05)
    var (before, after) = (0.0, 0.0)
    for seed in UInt64(1)...5 {
      let motion = Array(
        SimulatedRecording(
          trajectory: HandHeldTrajectory(seed: seed), errors: errors, rate: 100, duration: 60, seed: seed))
      before += squaredTilt(DefaultFilter<Double>(), motion)
      after += squaredTilt(DefaultFilter<Double>(parameters: tuned), motion)
    }
    #expect(after < before, "\((after / before).squareRoot())")
  }

  /// The mean squared tilt error after the first ten seconds.
  private func squaredTilt(_ filter: DefaultFilter<Double>, _ motion: [SimulatedSample]) -> Double {
    var filter = filter
    var sum = 0.0
    for (row, sample) in motion.enumerated() {
      filter.update(sample.motionSample())
      let up = filter.enuFromBody.inverse.rotate(.unitZ)
      let trueUp = sample.trueENUFromBody.inverse.rotate(.unitZ)
      if row > 1000 { sum += up.cross(trueUp).squaredLength }
    }
    return sum / Double(motion.count - 1000)
  }

  @Test func valuesThatAreNoNoiseChangeNothing() {
    let defaults = VelocityBoundedParameters<Double>()
    for value in [0.0, -1, .nan, .infinity] {
      #expect(
        file(gyroscope: noise(whiteNoise: [value, 1, 1])).tuned(defaults).angleRandomWalk == defaults.angleRandomWalk)
    }
  }

  /// A minute of rest, ten seconds of movement, a minute of rest: the movement is left out, the noise is that of rest.
  @Test func movementIsLeftOut() throws {
    var random = RandomSource(seed: 12)
    var readings = StillReadings()
    for row in 0..<13_000 {
      let time = Double(row) * 0.01
      let isMoving = time >= 60 && time < 70
      let turn = isMoving ? sin(5 * (time - 60)) : 0
      readings.add(
        timestamp: Timestamp(nanoseconds: Int64(row) * 10_000_000),
        angularRate: random.nextNormalVector() * 0.001 + .unitX * (0.05 + turn),
        specificForce: random.nextNormalVector() * 0.01 + .unitZ * 9.81,
        magneticField: row.isMultiple(of: 5) ? random.nextNormalVector() : .absent)
    }
    // 1.5 s of quiet before rest is believed, twice; 1 s before the movement.
    #expect(abs(readings.duration - 129.99) < 1e-6)
    #expect(readings.restDuration > 113 && readings.restDuration < 117)
    let rates = try readings.gyroscope.deviation(axis: 0)
    #expect(rates.stretches.count == 2 && rates.stretches.keys.allSatisfy { $0 > 5600 && $0 < 5900 })
    // White noise of 0.001: a single reading of the movement would stand out.
    #expect(abs(rates.points[0].deviation / 0.001 - 1) < 0.03)
    #expect(abs(rates.interval - 0.01) < 1e-9)
    let field = try readings.magnetometer.deviation(axis: 2)
    #expect(field.stretches.count == 2 && abs(field.interval - 0.05) < 1e-9)
    #expect(throws: AllanError.noReadings) { try StillReadings().gyroscope.deviation(axis: 0) }
  }

  @Test func theMovementIsTakenWhereItIsWanted() throws {
    var readings = StillReadings(takesMovement: true)
    for row in 0..<100 {
      readings.add(
        timestamp: Timestamp(nanoseconds: Int64(row) * 10_000_000), angularRate: .unitX * Double(row),
        specificForce: .absent,
        magneticField: .absent)
    }
    #expect(readings.gyroscope.count == 100 && readings.accelerometer.count == 0)
  }
}
