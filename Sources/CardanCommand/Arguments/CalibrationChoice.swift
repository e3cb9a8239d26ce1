import OfflineEstimation

/// A calibration file as an option value, read at once so that errors show before any work.
struct CalibrationChoice: ArgumentValue {
  var file: CalibrationFile

  init?(argument: String) {
    guard let file = try? CalibrationFile(contentsOf: argument) else { return nil }
    self.file = file
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
