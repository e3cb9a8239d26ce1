import AttitudeEvaluation
import Foundation
import LogTables
import MotionSamples
import MotionSimulation
import Rotations
import TestSupport
import Testing

@testable import SensorCalibration

/// Real recordings: calibrating from the recording itself must not harm, and is refused where it would.
@Suite struct CalibrationRecordingTests {
  private static func calibrator(_ rows: [LogRecord]) -> DeviceCalibrator {
    var calibrator = DeviceCalibrator()
    for sample in Recordings.samples(of: rows) { calibrator.add(sample) }
    return calibrator
  }

  /// Trials 24 and 26 have a magnetometer with a hard iron of 2 and 4 µT (in 26 a phone is on the sensor): the heading
  /// varies less after calibration. The truth's own north is good to a few degrees only, so it does not count.
  @Test(.needs(.broad, .hdf5), arguments: ["24", "26"])
  func hardIronIsTakenOut(_ name: String) throws {
    let rows = try Recordings.rows(of: try #require(SharedRecordings.trial(name)))
    let magnetometer = try Self.calibrator(rows).magnetometer()
    let before = Recordings.errors(of: rows, .identity)
    let after = Recordings.errors(of: rows, DeviceCalibration(magnetometer: magnetometer.model))
    #expect(after.rootMeanSquareWithoutHeadingOffset.total < 0.95 * before.rootMeanSquareWithoutHeadingOffset.total)
  }

  /// Of all trials those that are calibrated are better without the constant heading offset, and with it, to which the truth's north
  /// adds, worse by 0.1 degrees at most (measured 0.081); all others are refused with a reason.
  @Test(.needs(.broad, .hdf5))
  func calibrationNeverHarms() throws {
    var accepted: [String] = []
    for trial in SharedRecordings.broad {
      let rows = try Recordings.rows(of: trial)
      guard let magnetometer = try? Self.calibrator(rows).magnetometer() else { continue }
      accepted.append(String(URL(filePath: trial).lastPathComponent.prefix(2)))
      let before = Recordings.errors(of: rows, .identity)
      let after = Recordings.errors(of: rows, DeviceCalibration(magnetometer: magnetometer.model))
      #expect(
        after.rootMeanSquareWithoutHeadingOffset.total < before.rootMeanSquareWithoutHeadingOffset.total, "\(trial)")
      #expect(after.rootMeanSquare.total < before.rootMeanSquare.total + 0.1 * .pi / 180, "\(trial)")
    }
    #expect(accepted == ["24", "26"])
  }

  /// A part of the recording whose field is another one: the calibration from the rest does not hold there.
  @Test func aCorrectionThatDoesNotHoldElsewhereIsRefused() throws {
    var calibrators = [MagnetometerCalibrator(), MagnetometerCalibrator()]
    var errors = SensorErrorModel.consumerGrade
    errors.magnetometer.bias = Vector3(x: 8, y: -4, z: 5)
    let recording = SimulatedRecording(
      trajectory: HandHeldTrajectory(seed: 2), errors: errors, rate: 100, duration: 120, seed: 2
    ).map { $0.motionSample() }
    for (row, sample) in recording.enumerated() {
      calibrators[0].add(sample)
      var moved = sample
      // In the second half the hard iron is the opposite.
      if 2 * row > recording.count { moved.magneticField -= errors.magnetometer.bias * 2 }
      calibrators[1].add(moved)
    }
    #expect((try calibrators[0].calibration().model.bias - errors.magnetometer.bias).length < 2)
    #expect(throws: CalibrationError.self) { try calibrators[1].calibration() }
  }

  /// 02: calibrated already. 14: hardly turned. 36: a magnet rides on the sensor.
  @Test(.needs(.broad, .hdf5), arguments: ["02", "14", "36"])
  func poorMotionAndDisturbedFieldsAreRefused(_ name: String) throws {
    let rows = try Recordings.rows(of: try #require(SharedRecordings.trial(name)))
    let calibrator = Self.calibrator(rows)
    #expect(throws: CalibrationError.self) { try calibrator.magnetometer() }
    // The sensor rests in one attitude, before and after.
    #expect(throws: CalibrationError.tooFewPoses(count: 1, needed: 6)) { try calibrator.accelerometer() }
    // The bias alone is found, and does no harm to a filter that finds it too.
    let gyroscope = try calibrator.gyroscope()
    #expect(gyroscope.matrixFit == nil)
    let before = Recordings.errors(of: rows, .identity).rootMeanSquare.total
    let after = Recordings.errors(of: rows, DeviceCalibration(gyroscope: gyroscope.model)).rootMeanSquare.total
    #expect(after < 1.02 * before)
  }
}
