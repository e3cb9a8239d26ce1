import CIIO
import Dispatch
import MotionSamples
import MotionSessions
import Rotations
import SystemLibrary

/// A device with a thread that empties its kernel buffer until the capture is released.
///
/// It owns a context, since libiio does not support the use of one context from two threads.
final class IIOCapture {
  /// The clock of the device's timestamps; nil if it has none.
  let clock: String?
  private let buffer: Buffer
  private let channels: [Channel]
  private let timestamp: ScanElement?
  private let interval: Double?
  private let inbox: CaptureInbox
  /// Signalled when the thread has ended; nil before its start.
  private var end: DispatchSemaphore?

  /// The place of a sensor's numbers in a scan.
  private struct Channel {
    let sensor: IIOSensor
    let elements: [ScanElement]
    let scalings: [IIOSensor.Scaling]
  }

  /// The buffer of libiio, destroyed when both the thread and the capture have released it.
  private final class Buffer: @unchecked Sendable {
    let pointer: OpaquePointer
    private let context: IIOContext

    init(_ pointer: OpaquePointer, of context: IIOContext) { (self.pointer, self.context) = (pointer, context) }

    deinit { BrokenPipe.quietly { iio_buffer_destroy(pointer) } }
  }

  /// Creates the buffer of a device for its sensors. Throws `sourceFailed` with the kernel's reason.
  init(_ sensors: [IIOSensor], of context: IIOContext, into inbox: CaptureInbox) throws(MotionError) {
    self.inbox = inbox
    let device = sensors[0].device
    interval = sensors.compactMap(\.interval).min()
    let timestampChannel = iio_device_find_channel(device, "timestamp", false).flatMap {
      iio_channel_is_scan_element($0) ? $0 : nil
    }
    for channel in sensors.flatMap(\.channels) { iio_channel_enable(channel) }
    if let timestampChannel { iio_channel_enable(timestampChannel) }
    // A monotonic clock; a device without a choice keeps its own.
    _ = iio_device_attr_write(device, "current_timestamp_clock", "monotonic")
    clock = timestampChannel.map { _ in
      IIOText.read { iio_device_attr_read(device, "current_timestamp_clock", $0, $1) } ?? "realtime"
    }
    Self.chooseTrigger(for: device, of: context)
    let scanCount = Self.scansAtOnce(interval)
    _ = iio_device_set_kernel_buffers_count(device, Self.blockCount)
    context.setTimeout(seconds: max(0.5, 4 * Double(scanCount) * (interval ?? 0.1)))
    guard let pointer = Self.makeBuffer(of: device, scanCount) else { throw .sourceFailed(Descriptor.lastError) }
    let buffer = Buffer(pointer, of: context)
    self.buffer = buffer
    func element(_ channel: OpaquePointer) -> ScanElement? {
      guard let first = iio_buffer_first(pointer, channel), let start = iio_buffer_start(pointer) else { return nil }
      return ScanElement(channel, offset: first - start)
    }
    channels = sensors.compactMap { sensor in
      let elements = sensor.channels.compactMap(element)
      guard elements.count == 3, let scalings = sensor.scalings else { return nil }
      return Channel(sensor: sensor, elements: elements, scalings: scalings)
    }
    timestamp = timestampChannel.flatMap(element)
    guard channels.count == sensors.count else { throw .sourceFailed("unknown format of its readings") }
  }

  // The inbox is closed by now, so the thread ends with the next scans. If none come, its wait is cancelled, which libiio
  // reports on the error stream.
  deinit {
    if let end, end.wait(timeout: .now() + .milliseconds(40)) == .timedOut { iio_buffer_cancel(buffer.pointer) }
  }

  /// The target latency of readings in seconds.
  private static let delay = 0.01
  /// The kernel's buffer, in multiples of what is read at once.
  private static let blockCount: UInt32 = 16

  /// Creates the buffer. The device stays busy until the server has released the buffer of a former client.
  private static func makeBuffer(of device: OpaquePointer, _ scanCount: Int) -> OpaquePointer? {
    let deadline = ContinuousClock.now + patience
    while true {
      if let pointer = iio_device_create_buffer(device, scanCount, false) { return pointer }
      guard errno == EBUSY, ContinuousClock.now < deadline, !Task.isCancelled else { return nil }
      usleep(20_000)
    }
  }

  private static let patience = Duration.seconds(1.5)

  private static func scansAtOnce(_ interval: Double?) -> Int {
    guard let interval else { return 1 }
    return max(1, min(Int(saturating: delay / interval), 1024))
  }

  /// Selects the data-ready trigger of a device that has no trigger selected. Drivers of the kernel name it after the device
  /// and its number.
  private static func chooseTrigger(for device: OpaquePointer, of context: IIOContext) {
    var current: OpaquePointer?
    guard iio_device_get_trigger(device, &current) == 0, current == nil, let name = iio_device_get_name(device) else {
      return
    }
    let prefix = String(cString: name) + "-dev"
    let trigger = context.devices.first {
      iio_device_is_trigger($0) && iio_device_get_name($0).map { String(cString: $0).hasPrefix(prefix) } == true
    }
    if let trigger { _ = iio_device_set_trigger(device, trigger) }
  }

  /// Starts the thread. Without the device's timestamps, the last scan of a block has its time of arrival, and each earlier
  /// one a sampling interval less.
  func start(usesDeviceTimestamps: Bool) {
    let end = DispatchSemaphore(value: 0)
    let worker = Worker(
      buffer: buffer, channels: channels, timestamp: usesDeviceTimestamps ? timestamp : nil, interval: interval ?? 0,
      inbox: inbox)
    DispatchQueue(label: "cardan.capture").async {
      BrokenPipe.quietly { worker.run() }
      end.signal()
    }
    self.end = end
  }

  /// The work of the thread.
  private struct Worker: @unchecked Sendable {
    let buffer: Buffer
    let channels: [Channel]
    let timestamp: ScanElement?
    let interval: Double
    let inbox: CaptureInbox

    func run() {
      var last = Timestamp(nanoseconds: 0)
      while true {
        let count = iio_buffer_refill(buffer.pointer)
        guard count > 0 else {
          inbox.finish(String(cString: strerror(Int32(-count))))
          return
        }
        guard inbox.put(readings(byteCount: count, after: &last)) else { return }
      }
    }

    private func readings(byteCount: Int, after last: inout Timestamp) -> [SensorReading<Double>] {
      let step = iio_buffer_step(buffer.pointer)
      guard let start = iio_buffer_start(buffer.pointer), step > 0 else { return [] }
      let (now, count) = (Timestamp.now, byteCount / step)
      var readings: [SensorReading<Double>] = []
      for index in 0..<count {
        let scan = UnsafeRawBufferPointer(start: start + index * step, count: step)
        if let timestamp {
          last = Timestamp(nanoseconds: timestamp.value(in: scan))
        } else {
          let age = Int64(saturating: Double(count - 1 - index) * interval * 1e9)
          last = Timestamp(nanoseconds: max(last.nanoseconds + 1, now.nanoseconds - age))
        }
        for channel in channels {
          let numbers = channel.elements.map { Double($0.value(in: scan)) }
          let raw = Vector3(x: numbers[0], y: numbers[1], z: numbers[2])
          readings.append(
            SensorReading(channel.sensor.kind, at: last, channel.sensor.reading(raw, channel.scalings)))
        }
      }
      return readings
    }
  }
}

/// The format of a number in a scan, the readings that a device takes at the same time.
///
/// Source: Linux kernel, `Documentation/ABI/testing/sysfs-bus-iio`, `scan_elements/in_…_type`: `be:u12/16>>4` is an unsigned
/// 12-bit number in 16 bits, big-endian, shifted right by 4.
struct ScanElement: Equatable {
  /// The number of bytes, 1 to 8.
  var byteCount: Int
  /// The number of significant bits, from 1.
  var bitCount: Int
  /// The number of bits below the number.
  var shift: Int
  var isSigned: Bool
  var isBigEndian: Bool

  /// The offset in a scan, in bytes.
  var offset: Int

  /// The number in a scan.
  func value(in scan: UnsafeRawBufferPointer) -> Int64 {
    var bits: UInt64 = 0
    for index in 0..<byteCount {
      let place = isBigEndian ? index : byteCount - 1 - index
      bits = bits << 8 | UInt64(scan[offset + place])
    }
    // Shift to the top for the sign, and back.
    let unused = 64 - bitCount
    let top = (bits >> shift) << unused
    return isSigned ? Int64(bitPattern: top) >> unused : Int64(truncatingIfNeeded: top >> unused)
  }
}

extension ScanElement {
  /// The element of a channel; nil unless it is an integer of up to 64 bits.
  init?(_ channel: OpaquePointer, offset: Int) {
    guard let format = iio_channel_get_data_format(channel)?.pointee, format.repeat == 1,
      [8, 16, 32, 64].contains(format.length), (1...format.length).contains(format.bits), format.shift < format.length
    else { return nil }
    self.init(
      byteCount: Int(format.length / 8), bitCount: Int(format.bits), shift: Int(format.shift),
      isSigned: format.is_signed, isBigEndian: format.is_be, offset: offset)
  }
}
