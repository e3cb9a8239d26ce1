import Glibc
import LogFormats
import LogTables

/// Whole files, as the scan of a folder and a command read them.
enum LogDoor {
  /// In memory. Unlike a file without a name it can be opened again.
  private static let path = "/dev/shm/cardan-fuzz.\(getpid())"
  /// libhdf5 reads in a child process, for which the command starts itself; the tests of HDF5 do that.
  private static let signatureOfHDF5: [UInt8] = [0x89, 0x48, 0x44, 0x46]
  private static let mostRows = 5000

  static func take(_ bytes: [UInt8]) {
    guard !bytes.starts(with: signatureOfHDF5) else { return }
    FuzzFile.write(bytes, to: path)
    _ = MotionLog.kind(of: path)
    let units = LogOptions(
      timeUnit: .seconds, angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared,
      magneticFieldUnit: .microteslas, samplingRate: 100)
    read(units)
    // With the second recording and without units other branches decide.
    read(LogOptions(), instance: "#1")
  }

  private static func read(_ options: LogOptions, instance: String = "") {
    do throws(LogError) {
      var reader = try MotionLog.open(path + instance, options: options)
      var (records, left) = ([LogRecord](), mostRows)
      repeat {
        try reader.read(into: &records, atMost: 256)
        left -= records.count
      } while !records.isEmpty && left > 0
    } catch {
      require(!error.description.isEmpty, "an error has no text")
    }
  }
}

/// Ends the program with a reason, also in an optimised build, unless a promise holds.
func require(_ isKept: Bool, _ reason: @autoclosure () -> String) {
  if !isKept { fatalError(reason()) }
}

/// A file that an input is written to.
enum FuzzFile {
  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { fatalError("\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
