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
      trial: "04", total: 0.683, heading: 0.537, inclination: 0.423, lag: 1.369, deviation: 2.002,
      arm: [0.033, 0.002, 0], bias: [0.001, -0.007, 0.038], scale: [-0.055, 0.080, 0.269],
      attitude: Quaternion(w: 0.99975281, x: -0.01802597, y: 0.01220049, z: -0.00453005)),
    Estimate(
      trial: "16", total: 0.591, heading: 0.357, inclination: 0.471, lag: 1.669, deviation: 1.480,
      arm: [0.568, 0.100, -0.060], bias: [0.007, 0.004, 0.002], scale: [0.052, 0.015, 0.065],
      attitude: Quaternion(w: 0.97984150, x: 0.04415146, y: -0.04360317, z: -0.18989483)),
    Estimate(
      trial: "30", total: 1.087, heading: 0.602, inclination: 0.905, lag: 0.289, deviation: 0.932,
      arm: [0.187, 0.005, -0.057], bias: [-0.001, -0.004, 0.007], scale: [-0.031, 0.127, 0.035],
      attitude: Quaternion(w: 0.68833953, x: 0.10236111, y: -0.04261217, z: 0.71686477)),
    Estimate(
      trial: "32", total: 1.582, heading: 1.542, inclination: 0.353, lag: 1.687, deviation: 2.507,
      arm: [0.323, -0.014, -0.025], bias: [-0.010, -0.011, 0.017], scale: [0.029, 0.017, 0.092],
      attitude: Quaternion(w: 0.59443576, x: -0.09812431, y: -0.31758183, z: 0.73222915)),
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
