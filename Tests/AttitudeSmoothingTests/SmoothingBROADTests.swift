import MotionSamples
import AttitudeSmoothing
import Rotations
import TestSupport
import Testing

/// The smoother against the truth of BROAD: the mean errors, and the estimate of four trials in detail.
@Suite(.needs(.broad, .hdf5)) struct SmoothingBROADTests {
  /// The estimate of a trial.
  struct Estimate: Sendable {
    var trial: String
    /// RMS errors in degrees.
    var (total, heading, inclination): (Double, Double, Double)
    /// Lag of the accelerometer and its standard deviation, ms.
    var (lag, deviation): (Double, Double)
    /// Lever arm, m; bias, m/s², and scale error, %, of the accelerometer.
    var (arm, bias, scale): ([Double], [Double], [Double])
    /// The attitude of the middle row.
    var attitude: Quaternion<Double>
  }

  /// As in the NumPy reference, Golden/smoother.py, up to the treatment of the ends of the recording.
  @Test(arguments: [
    Estimate(
      trial: "04", total: 0.661, heading: 0.508, inclination: 0.423, lag: 1.357, deviation: 2.004,
      arm: [0.030, 0.005, 0.003], bias: [-0.002, -0.004, 0.036], scale: [-0.013, 0.130, 0.282],
      attitude: Quaternion(w: 0.99975310, x: -0.01815460, y: 0.01206421, z: -0.00431240)),
    Estimate(
      trial: "16", total: 0.577, heading: 0.356, inclination: 0.454, lag: 1.664, deviation: 1.437,
      arm: [0.555, 0.090, -0.050], bias: [0.007, 0.005, 0.002], scale: [0.070, 0.013, 0.063],
      attitude: Quaternion(w: 0.97981699, x: 0.04417550, y: -0.04365659, z: -0.19000342)),
    Estimate(
      trial: "30", total: 1.096, heading: 0.607, inclination: 0.913, lag: 0.222, deviation: 0.951,
      arm: [0.182, -0.003, -0.052], bias: [-0.001, -0.004, 0.007], scale: [-0.032, 0.089, 0.040],
      attitude: Quaternion(w: 0.68804076, x: 0.10208954, y: -0.04284794, z: 0.71717619)),
    Estimate(
      trial: "32", total: 1.509, heading: 1.468, inclination: 0.351, lag: 1.768, deviation: 2.485,
      arm: [0.313, -0.006, -0.018], bias: [-0.011, -0.011, 0.017], scale: [0.033, 0.036, 0.089],
      attitude: Quaternion(w: 0.59369460, x: -0.09787535, y: -0.31767248, z: 0.73282422)),
  ])
  func wholeTrial(_ expected: Estimate) throws {
    let trial = try Trial(expected.trial)
    let smoothed = try AttitudeSmoother().smooth(trial.samples)
    let error = trial.error(of: smoothed)
    #expect(abs(error.total - expected.total) < 0.002)
    #expect(abs(error.heading - expected.heading) < 0.002)
    #expect(abs(error.inclination - expected.inclination) < 0.002)
    let errors = try #require(smoothed.sensorErrors)
    #expect(abs(1000 * errors.accelerometerLag - expected.lag) < 0.01)
    #expect(abs(1000 * errors.accelerometerLagStandardDeviation - expected.deviation) < 0.003)
    for axis in 0..<3 {
      #expect(abs(errors.leverArm[axis] - expected.arm[axis]) < 0.002)
      #expect(abs(errors.accelerometerBias[axis] - expected.bias[axis]) < 0.0015)
      #expect(abs(100 * errors.accelerometerScale[axis] - expected.scale[axis]) < 0.002)
    }
    let attitude = try #require(Rotation(normalizing: expected.attitude))
    let middle = smoothed.samples[smoothed.samples.count / 2].enuFromBody
    #expect(middle.angle(to: attitude) < 0.005 * .pi / 180)
    #expect(smoothed.windows.map(\.iterationCount) == [4] && smoothed.missedRotationCount == 0)
  }

  /// The posterior covers the truth, once the delay of the sensor's filters is taken out; tilt is conservative because the model's
  /// accelerations are.
  @Test(arguments: ["12", "24", "34"])
  func standardDeviationsCover(_ number: String) throws {
    let trial = try Trial(number)
    var parameters = AttitudeSmootherParameters()
    parameters.outputLead = 0.00225
    let smoothed = try AttitudeSmoother(parameters: parameters).smooth(trial.samples)
    #expect(trial.share(of: smoothed, withinSigmas: 2) > 0.95)
  }

  @Test func magnetIsEstimated() throws {
    let magnetised = try Trial("34")
    let iron = try AttitudeSmoother().smooth(magnetised.samples).sensorErrors?.magnetometerHardIron
    #expect(try #require(iron).length > 1)
    let clean = try Trial("12")
    #expect(try AttitudeSmoother().smooth(clean.samples).sensorErrors?.magnetometerHardIron == nil)
  }

  @Test func withoutMagnetometer() throws {
    var trial = try Trial("12")
    for index in trial.samples.indices { trial.samples[index].magneticField = .absent }
    let smoothed = try AttitudeSmoother().smooth(trial.samples)
    #expect(trial.error(of: smoothed).inclination < 0.21)
    #expect(smoothed.samples.allSatisfy { $0.headingStandardDeviation.isNaN })
  }

  /// Five seconds without any sensor in the middle of the motion. Over all trials: 1.36 degrees outside the gap, and 1.30
  /// for the same rows without a gap.
  @Test func aGapOfFiveSecondsCostsLittleOutsideIt() throws {
    var trial = try Trial("12")
    let first = try #require(trial.isMoving.firstIndex(of: true))
    let last = try #require(trial.isMoving.lastIndex(of: true))
    let gap = (first + last) / 2..<(first + last) / 2 + 1428
    for index in gap {
      trial.samples[index] = MotionSample(interval: trial.samples[index].interval, angularRate: .absent)
      trial.isMoving[index] = false
    }
    let smoothed = try AttitudeSmoother().smooth(trial.samples)
    let error = trial.error(of: smoothed)
    #expect(error.total < 0.55 && error.inclination < 0.25)
    #expect(gap.allSatisfy { smoothed.samples[$0].isBridged })
  }

  @Test func restPhasesCutOff() throws {
    let trial = try Trial("18").withoutRestAtItsEnds
    #expect(trial.error(of: try AttitudeSmoother().smooth(trial.samples)).total < 1.5)
  }
}
