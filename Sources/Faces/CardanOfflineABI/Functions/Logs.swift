// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import LogFormats
import LogTables
import MotionSamples
import Rotations
import SystemLibrary

@c @implementation
public func cardan_log_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<cardan_log_options>?,
  _ log: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let log else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  return withLog(path, options, message) { path, options throws(LogError) in
    log.pointee = Handle.make(OpenLog(try MotionLog.open(path, options: options)))
  }
}

/// Calls `body` with a caller's path and options, and returns its status; of an error the message says what is wrong.
func withLog(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<cardan_log_options>?, _ message: MessageBuffer,
  _ body: (String, LogOptions) throws(LogError) -> Void
) -> cardan_status {
  guard let path else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let choices: LogOptions
  do throws(OptionsError) { choices = try LogOptions(options) } catch {
    return message.write(error.text, for: error.status)
  }
  let name = String(cString: path)
  do throws(LogError) {
    try body(name, choices)
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: access(name, R_OK) == 0 ? CARDAN_BAD_FORMAT : CARDAN_UNREADABLE)
  }
}

@c @implementation
public func cardan_log_describe(
  _ log: OpaquePointer?, _ info: UnsafeMutablePointer<cardan_log_info>?
) -> cardan_status {
  guard let log, let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_log_info>.size else { return CARDAN_BAD_SIZE }
  guard let open = Handle<OpenLog>.value(of: log) else { return CARDAN_BAD_HANDLE }
  info.pointee = cardan_log_info(
    size: MemoryLayout<cardan_log_info>.size, format: open.formatName.text, contents: open.contents,
    row_count: open.rowCount)
  return CARDAN_OK
}

@c @implementation
public func cardan_log_read(
  _ log: OpaquePointer?, _ rows: UnsafePointer<cardan_log_rows>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let log, let rows, let count else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard rows.pointee.size == MemoryLayout<cardan_log_rows>.size else {
    return message.write("invalid rows size", for: CARDAN_BAD_SIZE)
  }
  guard let open = Handle<OpenLog>.value(of: log) else {
    return message.write("not a handle of a log", for: CARDAN_BAD_HANDLE)
  }
  count.pointee = 0
  do throws(LogError) {
    while count.pointee < capacity {
      let read = try open.read(atMost: capacity - count.pointee)
      open.store(rows.pointee, from: count.pointee)
      count.pointee += read
      if read == 0 { break }
    }
    return message.write("", for: CARDAN_OK)
  } catch {
    open.store(rows.pointee, from: count.pointee)
    count.pointee += open.blockCount
    return message.write("\(error)", for: CARDAN_BAD_FORMAT)
  }
}

@c @implementation
public func cardan_log_close(_ log: OpaquePointer?) { Handle<OpenLog>.free(log) }

/// An open log, and the block of rows read last.
final class OpenLog {
  /// The name of the format.
  let formatName: Document
  /// The bits CARDAN_LOG_HAS_GYROSCOPE and so on.
  let contents: UInt32
  /// The number of rows; negative if unknown.
  let rowCount: Int64
  private var reader: any MotionLogReader
  private var block: [LogRecord] = []

  private static let blockSize = 1024

  init(_ reader: any MotionLogReader) {
    let header = reader.header
    self.reader = reader
    formatName = Document(header.formatName)
    rowCount = Int64(header.rowCount ?? -1)
    let bits = [
      (CARDAN_LOG_HAS_GYROSCOPE, header.hasGyroscope), (CARDAN_LOG_HAS_ACCELEROMETER, header.hasAccelerometer),
      (CARDAN_LOG_HAS_MAGNETOMETER, header.hasMagnetometer), (CARDAN_LOG_HAS_TRUTH, header.hasGroundTruth),
      (CARDAN_LOG_HAS_VELOCITY, header.hasVelocityOverGround), (CARDAN_LOG_HAS_SPEED, header.hasForwardSpeed),
    ]
    contents = bits.reduce(0) { $0 | ($1.1 ? UInt32($1.0) : 0) }
  }

  /// What is known of the log before its first row, and what was skipped so far.
  var state: (header: LogHeader, damage: LogDamage) { (reader.header, reader.damage) }

  /// Reads the next block, and returns its number of rows: 0 at the end.
  func read(atMost limit: Int) throws(LogError) -> Int {
    block.removeAll(keepingCapacity: true)
    try reader.read(into: &block, atMost: min(limit, Self.blockSize))
    return block.count
  }

  /// The number of rows in the last block: after an error, those before the faulty row.
  var blockCount: Int { block.count }

  /// Writes the last block.
  func store(_ rows: cardan_log_rows, from first: Int) {
    for (row, record) in zip(first..., block) {
      rows.time?[row] = record.timestamp
      Self.store(record.angularRate, in: rows.angular_rate, row)
      Self.store(record.specificForce, in: rows.specific_force, row)
      Self.store(record.magneticField, in: rows.magnetic_field, row)
      rows.is_moving?[row] = record.isMoving ? 1 : 0
      if let place = rows.velocity {
        (place[2 * row], place[2 * row + 1]) = (record.velocityOverGround.x, record.velocityOverGround.y)
      }
      rows.speed?[row] = record.forwardSpeed
      if let place = rows.true_quaternion {
        let truth = record.trueENUFromBody?.quaternion ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan)
        (place[4 * row], place[4 * row + 1]) = (truth.w, truth.x)
        (place[4 * row + 2], place[4 * row + 3]) = (truth.y, truth.z)
      }
    }
  }

  private static func store(_ vector: Vector3<Double>, in place: UnsafeMutablePointer<Double>?, _ row: Int) {
    guard let place else { return }
    (place[3 * row], place[3 * row + 1], place[3 * row + 2]) = (vector.x, vector.y, vector.z)
  }
}
