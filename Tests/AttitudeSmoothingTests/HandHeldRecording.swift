import AttitudeEvaluation
import AttitudeSmoothing
import MotionSamples
import MotionSimulation
import Rotations
import Testing

/// A device in a hand, with the errors of a consumer sensor, at 100 Hz.
struct HandHeldRecording {
  var samples: [MotionSample<Double>]
  var truth: [Rotation<Double>]

  init(duration: Double, seed: UInt64 = 3, rate: Double = 100) throws {
    let scenario = try #require(SimulationScenario.named("hand-held", seed: seed, duration: duration, rate: rate))
    let rows = Array(scenario.recording())
    samples = rows.map { $0.motionSample() }
    truth = rows.map(\.trueENUFromBody)
  }

  /// RMS errors in degrees from `start` on.
  func error(_ smoothed: SmoothedRecording, from start: Int = 0) -> AttitudeError {
    var errors = AttitudeErrorAccumulator()
    for index in start..<truth.count {
      errors.add(estimate: smoothed.samples[index].enuFromBody, truth: truth[index])
    }
    let (error, degrees) = (errors.rootMeanSquare, 180 / Double.pi)
    return AttitudeError(
      total: error.total * degrees, heading: error.heading * degrees, inclination: error.inclination * degrees)
  }
}

extension SmoothedRecording {
  /// Whether every attitude is a rotation, and every number finite.
  var isFinite: Bool {
    samples.allSatisfy {
      $0.enuFromBody.quaternion.isFiniteInLane && $0.gyroscopeBias.isFiniteInLane
        && $0.angularRate.isFiniteInLane && $0.tiltStandardDeviation.isFinite
        && abs($0.enuFromBody.quaternion.squaredNorm - 1) < 1e-12
    }
  }
}
