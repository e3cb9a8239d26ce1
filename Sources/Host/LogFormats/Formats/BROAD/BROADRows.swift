import FileAccess
import LogTables
import Rotations

/// The rows of a BROAD trial, in this process or from a process of their own.
protocol BROADRows {
  /// What the file has.
  var shape: BROADShape { get }
  /// Reads rows, at most `BROADPiece.size`, that follow those of the last call.
  mutating func read(_ rows: Range<Int>, into piece: inout BROADPiece) throws(LogError)
}

/// What a BROAD trial has.
struct BROADShape: Equatable, BitwiseCopyable {
  /// The rows of every data set.
  var rowCount: Int
  /// The attribute `sampling_rate` in Hz; NaN without one.
  var rate: Double
  /// Whether there are magnetic fields that are to be read.
  var hasMagnetometer: Bool
  /// Whether there are true attitudes.
  var hasTruth: Bool
}

/// Some rows of every data set. Values of missing data sets are absent, and the body counts as moving.
struct BROADPiece {
  /// The most rows.
  static let size = 4096

  var angularRate = [Double](repeating: .nan, count: 3 * size)
  var specificForce = [Double](repeating: .nan, count: 3 * size)
  var magneticField = [Double](repeating: .nan, count: 3 * size)
  var truth = [Double](repeating: .nan, count: 4 * size)
  var movement = [Int8](repeating: 1, count: size)

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

/// The rows of a BROAD trial, read by libhdf5 in this process.
struct BROADTrial: BROADRows {
  let shape: BROADShape

  private let angularRate: HDF5Dataset
  private let specificForce: HDF5Dataset
  private let magneticField: HDF5Dataset?
  private let truth: HDF5Dataset?
  private let movement: HDF5Dataset?

  /// Opens a trial. Throws if the file lacks the data sets of BROAD.
  init(_ file: HDF5File, usesMagnetometer: Bool) throws(LogError) {
    let path = file.path
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
    magneticField = usesMagnetometer ? try optional("imu_mag", columnCount: 3) : nil
    truth = try optional("opt_quat", columnCount: 4)
    movement = try optional("movement", columnCount: 1)
    shape = BROADShape(
      rowCount: angularRate.rowCount, rate: try file.numberAttribute("sampling_rate") ?? .nan,
      hasMagnetometer: magneticField != nil, hasTruth: truth != nil)
    try requireEqualLengths(path: path)
  }

  mutating func read(_ rows: Range<Int>, into piece: inout BROADPiece) throws(LogError) {
    try angularRate.read(rows: rows, into: &piece.angularRate)
    try specificForce.read(rows: rows, into: &piece.specificForce)
    try magneticField?.read(rows: rows, into: &piece.magneticField)
    try truth?.read(rows: rows, into: &piece.truth)
    try movement?.read(rows: rows, into: &piece.movement)
  }

  private func requireEqualLengths(path: String) throws(LogError) {
    let others = [
      ("imu_acc", specificForce), ("imu_mag", magneticField), ("opt_quat", truth), ("movement", movement),
    ]
    for (name, dataset) in others where dataset != nil && dataset?.rowCount != shape.rowCount {
      throw LogError(
        path: path, name: name, message: "\(dataset?.rowCount ?? 0) rows, but imu_gyr has \(shape.rowCount)")
    }
  }
}
