import Foundation
import MotionSamples
import OfflineEstimation

extension CalibrationFile.Provenance {
  /// The provenance of a calibration by this program. The default date is today.
  static func ofThisProgram(recording: String, date: String? = nil, axes: AxisMapping) -> Self {
    Self(
      recording: recording, date: date ?? Date.now.formatted(.iso8601.year().month().day()),
      program: "\(Console.programName) \(CommandList.version)", axes: axes.description)
  }
}
