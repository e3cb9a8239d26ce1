import CIIO
import Foundation
import MotionSamples
import MotionSessions
import Rotations

/// A device whose buffer is emptied by a thread of its own, until this is let go of.
///
/// It has a context of its own, since libiio does not promise that one may be used from two threads.
final class IIOCapture {
  /// The clock of the stamps that the device gives its scans; nil where it gives none.
  let clock: String?
  private let buffer: Buffer
  private let channels: [Channel]
  private let stamp: ScanElement?
  private let interval: Double?
  private let inbox: CaptureInbox
  /// Rings when the thread has ended; nil before it has begun.
  private var end: DispatchSemaphore?

  /// Where the numbers of a sensor lie in a scan.
  private struct Channel {
    let sensor: IIOSensor
    let elements: [ScanElement]
    let scalings: [IIOSensor.Scaling]
  }

  /// The buffer of libiio; gone when neither the thread nor the one who wants its readings holds it.
  private final class Buffer: @unchecked Sendable {
    let pointer: OpaquePointer
    private let context: IIOContext

    init(_ pointer: OpaquePointer, of context: IIOContext) { (self.pointer, self.context) = (pointer, context) }

    deinit { BrokenPipe.quietly { iio_buffer_destroy(pointer) } }
  }

  /// Creates the buffer of a device for the sensors that it has. Throws where the kernel does not give it, and why.
  init(_ sensors: [IIOSensor], of context: IIOContext, into inbox: CaptureInbox) throws(MotionError) {
    self.inbox = inbox
    let device = sensors[0].device
    interval = sensors.compactMap(\.interval).min()
    let stampChannel = iio_device_find_channel(device, "timestamp", false).flatMap {
      iio_channel_is_scan_element($0) ? $0 : nil
    }
    for channel in sensors.flatMap(\.channels) { iio_channel_enable(channel) }
    if let stampChannel { iio_channel_enable(stampChannel) }
    // Any clock that does not jump; where it cannot be chosen, the one that there is.
    _ = iio_device_attr_write(device, "current_timestamp_clock", "monotonic")
    clock = stampChannel.map { _ in
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
    stamp = stampChannel.flatMap(element)
    guard channels.count == sensors.count else { throw .sourceFailed("the format of its readings is not known") }
  }

  /// The thread ends with the next scans, now that the inbox is closed; where none come soon, its waiting is broken off (of
  /// which libiio complains on the error stream).
  deinit {
    if let end, end.wait(timeout: .now() + .milliseconds(40)) == .timedOut { iio_buffer_cancel(buffer.pointer) }
  }

  /// Readings are on their way at most so many seconds…
  private static let delay = 0.01
  /// … and the kernel keeps so many times as many.
  private static let blockCount: UInt32 = 16

  /// A server takes a moment to let go of the buffer of a client before: until then the device is busy.
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
    return max(1, min(Int(delay / interval), 1024))
  }

  /// A device without a trigger takes its own, which rings when there is a reading; the kernel's drivers name it after the
  /// device and its number.
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

  /// Starts the thread. Without stamps of the device, or where they are not to be used, the last scan of those that come
  /// together has the time of their coming, and those before it an interval less each.
  func start(usesDeviceStamps: Bool) {
    let end = DispatchSemaphore(value: 0)
    let worker = Worker(
      buffer: buffer, channels: channels, stamp: usesDeviceStamps ? stamp : nil, interval: interval ?? 0, inbox: inbox)
    Thread.detachNewThread {
      BrokenPipe.ignoreOnThisThread()
      worker.run()
      end.signal()
    }
    self.end = end
  }

  /// What the thread works on.
  private struct Worker: @unchecked Sendable {
    let buffer: Buffer
    let channels: [Channel]
    let stamp: ScanElement?
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
        if let stamp {
          last = Timestamp(nanoseconds: stamp.value(in: scan))
        } else {
          let age = Int64(Double(count - 1 - index) * interval * 1e9)
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

/// How a number lies in the bytes of a scan, the readings that a device took at one moment.
///
/// Source: Linux kernel, `Documentation/ABI/testing/sysfs-bus-iio`, `scan_elements/in_…_type`: `be:u12/16>>4` is an unsigned
/// number of 12 bits in 16, most significant byte first, to be shifted right by 4.
struct ScanElement: Equatable {
  /// How many bytes it takes: 1 to 8.
  var byteCount: Int
  /// How many of their bits are the number, from 1 on.
  var bitCount: Int
  /// How many bits lie behind the number.
  var shift: Int
  var isSigned: Bool
  var isBigEndian: Bool

  /// Where it begins in a scan.
  var offset: Int

  /// The number in a scan.
  func value(in scan: UnsafeRawBufferPointer) -> Int64 {
    var bits: UInt64 = 0
    for index in 0..<byteCount {
      let place = isBigEndian ? index : byteCount - 1 - index
      bits = bits << 8 | UInt64(scan[offset + place])
    }
    // To the top, where the sign is, and back.
    let unused = 64 - bitCount
    let top = (bits >> shift) << unused
    return isSigned ? Int64(bitPattern: top) >> unused : Int64(truncatingIfNeeded: top >> unused)
  }
}

extension ScanElement {
  /// The element of a channel; nil for one that is no number of up to 64 bits.
  init?(_ channel: OpaquePointer, offset: Int) {
    guard let format = iio_channel_get_data_format(channel)?.pointee, format.repeat == 1,
      [8, 16, 32, 64].contains(format.length), (1...format.length).contains(format.bits), format.shift < format.length
    else { return nil }
    self.init(
      byteCount: Int(format.length / 8), bitCount: Int(format.bits), shift: Int(format.shift),
      isSigned: format.is_signed, isBigEndian: format.is_be, offset: offset)
  }
}
