import Foundation
import MotionSamples
import OfflineEstimation

extension CalibrationFile.Provenance {
  /// Where a calibration that this program makes comes from; the date is today's where it is not given.
  static func ofThisProgram(recording: String, date: String? = nil, axes: AxisMapping) -> Self {
    Self(
      recording: recording, date: date ?? Date.now.formatted(.iso8601.year().month().day()),
      program: "\(Console.programName) \(CommandList.version)", axes: axes.description)
  }
}
