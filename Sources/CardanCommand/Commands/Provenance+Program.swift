import Geomagnetism
import Glibc
import MotionSamples
import OfflineEstimation

extension CalibrationFile.Provenance {
  /// The provenance of a calibration by this program. The default date is today.
  static func ofThisProgram(recording: String, date: String? = nil, axes: AxisMapping) -> Self {
    Self(
      recording: recording, date: date ?? CalendarDate.today?.description ?? "unknown",
      program: "\(Console.programName) \(CommandList.version)", axes: axes.description)
  }
}

extension CalendarDate {
  /// Today, in universal time; nil if the clock of the computer is out of range.
  static var today: CalendarDate? { CalendarDate(secondsSince1970: Double(time(nil))) }
}
