import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations

/// Several IMUs of one grade on one body, each with errors of its own.
struct SimulatedIMUs {
  var recordings: [[SimulatedSample]]
  let rate: Double

  init(_ count: Int, on trajectory: any Trajectory, rate: Double, duration: Double, seed: UInt64) {
    self.rate = rate
    recordings = (0..<count).map { index in
      var random = RandomSource(seed: seed + 77 * UInt64(index), stream: 99)
      var errors = SensorErrorModel.consumerGrade
      errors.gyroscope.bias = random.nextNormalVector() * 0.0087
      errors.accelerometer.bias = random.nextNormalVector() * 0.05
      errors.gyroscope.response = TriadErrorModel.response(
        scaleError: random.nextNormalVector() * 0.004, misalignment: random.nextNormalVector() * 0.004)
      return Array(
        SimulatedRecording(
          trajectory: trajectory, errors: errors, rate: rate, duration: duration, seed: 10 * seed + UInt64(index)))
    }
  }

  /// The readings of some of the IMUs at a row. All have the magnetometer of the first.
  func samples(_ row: Int, of imus: [Int]) -> InertialVote<Double>.Samples {
    var samples = InertialVote<Double>.Samples(repeating: MotionSample(interval: 0, angularRate: .absent))
    for (place, imu) in imus.enumerated() {
      samples[place] = recordings[imu][row].motionSample()
      samples[place].magneticField = recordings[0][row].magneticField
    }
    return samples
  }

  /// A run of the vote and the default filter on some of the IMUs.
  struct Run {
    /// The attitude after each row, and its error, rad.
    var attitudes: [Rotation<Double>] = []
    var errors: [Double] = []
    /// For each IMU and sensor, the faults in the order of their first row, with that row.
    var faults: [(imu: Int, isGyroscope: Bool, fault: SensorFault, isFailed: Bool, row: Int)] = []
    /// The health after the last row.
    var health: [SensorHealth<Double>] = []

    /// The least share of each gyroscope.
    var leastWeights: [Double] = []

    /// The largest change from row to row of the difference to another run, rad; in all rows, or in some.
    func largestStep(beside other: Run, rows: Range<Int>? = nil) -> Double {
      (rows ?? attitudes.indices).dropFirst().map { row in
        abs(attitudes[row].angle(to: other.attitudes[row]) - attitudes[row - 1].angle(to: other.attitudes[row - 1]))
      }.max() ?? 0
    }

    /// The root mean square error from 10 s on, rad.
    func error(rate: Double) -> Double {
      let part = errors.dropFirst(Int(10 * rate))
      return (part.reduce(0) { $0 + $1 * $1 } / Double(part.count)).squareRoot()
    }
  }

  func run(_ imus: [Int]) -> Run {
    var filter = VotingFilter<DefaultFilter<Double>>(count: imus.count)
    var run = Run()
    run.leastWeights = Array(repeating: 1, count: imus.count)
    var states = [UInt8](repeating: 0, count: 2 * imus.count)
    for row in recordings[0].indices {
      let motion = filter.update(samples(row, of: imus))
      run.attitudes.append(motion.outputFromBody)
      run.errors.append(motion.outputFromBody.angle(to: recordings[0][row].trueENUFromBody))
      for (place, imu) in imus.enumerated() {
        let health = filter.health(of: place)
        // Not while the shares rise at the start.
        if row > Int(rate) { run.leastWeights[place] = min(run.leastWeights[place], health.gyroscope.weight) }
        for (sensor, triad) in [health.gyroscope, health.accelerometer].enumerated() {
          let state = triad.state.rawValue
          if state > states[2 * place + sensor] {
            run.faults.append((imu, sensor == 0, triad.fault, triad.state == .failed, row))
          }
          states[2 * place + sensor] = state
        }
      }
    }
    run.health = imus.indices.map { filter.health(of: $0) }
    return run
  }
}
