import AttitudeEvaluation
import MotionSamples
import MotionSimulation
import AttitudeSmoothing
import Rotations
import Testing

/// The smoother on imperfect recordings: short, with gaps, without magnetometer, saturated.
@Suite struct SmoothingRobustnessTests {
  @Test func everyLengthDownToNothing() throws {
    let recording = try HandHeldRecording(duration: 2)
    for count in [0, 1, 2, 3, 11, 100, 200] {
      let smoothed = try AttitudeSmoother().smooth(Array(recording.samples.prefix(count)))
      #expect(smoothed.samples.count == count && smoothed.isFinite)
      #expect(smoothed.sensorErrors == nil || count > 0)
    }
    // Of one second in motion the tilt is that of the mean specific force.
    let second = try AttitudeSmoother().smooth(Array(recording.samples.prefix(100)))
    for (sample, truth) in zip(second.samples, recording.truth) {
      #expect(AttitudeError(estimate: sample.enuFromBody, truth: truth).inclination < 0.3)
    }
  }

  @Test func repeatedTimestampsTakeNoTime() throws {
    var recording = try HandHeldRecording(duration: 20)
    let expected = try AttitudeSmoother().smooth(recording.samples)
    for _ in 0..<3 { recording.samples.append(recording.samples[1999]) }
    for index in 2000..<2003 { recording.samples[index].interval = index == 2001 ? -1 : 0 }
    let repeated = try AttitudeSmoother().smooth(recording.samples)
    #expect(repeated.isFinite && repeated.samples.count == 2003)
    #expect(repeated.samples[1000].enuFromBody.angle(to: expected.samples[1000].enuFromBody) < 1e-4)
    #expect(repeated.samples[2002].enuFromBody.angle(to: expected.samples[1999].enuFromBody) < 1e-3)
    #expect(repeated.samples[2001].flags.contains(.intervalRejected))

    // All timestamps equal: nothing to integrate, but an attitude for every row.
    for index in recording.samples.indices { recording.samples[index].interval = 0 }
    #expect(try AttitudeSmoother().smooth(recording.samples).isFinite)
  }

  @Test func sensorsWithoutReadingsAreNamed() throws {
    let samples = try HandHeldRecording(duration: 1).samples
    var withoutRate = samples
    var withoutForce = samples
    for index in samples.indices {
      withoutRate[index].angularRate = .absent
      withoutForce[index].specificForce = index % 2 == 0 ? .zero : Vector3(repeating: .infinity)
    }
    #expect(throws: SmoothingError.noAngularRate) { try AttitudeSmoother().smooth(withoutRate) }
    #expect(throws: SmoothingError.noSpecificForce) { try AttitudeSmoother().smooth(withoutForce) }
  }

  @Test func singleLostReadingsCostLittle() throws {
    var recording = try HandHeldRecording(duration: 60)
    let clean = recording.error(try AttitudeSmoother().smooth(recording.samples))
    var random = RandomSource(seed: 1)
    for index in recording.samples.indices where random.nextUniform() < 0.01 {
      recording.samples[index].angularRate = Vector3(repeating: .nan)
      recording.samples[index].specificForce = Vector3(x: .infinity, y: 0, z: 0)
      recording.samples[index].magneticField = Vector3(repeating: 1e300)
    }
    let smoothed = try AttitudeSmoother().smooth(recording.samples)
    #expect(smoothed.isFinite)
    #expect(recording.error(smoothed).total < clean.total + 0.3)
    for (sample, output) in zip(recording.samples, smoothed.samples) where !sample.angularRate.isFiniteInLane {
      #expect(output.isBridged && output.flags.intersects([.angularRateRejected, .angularRateAbsent]))
      #expect(output.flags.contains(.specificForceRejected) && output.flags.contains(.magneticFieldRejected))
    }
  }

  /// 5 s in the middle are missing: rows without readings, or rows cut out.
  @Test(arguments: [false, true])
  func gapsAreBridgedAndFlagged(isCutOut: Bool) throws {
    let recording = try HandHeldRecording(duration: 60)
    var samples = recording.samples
    for index in 3000..<3500 {
      samples[index] = MotionSample(interval: samples[index].interval, angularRate: .absent)
    }
    if isCutOut {
      samples[3500].interval += samples[3000..<3500].reduce(0) { $0 + $1.interval }
      samples.removeSubrange(3000..<3500)
    }
    let smoothed = try AttitudeSmoother().smooth(samples)
    #expect(smoothed.isFinite)
    let after = isCutOut ? 3000 : 3500
    // One second from the gap both sides are accurate; the heading after it comes from the field.
    for (index, time) in [(2900, 2900), (after + 100, 3600), (after + 1000, 4500)] {
      let error = AttitudeError(estimate: smoothed.samples[index].enuFromBody, truth: recording.truth[time])
      #expect(error.total < 0.06)
    }
    let bridged = smoothed.samples.indices.filter { smoothed.samples[$0].isBridged }
    #expect(bridged == (isCutOut ? [3000] : Array(3000..<3500)))
    let worst = smoothed.samples.map(\.tiltStandardDeviation).max() ?? 0
    #expect(worst > 2 * smoothed.samples[1500].tiltStandardDeviation)
  }

  /// Each sensor has its own rows, as in logs of phones: the gyroscope every second row, the others between.
  @Test func sensorsInRowsOfTheirOwn() throws {
    var recording = try HandHeldRecording(duration: 60)
    let together = recording.error(try AttitudeSmoother().smooth(recording.samples))
    for index in recording.samples.indices {
      if index % 2 == 1 { recording.samples[index].angularRate = .absent }
      if index % 4 != 1 { recording.samples[index].specificForce = .absent }
      if index % 4 != 3 { recording.samples[index].magneticField = .absent }
    }
    let smoothed = try AttitudeSmoother().smooth(recording.samples)
    #expect(smoothed.samples.count == recording.samples.count && smoothed.isFinite)
    #expect(smoothed.windows.count == 1 && smoothed.windows[0].samples == 0..<recording.samples.count)
    // The last row has no angular rate, nor has any after it.
    #expect(smoothed.samples.dropLast().allSatisfy { !$0.isBridged })
    // The gyroscope's mean over 10 ms is used for 20 ms, which costs accuracy, but no gap is detected.
    #expect(recording.error(smoothed).total < together.total + 1)
  }

  @Test func withoutMagnetometerTiltIsAsGood() throws {
    var recording = try HandHeldRecording(duration: 60)
    let with = recording.error(try AttitudeSmoother().smooth(recording.samples)).inclination
    for index in recording.samples.indices { recording.samples[index].magneticField = .absent }
    let smoothed = try AttitudeSmoother().smooth(recording.samples)
    #expect(recording.error(smoothed).inclination < 1.2 * with)
    #expect(smoothed.samples.allSatisfy { $0.headingStandardDeviation.isNaN })
    #expect(smoothed.sensorErrors?.magnetometerLag == 0)
  }

  @Test func saturationIsDetectedAndBridged() throws {
    var recording = try HandHeldRecording(duration: 60)
    let limit = 0.7 * (recording.samples.map { abs($0.angularRate.x) }.max() ?? 0)
    for index in recording.samples.indices {
      recording.samples[index].angularRate.x = min(max(recording.samples[index].angularRate.x, -limit), limit)
    }
    let smoothed = try AttitudeSmoother().smooth(recording.samples)
    let saturated = smoothed.samples.indices.filter { smoothed.samples[$0].flags.contains(.saturated) }
    #expect(!saturated.isEmpty && saturated.allSatisfy { smoothed.samples[$0].isBridged })
    #expect(saturated.allSatisfy { abs(recording.samples[$0].angularRate.x) > 0.99 * limit })
    // Clipped readings used as they are would rotate the estimate by more.
    let missed =
      try HandHeldRecording(duration: 60).samples.map { max(0, abs($0.angularRate.x) - limit) }.reduce(0, +) * 0.01
    #expect(missed > 0.2 && recording.error(smoothed).inclination < 0.2 * missed * 180 / .pi)
  }

  @Test func sensorErrorsAreEstimated() throws {
    let errors = try #require(try AttitudeSmoother().smooth(HandHeldRecording(duration: 120).samples).sensorErrors)
    // `SensorErrorModel.consumerGrade`: scale 0.4, -0.3, 0.5 %; the magnetometer 10 ms late.
    let expected = Vector3(x: 0.004, y: -0.003, z: 0.005)
    for axis in 0..<3 {
      let deviation = errors.gyroscopeMatrixStandardDeviation[axis, axis]
      #expect(abs(errors.gyroscopeMatrix[axis, axis] - expected[axis]) < 3 * deviation + 2e-5)
    }
    #expect(abs(errors.magnetometerLag - 0.01) < 0.002)
    #expect((errors.gyroscopeBias * (180 / .pi) - Vector3(x: 0.5, y: -0.3, z: 0.4)).length < 0.06)
    let rate = Vector3(x: 1.0, y: 2, z: 3)
    let taken = errors.gyroscope.matrix * (rate - errors.gyroscope.bias)
    let unbiased = rate - errors.gyroscopeBias
    #expect((taken - (unbiased - errors.gyroscopeMatrix * unbiased)).length < 1e-15)
  }

  /// 0.3 s of rows cut out of a turn, without a gap in time: the causal filter notices, and the smoother bends there.
  @Test func rowsMissingWithoutNoticeAreBridged() throws {
    var recording = try HandHeldRecording(duration: 60)
    #expect(try AttitudeSmoother().smooth(recording.samples).missedRotationCount == 0)
    let cut = 2200..<2230
    recording.samples.removeSubrange(cut)
    recording.truth.removeSubrange(cut)
    #expect(recording.truth[2199].angle(to: recording.truth[2200]) > 0.2)
    let smoothed = try AttitudeSmoother().smooth(recording.samples)
    #expect(smoothed.missedRotationCount > 0)
    var parameters = AttitudeSmootherParameters()
    parameters.missedRotationDeviation = 0
    let unaware = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    #expect(recording.error(smoothed).total < 0.7 * recording.error(unaware).total)
  }

  /// The lead turns every attitude forward by its own rate.
  @Test func outputLeadTurnsForward() throws {
    let recording = try HandHeldRecording(duration: 10)
    var parameters = AttitudeSmootherParameters()
    parameters.outputLead = 0.01
    let plain = try AttitudeSmoother().smooth(recording.samples)
    let ahead = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    for (sample, other) in zip(plain.samples, ahead.samples) {
      let turned = sample.enuFromBody * Rotation(rotationVector: sample.angularRate * 0.01)
      #expect(other.enuFromBody.angle(to: turned) < 1e-12)
    }
  }

  /// A gyroscope whose scale drifts by 5 %, which no constant matrix corrects: the evidence raises the relative rate noise. For
  /// a good gyroscope it stays at the default.
  @Test func evidenceRaisesTheNoiseOfABadGyroscope() throws {
    var recording = try HandHeldRecording(duration: 60)
    #expect(try AttitudeSmoother().smooth(recording.samples).sensorErrors?.relativeRateNoise == 0.002)
    for index in recording.samples.indices {
      recording.samples[index].angularRate *= 1 + 0.05 * Double.sineAndCosine(Double(index) * 0.02).sine
    }
    let errors = try #require(try AttitudeSmoother().smooth(recording.samples).sensorErrors)
    #expect(errors.relativeRateNoise > 0.004)
    var fixed = AttitudeSmootherParameters()
    fixed.largestRelativeRateNoise = fixed.relativeRateNoise
    let adapted = recording.error(try AttitudeSmoother().smooth(recording.samples))
    let unadapted = recording.error(try AttitudeSmoother(parameters: fixed).smooth(recording.samples))
    #expect(adapted.total < unadapted.total)
  }

  /// Any finite readings give an estimate or an error.
  @Test func absurdReadingsGiveAnEstimateOrAnError() throws {
    var recording = try HandHeldRecording(duration: 20)
    var random = RandomSource(seed: 7)
    for scale in [1e-6, 1.0, 1e3] {
      for index in recording.samples.indices {
        recording.samples[index].angularRate = random.nextNormalVector() * scale
        recording.samples[index].specificForce = random.nextNormalVector() * (30 * scale)
        recording.samples[index].magneticField = random.nextNormalVector() * (300 * scale)
      }
      do {
        #expect(try AttitudeSmoother().smooth(recording.samples).isFinite)
      } catch {
        #expect("\(error)".contains("units"))
      }
    }
  }
}
