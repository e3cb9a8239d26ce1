// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import MotionLogs

@c @implementation
public func cardan_log_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<cardan_log_options>?,
  _ log: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let path, let log else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  var choices = LogOptions()
  if let options {
    let size = UnsafeRawPointer(options).load(as: Int.self)
    guard size == MemoryLayout<cardan_log_options>.size else {
      return message.write("the options have the wrong size", for: CARDAN_BAD_SIZE)
    }
    if let wrong = choices.read(options.pointee) { return message.write(wrong, for: CARDAN_BAD_ARGUMENT) }
  }
  let name = String(cString: path)
  do throws(LogError) {
    log.pointee = Handle.make(OpenLog(try MotionLog.open(name, options: choices)))
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: OpenLog.isReadable(name) ? CARDAN_BAD_FORMAT : CARDAN_UNREADABLE)
  }
}

@c @implementation
public func cardan_log_describe(
  _ log: OpaquePointer?, _ info: UnsafeMutablePointer<cardan_log_info>?
) -> cardan_status {
  guard let log, let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_log_info>.size else { return CARDAN_BAD_SIZE }
  let open = Handle<OpenLog>.of(log).value
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
    return message.write("the rows have the wrong size", for: CARDAN_BAD_SIZE)
  }
  let open = Handle<OpenLog>.of(log).value
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
