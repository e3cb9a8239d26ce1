import Rotations

/// A trial of BROAD, the Berlin Robust Orientation Estimation Assessment Dataset, in HDF5.
///
/// Data sets `imu_gyr` (rad/s), `imu_acc` (m/s²), `imu_mag` (µT), `opt_quat` (w x y z, sensor to ENU, NaN if unknown) and
/// `movement`; attribute `sampling_rate` in Hz. The last three data sets are optional. Memory is bounded.
///
/// Source: D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD: a benchmark for robust inertial orientation estimation",
/// Data 6(7):72, 2021.
public struct BROADLogReader: MotionLogReader {
  public let header: LogHeader

  private let angularRate: HDF5Dataset
  private let specificForce: HDF5Dataset
  private let magneticField: HDF5Dataset?
  private let truth: HDF5Dataset?
  private let movement: HDF5Dataset?
  private let interval: Double
  private let rowCount: Int

  private var piece = Piece()
  private var rows = 0..<0
  private var nextRow = 0
  private var hasFailed = false

  /// Rows per read.
  private static let pieceSize = 4096

  /// Opens a trial. Throws if the file is not HDF5, is truncated, or lacks the data sets of BROAD.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    let file = try HDF5File(path: path)
    func optional(_ name: String, columnCount: Int) throws(LogError) -> HDF5Dataset? {
      try file.hasDataset(name) ? file.dataset(name, columnCount: columnCount) : nil
    }
    for name in ["imu_gyr", "imu_acc"] where try !file.hasDataset(name) {
      throw LogError(
        path: path, name: name,
        message: "data set missing; a BROAD trial has imu_gyr, imu_acc, imu_mag, opt_quat")
    }
    angularRate = try file.dataset("imu_gyr", columnCount: 3)
    specificForce = try file.dataset("imu_acc", columnCount: 3)
    magneticField = options.usesMagnetometer ? try optional("imu_mag", columnCount: 3) : nil
    truth = try optional("opt_quat", columnCount: 4)
    movement = try optional("movement", columnCount: 1)
    rowCount = angularRate.rowCount
    interval = try Self.interval(of: file, options: options)
    let units: [(column: String, unit: String)] = [("imu_gyr", "rad/s"), ("imu_acc", "m/s^2")]
    header = LogHeader(
      formatName: "BROAD HDF5", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: magneticField != nil,
      hasGroundTruth: truth != nil, rowCount: rowCount,
      units: magneticField == nil ? units : units + [("imu_mag", "uT")])
    try requireEqualLengths(path: path)
  }

  public mutating func next() throws(LogError) -> LogRecord? {
    guard nextRow < rowCount, !hasFailed else { return nil }
    if nextRow == rows.upperBound { try readPiece() }
    let record = piece.record(at: nextRow - rows.lowerBound, timestamp: Int64((Double(nextRow) * interval).rounded()))
    nextRow += 1
    return record
  }

  /// Reads the next rows of every data set.
  private mutating func readPiece() throws(LogError) {
    rows = nextRow..<min(nextRow + Self.pieceSize, rowCount)
    do {
      try angularRate.read(rows: rows, into: &piece.angularRate)
      try specificForce.read(rows: rows, into: &piece.specificForce)
      try magneticField?.read(rows: rows, into: &piece.magneticField)
      try truth?.read(rows: rows, into: &piece.truth)
      try movement?.read(rows: rows, into: &piece.movement)
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Nanoseconds between two rows.
  private static func interval(of file: HDF5File, options: LogOptions) throws(LogError) -> Double {
    guard let rate = try file.numberAttribute("sampling_rate") ?? options.samplingRate else {
      throw LogError(path: file.path, name: "sampling_rate", .rateMissing)
    }
    guard rate > 0, rate.isFinite else {
      throw LogError(path: file.path, name: "sampling_rate", .rateInvalid(rate))
    }
    return 1e9 / rate
  }

  private func requireEqualLengths(path: String) throws(LogError) {
    let others = [
      ("imu_acc", specificForce), ("imu_mag", magneticField), ("opt_quat", truth), ("movement", movement),
    ]
    for (name, dataset) in others where dataset != nil && dataset?.rowCount != rowCount {
      throw LogError(
        path: path, name: name, message: "\(dataset?.rowCount ?? 0) rows, but imu_gyr has \(rowCount)")
    }
  }

  /// Some rows of every data set. Values of missing data sets are absent, and the body counts as moving.
  private struct Piece {
    var angularRate = [Double](repeating: .nan, count: 3 * pieceSize)
    var specificForce = [Double](repeating: .nan, count: 3 * pieceSize)
    var magneticField = [Double](repeating: .nan, count: 3 * pieceSize)
    var truth = [Double](repeating: .nan, count: 4 * pieceSize)
    var movement = [Int8](repeating: 1, count: pieceSize)

    func record(at row: Int, timestamp: Int64) -> LogRecord {
      let quaternion = Quaternion(
        w: truth[4 * row], x: truth[4 * row + 1], y: truth[4 * row + 2], z: truth[4 * row + 3])
      return LogRecord(
        timestamp: timestamp,
        angularRate: vector(angularRate, row), specificForce: vector(specificForce, row),
        magneticField: vector(magneticField, row),
        trueENUFromBody: Rotation(recorded: quaternion), isMoving: movement[row] != 0)
    }

    private func vector(_ values: [Double], _ row: Int) -> Vector3<Double> {
      Vector3(x: values[3 * row], y: values[3 * row + 1], z: values[3 * row + 2])
    }
  }
}
