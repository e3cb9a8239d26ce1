import FileAccess
import LogTables

extension LogFormat {
  /// BROAD.
  static let broad = LogFormat(
    name: "BROAD HDF5", recognition: "89 48 44 46 (HDF5) with imu_gyr, imu_acc",
    matches: { file throws(LogError) in try file.begins(with: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]) },
    content: { _ in .recording },
    open: { file, options throws(LogError) in
      guard file.file != "-" else {
        throw LogError(path: file.path, message: "HDF5 needs a file, not standard input")
      }
      if file.reader.isCompressed { throw LogError(path: file.path, .compressed) }
      return try BROADLogReader(path: file.file, options: options)
    })
}

/// A trial of BROAD, the Berlin Robust Orientation Estimation Assessment Dataset, in HDF5.
///
/// Data sets `imu_gyr` (rad/s), `imu_acc` (m/s²), `imu_mag` (µT), `opt_quat` (w x y z, sensor to ENU, NaN if unknown) and
/// `movement`; attribute `sampling_rate` in Hz. The last three data sets are optional. Memory is bounded.
///
/// Source: D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD: a benchmark for robust inertial orientation estimation",
/// Data 6(7):72, 2021.
public struct BROADLogReader: MotionLogReader {
  public let header: LogHeader

  private var source: any BROADRows
  private let clock: RowClock
  private let rowCount: Int

  private var piece = BROADPiece()
  private var rows = 0..<0
  private var nextRow = 0
  private var hasFailed = false

  /// Opens a trial. Throws if the file is not HDF5, is truncated, or lacks the data sets of BROAD.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    if let process = try BROADProcess(path: path, options: options) {
      source = process
    } else {
      source = try BROADTrial(HDF5File(path: path), usesMagnetometer: options.usesMagnetometer)
    }
    let shape = source.shape
    rowCount = shape.rowCount
    guard let rate = options.samplingRate ?? (shape.rate.isNaN ? nil : shape.rate) else {
      throw LogError(path: path, name: "sampling_rate", .rateMissing)
    }
    guard let clock = RowClock(rate: rate) else {
      throw LogError(path: path, name: "sampling_rate", .rateInvalid(rate))
    }
    self.clock = clock
    let units: [(column: String, unit: String)] = [("imu_gyr", "rad/s"), ("imu_acc", "m/s^2")]
    var header = LogHeader(
      formatName: "BROAD HDF5", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: shape.hasMagnetometer,
      hasGroundTruth: shape.hasTruth, rowCount: rowCount,
      units: shape.hasMagnetometer ? units + [("imu_mag", "uT")] : units)
    header.unusedOptions = options.tableOptions.filter { $0 != "rate" }
    self.header = header
  }

  public mutating func next() throws(LogError) -> LogRecord? {
    guard nextRow < rowCount, !hasFailed else { return nil }
    if nextRow == rows.upperBound { try readPiece() }
    let record = piece.record(at: nextRow - rows.lowerBound, timestamp: clock.timestamp(ofRow: nextRow))
    nextRow += 1
    return record
  }

  /// Reads the next rows of every data set.
  private mutating func readPiece() throws(LogError) {
    rows = nextRow..<min(nextRow + BROADPiece.size, rowCount)
    do throws(LogError) {
      try source.read(rows, into: &piece)
    } catch {
      hasFailed = true
      throw error
    }
  }
}
