// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import LogTables

@c @implementation
public func cardan_find_columns(
  _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ options: UnsafePointer<cardan_log_options>?,
  _ columns: UnsafeMutablePointer<cardan_column>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  let choices: LogOptions
  do throws(OptionsError) { choices = try LogOptions(options) } catch {
    return message.write(error.text, for: error.status)
  }
  if count == 0 { return message.write("", for: CARDAN_OK) }
  guard let names, let columns, (0..<count).allSatisfy({ names[$0] != nil }) else {
    return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT)
  }
  let found = TableColumns(
    (0..<count).compactMap { names[$0].map(String.init(cString:)) }, options: choices, path: "table")
  for (index, column) in found.columns.prefix(count).enumerated() {
    columns[index] = cardan_column(
      content: column.content?.value ?? CARDAN_CONTENT_NONE, axis: UInt32(column.axis), factor: column.factor,
      has_unit: column.hasUnit ? 1 : 0)
  }
  return message.write(found.error.map { "\($0)" } ?? "", for: found.error == nil ? CARDAN_OK : CARDAN_BAD_FORMAT)
}

@c @implementation
public func cardan_unit_factor(
  _ content: cardan_content, _ unit: UnsafePointer<CChar>?, _ factor: UnsafeMutablePointer<Double>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let unit, let factor else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard let known = TableColumns.Content(content) else {
    return message.write("values without a unit", for: CARDAN_BAD_ARGUMENT)
  }
  do throws(LogError) {
    factor.pointee = try TableColumns.factor(of: String(cString: unit), for: known)
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write(error.message, for: CARDAN_BAD_ARGUMENT)
  }
}

extension TableColumns.Content {
  fileprivate init?(_ content: cardan_content) {
    switch content {
    case CARDAN_CONTENT_TIME: self = .time
    case CARDAN_CONTENT_ANGULAR_RATE: self = .angularRate
    case CARDAN_CONTENT_SPECIFIC_FORCE: self = .specificForce
    case CARDAN_CONTENT_MAGNETIC_FIELD: self = .magneticField
    case CARDAN_CONTENT_VELOCITY: self = .velocityOverGround
    case CARDAN_CONTENT_SPEED: self = .forwardSpeed
    default: return nil
    }
  }

  fileprivate var value: cardan_content {
    switch self {
    case .time: CARDAN_CONTENT_TIME
    case .angularRate: CARDAN_CONTENT_ANGULAR_RATE
    case .specificForce: CARDAN_CONTENT_SPECIFIC_FORCE
    case .magneticField: CARDAN_CONTENT_MAGNETIC_FIELD
    case .attitude: CARDAN_CONTENT_TRUE_ATTITUDE
    case .movement: CARDAN_CONTENT_MOVEMENT
    case .velocityOverGround: CARDAN_CONTENT_VELOCITY
    case .forwardSpeed: CARDAN_CONTENT_SPEED
    }
  }
}
