import AttitudeEvaluation
import Foundation
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations
import TestSupport
import Testing

/// The smoother against the truth of real recordings. The budgets are what the project measured, with a margin of a
/// twentieth; for all sixteen trials: `cardan evaluate --smooth DATASETS/broad`.
@Suite(.needs(.broad, .hdf5)) struct SmoothingBROADTests {
  /// RMS errors in degrees.
  struct Budget: Sendable {
    var trial: String
    var total: Double
    var inclination: Double
  }

  @Test(arguments: [
    Budget(trial: "12_undisturbed_slow_translation_C", total: 0.50, inclination: 0.205),
    Budget(trial: "24_disturbed_tapping_A", total: 0.89, inclination: 0.56),
    Budget(trial: "34_disturbed_attached_magnet_3cm", total: 0.67, inclination: 0.515),
  ])
  func wholeTrial(_ budget: Budget) throws {
    let trial = try BROADTrial(budget.trial)
    let smoothed = try AttitudeSmoother().smooth(trial.samples)
    let error = trial.error(of: smoothed)
    #expect(error.total < budget.total && error.inclination < budget.inclination)
    // The posterior covers the truth; tilt is conservative because the model's accelerations are.
    #expect(trial.share(of: smoothed, withinSigmas: 2) > 0.95)
  }

  @Test func magnetIsEstimated() throws {
    let magnetised = try BROADTrial("34_disturbed_attached_magnet_3cm")
    let iron = try AttitudeSmoother().smooth(magnetised.samples).sensorErrors?.magnetometerHardIron
    #expect(try #require(iron).length > 1)
    let clean = try BROADTrial("12_undisturbed_slow_translation_C")
    #expect(try AttitudeSmoother().smooth(clean.samples).sensorErrors?.magnetometerHardIron == nil)
  }

  @Test func withoutMagnetometer() throws {
    var trial = try BROADTrial("12_undisturbed_slow_translation_C")
    for index in trial.samples.indices { trial.samples[index].magneticField = .absent }
    let smoothed = try AttitudeSmoother().smooth(trial.samples)
    #expect(trial.error(of: smoothed).inclination < 0.21)
    #expect(smoothed.samples.allSatisfy { $0.headingStandardDeviation.isNaN })
  }

  /// Five seconds without any sensor in the middle of the motion. Over all trials: 1.36 degrees outside the gap, and 1.30
  /// for the same rows without a gap.
  @Test func aGapOfFiveSecondsCostsLittleOutsideIt() throws {
    var trial = try BROADTrial("12_undisturbed_slow_translation_C")
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
    let trial = try BROADTrial("18_undisturbed_fast_translation_with_breaks_B").withoutRestAtItsEnds
    #expect(trial.error(of: try AttitudeSmoother().smooth(trial.samples)).total < 1.5)
  }
}

/// A trial of BROAD in memory.
struct BROADTrial {
  var samples: [MotionSample<Double>] = []
  var truth: [Rotation<Double>?] = []
  var isMoving: [Bool] = []

  init(_ name: String) throws {
    var reader = try MotionLog.open(try #require(SharedRecordings.trial(name)))
    var clock = SampleClock()
    while let record = try reader.next() {
      samples.append(
        MotionSample(
          interval: clock.read(Timestamp(nanoseconds: record.timestamp)).interval, angularRate: record.angularRate,
          specificForce: record.specificForce, magneticField: record.magneticField))
      truth.append(record.trueENUFromBody)
      isMoving.append(record.isMoving)
    }
  }

  /// The rows from the first that moves to the last.
  var withoutRestAtItsEnds: BROADTrial {
    var trial = self
    guard let first = isMoving.firstIndex(of: true), let last = isMoving.lastIndex(of: true) else { return self }
    trial.samples = Array(samples[first...last])
    trial.truth = Array(truth[first...last])
    trial.isMoving = Array(isMoving[first...last])
    return trial
  }

  /// RMS errors in degrees over the rows that move.
  func error(of smoothed: SmoothedRecording) -> AttitudeError {
    var errors = AttitudeErrorAccumulator()
    for index in samples.indices where isMoving[index] {
      guard let truth = truth[index] else { continue }
      errors.add(estimate: smoothed.samples[index].enuFromBody, truth: truth)
    }
    let error = errors.rootMeanSquare
    let degrees = 180 / Double.pi
    return AttitudeError(
      total: error.total * degrees, heading: error.heading * degrees, inclination: error.inclination * degrees)
  }

  /// The share of moving rows whose tilt error, about each level axis, is within `sigmas` standard deviations.
  func share(of smoothed: SmoothedRecording, withinSigmas sigmas: Double) -> Double {
    var (within, count) = (0.0, 0.0)
    for index in samples.indices where isMoving[index] {
      guard let truth = truth[index] else { continue }
      let sample = smoothed.samples[index]
      let error = (truth * sample.enuFromBody.inverse).rotationVector
      for component in [error.x, error.y] {
        count += 1
        if abs(component) < sigmas * sample.tiltStandardDeviation { within += 1 }
      }
    }
    return within / count
  }
}
