import MotionSimulation
import Rotations
import Testing

private let still = ConstantRateTrajectory(angularRate: .zero)

private func recording(
  _ errors: SensorErrorModel, trajectory: any Trajectory = still, rate: Double = 100, duration: Double = 10,
  seed: UInt64 = 1
) -> SimulatedRecording {
  SimulatedRecording(trajectory: trajectory, errors: errors, rate: rate, duration: duration, seed: seed)
}

private func firstRow(_ errors: SensorErrorModel, trajectory: any Trajectory = still) -> SimulatedSample {
  var rows = recording(errors, trajectory: trajectory)
  return rows.next()!
}

/// Standard deviation and the correlation of neighbours, over the x axis.
private func statistics(_ values: [Double]) -> (mean: Double, deviation: Double, correlation: Double) {
  let mean = values.reduce(0, +) / Double(values.count)
  let centred = values.map { $0 - mean }
  let square = centred.reduce(0) { $0 + $1 * $1 } / Double(values.count)
  let product = zip(centred, centred.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(values.count)
  return (mean, square.squareRoot(), product / square)
}

@Suite struct SensorErrorTests {
  @Test func perfectSensorsTellTheTruth() {
    let trajectory = HandHeldTrajectory(seed: 2)
    let environment = SimulatedEnvironment()
    for (row, sample) in recording(.none, trajectory: trajectory).enumerated() {
      let time = Double(row) / 100
      let state = trajectory.state(at: time)
      #expect(sample.timestamp == Int64(row) * 10_000_000)
      #expect(abs(sample.interval - (row == 0 ? 0 : 0.01)) < 1e-15)
      #expect(sample.angularRate == trajectory.meanAngularRate(from: time - 0.01, to: time))
      #expect(sample.specificForce == environment.specificForce(at: state))
      #expect(sample.magneticField == environment.magneticField(at: state, time: time))
      #expect(sample.trueENUFromBody.quaternion == state.enuFromBody.quaternion)
      #expect(sample.trueGyroscopeBias == .zero && sample.isMoving)
    }
  }

  @Test func gyroscopeSamplings() {
    let coning = ConingTrajectory(halfAngle: 0.1, frequency: 5)
    var errors = SensorErrorModel(gyroscopeSampling: .rotationIncrement)
    var attitude = coning.state(at: 0).enuFromBody
    for sample in recording(errors, trajectory: coning).dropFirst() {
      attitude = attitude * Rotation(rotationVector: sample.angularRate * 0.01)
      #expect(attitude.angle(to: sample.trueENUFromBody) < 1e-12)
    }
    errors.gyroscopeSampling = .instantaneous
    for (row, sample) in recording(errors, trajectory: coning).enumerated() {
      #expect(sample.angularRate == coning.state(at: Double(row) / 100).angularRate)
    }
    // Averaged rates taken for rotation vectors drift about z. A rotation vector is the averaged rate plus the coning
    // integral ½ ∫ θ × ω, here along z, sin² a (O T - sin O T) / 2 per interval T (Savage 1998, equation 33).
    errors.gyroscopeSampling = .averaged
    attitude = coning.state(at: 0).enuFromBody
    for sample in recording(errors, trajectory: coning, duration: 10.01).dropFirst() {
      attitude = attitude * Rotation(rotationVector: sample.angularRate * 0.01)
    }
    let (coneSine, _) = Double.sineAndCosine(0.1)
    let turn = 2 * Double.pi * 5 * 0.01
    let (sineOfTurn, _) = Double.sineAndCosine(turn)
    let expectedDrift = -1000 * coneSine * coneSine * (turn - sineOfTurn) / 2
    let drift = (attitude * coning.state(at: 10).enuFromBody.inverse).rotationVector.z
    // The next order is a factor of the cone's angle squared smaller.
    #expect(abs(drift / expectedDrift - 1) < 0.02)
  }

  @Test(arguments: [50.0, 200.0])
  func whiteNoiseHasItsDensityAtEveryRate(rate: Double) {
    var errors = SensorErrorModel.none
    errors.gyroscope.noiseDensity = 0.002
    let values = recording(errors, rate: rate, duration: 40_000 / rate).map(\.angularRate.x)
    let result = statistics(values)
    // 40 000 values: the deviation is known to 1/√80 000 = 0.35 %, the correlation to 0.5 %.
    #expect(abs(result.deviation / (0.002 * rate.squareRoot()) - 1) < 0.015)
    #expect(abs(result.correlation) < 0.02)
    #expect(abs(result.mean) < 4 * result.deviation / 200)
  }

  @Test func gaussMarkovBiasIsStationaryAndForgets() {
    var errors = SensorErrorModel.none
    errors.gyroscope.bias = .unitX * 0.1
    errors.gyroscope.biasInstability = .gaussMarkov(standardDeviation: 0.01, correlationTime: 0.5)
    let samples = Array(recording(errors, rate: 20, duration: 10_000))
    let result = statistics(samples.map(\.angularRate.x))
    // 10 000 independent stretches of 2 · 0.5 s: 0.7 % of the deviation, 1 % of a deviation for the mean.
    #expect(abs(result.mean - 0.1) < 0.0004)
    #expect(abs(result.deviation / 0.01 - 1) < 0.03)
    #expect(abs(result.correlation - 0.9048374180359595) < 0.005)  // exp(-0.05 / 0.5)
    for sample in samples.prefix(100) { #expect(sample.angularRate == sample.trueGyroscopeBias) }
  }

  @Test func gaussMarkovBiasStartsWithItsSpread() {
    var errors = SensorErrorModel.none
    errors.gyroscope.biasInstability = .gaussMarkov(standardDeviation: 2, correlationTime: 100)
    let first = (UInt64(0)..<4000).map { recording(errors, duration: 0.01, seed: $0).map(\.angularRate.x)[0] }
    #expect(abs(statistics(first).deviation / 2 - 1) < 0.05)
  }

  @Test func randomWalkGrowsWithTheSquareRootOfTime() {
    var errors = SensorErrorModel.none
    errors.accelerometer.biasInstability = .randomWalk(density: 0.3)
    let ends = (UInt64(0)..<3000).map { seed in
      Array(recording(errors, rate: 5, duration: 4.2, seed: seed)).last!.specificForce.x
    }
    // 20 steps of 0.2 s after the first row: 0.3 √4. 3000 runs know it to 1.3 %.
    #expect(abs(statistics(ends).deviation / 0.6 - 1) < 0.05)
  }

  @Test func biasStepsOnceAtItsTime() {
    var errors = SensorErrorModel.none
    errors.gyroscope.bias = .unitX
    errors.gyroscope.biasStep = BiasStep(size: Vector3(x: 1, y: 2, z: 3), time: 5)
    for (row, sample) in recording(errors).enumerated() {
      #expect(sample.angularRate == (row < 500 ? .unitX : Vector3(x: 2, y: 2, z: 3)))
      #expect(sample.trueGyroscopeBias == sample.angularRate)
    }
  }

  /// At rest the white noise alone, in motion the root of the sum of squares, whatever the rate.
  @Test(arguments: [50.0, 200.0])
  func vibrationAddsNoiseInMotion(rate: Double) {
    var errors = SensorErrorModel.none
    errors.magnetometer.noiseDensity = 0.3 / rate.squareRoot()
    errors.magnetometer.vibration = 0.4
    let turning = ConstantRateTrajectory(angularRate: .unitZ)
    for (trajectory, expected) in [(still, 0.3), (turning, 0.5)] {
      // The field along z does not change with a turn about z.
      let values = recording(errors, trajectory: trajectory, rate: rate, duration: 20_000 / rate)
        .map(\.magneticField.z)
      // 20 000 values: the deviation is known to 0.5 %.
      #expect(abs(statistics(values).deviation / expected - 1) < 0.02)
    }
  }

  @Test func scaleMisalignmentBiasByHand() {
    var errors = SensorErrorModel.none
    errors.accelerometer.bias = Vector3(x: 0.1, y: 0, z: -0.2)
    errors.accelerometer.response = TriadErrorModel.response(
      scaleError: Vector3(x: 0, y: 0, z: 0.01), misalignment: Vector3(x: 0.002, y: 0, z: 0))
    // A triad turned about x by +2 mrad sees the up direction at +2 mrad times 9.81 along its y.
    let force = firstRow(errors).specificForce
    #expect((force - Vector3(x: 0.1, y: 0.002 * 9.9081, z: 9.9081 - 0.2)).largestMagnitude < 1e-12)
  }

  @Test func saturationAndQuantisation() {
    var errors = SensorErrorModel.none
    errors.gyroscope.range = 2
    errors.gyroscope.resolution = 0.3
    let trajectory = ConstantRateTrajectory(angularRate: Vector3(x: 5, y: -5, z: 0.46))
    let rate = firstRow(errors, trajectory: trajectory).angularRate
    // The range is clipped first, and 2 is then the step 7 (2.1); 0.46 is nearest to 0.6 or 0.3: 1.53 steps round to 2.
    #expect((rate - Vector3(x: 2.1, y: -2.1, z: 0.6)).largestMagnitude < 1e-12)
  }

  @Test func delayedMagnetometerTellsThePast() {
    var errors = SensorErrorModel.none
    errors.magnetometer.delay = 0.03
    let trajectory = HandHeldTrajectory(seed: 1)
    var rows = recording(errors, trajectory: trajectory)
    let fresh = Array(recording(.none, trajectory: trajectory))
    for row in 0..<50 {
      let field = rows.next()!.magneticField
      if row >= 3 { #expect((field - fresh[row - 3].magneticField).largestMagnitude < 1e-11) }
    }
  }

  @Test func slowSensorIsAbsentBetweenItsReadings() {
    var errors = SensorErrorModel.none
    errors.magnetometer.rate = 25
    errors.accelerometer.rate = 1000
    for (row, sample) in recording(errors).enumerated() {
      #expect(sample.magneticField.isFiniteInLane == row.isMultiple(of: 4))
      #expect(sample.specificForce.isFiniteInLane)
    }
    errors.magnetometer.rate = 30
    let readings = recording(errors, duration: 100).filter(\.magneticField.isFiniteInLane)
    #expect(readings.count == 3000)
  }

  @Test func slowGyroscopeAveragesOverItsOwnInterval() {
    var errors = SensorErrorModel(gyroscopeSampling: .rotationIncrement)
    errors.gyroscope.rate = 20
    let trajectory = HandHeldTrajectory(seed: 8)
    var attitude = trajectory.state(at: 0).enuFromBody
    for sample in recording(errors, trajectory: trajectory).dropFirst() where sample.angularRate.isFiniteInLane {
      attitude = attitude * Rotation(rotationVector: sample.angularRate * 0.05)
      #expect(attitude.angle(to: sample.trueENUFromBody) < 1e-12)
    }
  }

  @Test func dropouts() {
    var errors = SensorErrorModel.none
    errors.accelerometer.dropoutProbability = 0.1
    errors.rowDropoutProbability = 0.2
    let samples = Array(recording(errors, duration: 200))
    // Binomial: 20 000 rows of which 80 % stay, 57 standard deviation; 16 000 of which 10 % are lost, 38.
    #expect(abs(samples.count - 16_000) < 230)
    #expect(abs(samples.filter { !$0.specificForce.isFiniteInLane }.count - 1600) < 160)
    for (before, after) in zip(samples, samples.dropFirst()) {
      #expect(after.timestamp > before.timestamp)
      #expect(abs(after.interval - Double(after.timestamp - before.timestamp) * 1e-9) < 1e-15)
    }
  }

  @Test func jitteredTimestampsStayInOrder() {
    var errors = SensorErrorModel.none
    errors.timestampJitter = 0.001
    let calm = recording(errors, duration: 100).enumerated().map { row, sample in
      Double(sample.timestamp) * 1e-9 - Double(row) / 100
    }
    #expect(abs(statistics(calm).deviation / 0.001 - 1) < 0.03)
    errors.timestampJitter = 1
    var last = Int64.min
    for sample in recording(errors) {
      #expect(sample.timestamp > last)
      last = sample.timestamp
    }
  }

  /// An error of one sensor leaves the random numbers of the others as they were.
  @Test func sensorsAreIndependent() {
    let all = Array(recording(.consumerGrade))
    var errors = SensorErrorModel.consumerGrade
    errors.accelerometer.dropoutProbability = 0.5
    errors.magnetometer.biasInstability = .randomWalk(density: 1)
    for (before, after) in zip(all, recording(errors)) { #expect(before.angularRate == after.angularRate) }
  }
}
