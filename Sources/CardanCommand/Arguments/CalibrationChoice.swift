import Foundation
import OfflineEstimation

/// A calibration file as an option value: it is read at once, so that a mistake in it is told before any work.
struct CalibrationChoice: ArgumentValue {
  /// What the file says.
  var file: CalibrationFile

  init?(argument: String) {
    guard let file = try? Self.read(argument) else { return nil }
    self.file = file
  }

  static var expectation: String { "a file written by 'cardan calibrate'" }

  static func objection(to argument: String) -> String? {
    do throws(CalibrationFileError) {
      _ = try read(argument)
      return nil
    } catch {
      return error.description
    }
  }

  private static func read(_ path: String) throws(CalibrationFileError) -> CalibrationFile {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CalibrationFileError(path: path, keyPath: "", message: "cannot be read")
    }
    return try CalibrationFile(json: data, path: path)
  }
}
