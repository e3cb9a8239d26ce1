import Geomagnetism
import MotionSamples
import SensorCalibration

/// A calibration file as an option value, read at once so that errors show before any work.
struct CalibrationChoice: FileArgument {
  var file: CalibrationFile
  var filePath: String

  init?(argument: String) {
    guard let file = try? CalibrationFile(contentsOf: argument) else { return nil }
    self.file = file
    filePath = argument
  }

  static var expectation: String { "a file written by 'cardan calibrate'" }

  static func objection(to argument: String) -> String? {
    do throws(CalibrationFileError) {
      _ = try CalibrationFile(contentsOf: argument)
      return nil
    } catch {
      return error.description
    }
  }
}

extension CalibrationFile.Provenance {
  /// The provenance of a calibration by this program. The default date is today.
  static func ofThisProgram(recording: String, date: String? = nil, axes: AxisMapping) -> Self {
    Self(
      recording: recording, date: date ?? CalendarDate.today?.description ?? "unknown",
      program: "\(Console.programName) \(CommandList.version)", axes: axes.description)
  }
}
