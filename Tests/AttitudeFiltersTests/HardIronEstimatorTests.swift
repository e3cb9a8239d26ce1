import AttitudeFilters
import MotionSimulation
import Rotations
import Testing

/// Hard iron while the sensor moves: found, with an honest standard deviation, and never poisoned.
@Suite struct HardIronEstimatorTests {
  private static let hardIron = Vector3(x: 22.0, y: -14.0, z: 9.0)

  private static func recording(seed: UInt64, duration: Double) -> SimulatedRecording {
    var errors = SensorErrorModel()
    errors.magnetometer = TriadErrorModel(noiseDensity: 0.1, bias: hardIron)
    errors.gyroscope = TriadErrorModel(noiseDensity: 1e-4)
    return SimulatedRecording(
      trajectory: HandHeldTrajectory(seed: seed), errors: errors, rate: 100, duration: duration, seed: seed)
  }

  @Test func aHandFindsItInHalfAMinute() {
    for seed in UInt64(1)...20 {
      var estimator = HardIronEstimator<Double>()
      for sample in Self.recording(seed: seed, duration: 30) {
        estimator.update(
          angularRate: sample.angularRate, magneticField: sample.magneticField, interval: sample.interval)
      }
      let error = estimator.hardIron - Self.hardIron
      #expect(error.length < 2)
      for axis in 0..<3 {
        // Each reading ends one turn and begins the next, so the errors are at most a little larger than if all were new.
        #expect(abs(error[axis]) < 4 * estimator.standardDeviation[axis])
      }
      #expect(estimator.corrected(Self.hardIron).length < 2)
    }
  }

  /// By hand: half a turn about z takes m - h = (30, 0, -40) to (-30, 0, -40). With little noise the horizontal part of h
  /// is the mean of both readings; along z nothing is known.
  @Test func oneTurnAboutOneAxisTellsTwoCoordinates() {
    var parameters = HardIronParameters<Double>()
    parameters.readingDeviation = 1e-3
    var estimator = HardIronEstimator(parameters: parameters)
    let rate = Vector3(x: 0, y: 0, z: Double.pi)
    for step in 0...100 {
      let angle = 0.01 * Double(step) * Double.pi
      let turned = Rotation(aboutZ: -angle).rotate(Vector3(x: 30, y: 0, z: -40))
      estimator.update(angularRate: rate, magneticField: turned + Self.hardIron, interval: 0.01)
    }
    #expect(abs(estimator.hardIron.x - Self.hardIron.x) < 1e-3)
    #expect(abs(estimator.hardIron.y - Self.hardIron.y) < 1e-3)
    #expect(estimator.hardIron.z == 0)
    #expect(estimator.standardDeviation.x < 0.01 && estimator.standardDeviation.z > 99)
  }

  @Test func aSensorAtRestLearnsNothing() {
    var estimator = HardIronEstimator<Double>()
    for _ in 0..<10000 {
      estimator.update(angularRate: .zero, magneticField: Vector3(x: 40, y: 10, z: -30), interval: 0.01)
    }
    #expect(estimator.hardIron == .zero)
    #expect(estimator.standardDeviation.x == 100)
  }

  @Test func aDisturbanceOfSecondsPasses() {
    var estimator = HardIronEstimator<Double>()
    for (row, sample) in Self.recording(seed: 3, duration: 60).enumerated() {
      // A magnet beside the sensor for two seconds.
      let isDisturbed = (4000..<4200).contains(row)
      let field = sample.magneticField + (isDisturbed ? Vector3(x: 80, y: -40, z: 60) : .zero)
      estimator.update(angularRate: sample.angularRate, magneticField: field, interval: sample.interval)
    }
    #expect((estimator.hardIron - Self.hardIron).length < 2)
  }

  @Test func badReadingsNeverPoisonIt() {
    let clean = Array(Self.recording(seed: 5, duration: 30))
    var estimator = HardIronEstimator<Double>()
    for (row, sample) in clean.enumerated() {
      var (rate, field, interval) = (sample.angularRate, sample.magneticField, sample.interval)
      switch row % 97 {
      case 0: rate.x = .nan
      case 20: field.y = .infinity
      case 40: interval = .nan
      case 60: interval = -1
      case 80: field = Vector3(x: 1e300, y: 0, z: 0)
      default: break
      }
      estimator.update(angularRate: rate, magneticField: field, interval: interval)
    }
    #expect((estimator.hardIron - Self.hardIron).length < 2)
    #expect(estimator.standardDeviation.isFiniteInLane)
  }

  @Test func lanesAreScalarsSideBySide() {
    let recordings = (0..<DoubleLanes.count).map { Array(Self.recording(seed: UInt64($0 + 10), duration: 10)) }
    var lanes = HardIronEstimator<DoubleLanes>()
    var scalars = recordings.map { _ in HardIronEstimator<Double>() }
    func gathered(_ vectors: [Vector3<Double>]) -> Vector3<DoubleLanes> {
      Vector3(
        x: DoubleLanes(vectors.map(\.x)), y: DoubleLanes(vectors.map(\.y)), z: DoubleLanes(vectors.map(\.z)))
    }
    for row in recordings[0].indices {
      let samples = recordings.map { $0[row] }
      for (lane, sample) in samples.enumerated() {
        scalars[lane].update(
          angularRate: sample.angularRate, magneticField: sample.magneticField, interval: sample.interval)
      }
      lanes.update(
        angularRate: gathered(samples.map(\.angularRate)), magneticField: gathered(samples.map(\.magneticField)),
        interval: DoubleLanes(samples.map(\.interval)))
    }
    for (lane, scalar) in scalars.enumerated() {
      #expect(scalar.hardIron.length > 1)
      #expect(abs(lanes.hardIron.x[lane] - scalar.hardIron.x) < 1e-9)
      #expect(abs(lanes.hardIron.z[lane] - scalar.hardIron.z) < 1e-9)
    }
  }
}
