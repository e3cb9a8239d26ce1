import Foundation
import MotionSamples
import MotionSessions
import Rotations
import Synchronization
import TestSupport
import Testing

@testable import LiveSources

/// Captured buffers of a real `iiod`, whose device nodes are pipes that the tests write to (`Fixtures/buffers.umockdev`).
@Suite(.endedWhenHanging, .serialized, .needs(SensorServer.needs))
struct IIOCaptureTests {
  /// A scan of the six axes: le:s16/16 of the accelerometer, be:s12/16>>4 of the gyroscope, four bytes of padding, le:s64/64
  /// of the timestamp.
  func scan(_ number: Int, at milliseconds: Int64) -> [UInt8] {
    // (1010 - 10, -1990 - 10, 10 - 10) · 0.005 m/s²
    let accelerometer: [UInt8] = [0xF2, 0x03, 0x3A, 0xF8, 0x0A, 0x00]
    // (number, -200, 300) · 0.001 rad/s; the four bits below the number do not count.
    let gyroscope: [UInt8] = [UInt8(number >> 4), UInt8(number & 15) << 4, 0xF3, 0x8F, 0x12, 0xC0]
    return accelerometer + gyroscope + [7, 7, 7, 7] + Self.bytes(milliseconds * 1_000_000)
  }

  /// A scan of the compass: le:s24/32>>8 three times, four bytes of padding, the timestamp. (200, 0, -400) · 0.001 gauss.
  func field(at milliseconds: Int64) -> [UInt8] {
    [0, 0xC8, 0, 0, 0, 0, 0, 0, 0x99, 0x70, 0xFE, 0xFF, 7, 7, 7, 7] + Self.bytes(milliseconds * 1_000_000)
  }

  static func bytes(_ value: Int64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

  func close(_ vector: Vector3<Double>, _ x: Double, _ y: Double, _ z: Double) -> Bool {
    (vector - Vector3(x: x, y: y, z: z)).length < 1e-9
  }

  @Test func everyReadingOfABufferHasItsTimestamp() async throws {
    let server = try SensorServer("buffers.umockdev", pipes: [0])
    defer { server.stop() }
    let reports = Mutex<[String]>([])
    let source = try server.source(usesMagnetometer: false) { text in reports.withLock { $0.append(text) } }
    #expect(abs(try #require(source.description.gyroscope?.interval) - 0.005) < 1e-12)
    let pipe = try server.pipe(0)
    for number in 0..<100 { try pipe.write(contentsOf: scan(number, at: 1000 + 5 * Int64(number))) }
    var reader = try source.open()
    for number in 0..<100 {
      guard case .sample(let stamped)? = try await reader.next() else {
        Issue.record("sample \(number) came")
        return
      }
      let milliseconds = 1000 + 5 * Int64(number)
      #expect(stamped.timestamp.nanoseconds == milliseconds * 1_000_000)
      #expect(close(stamped.sample.angularRate, Double(number) * 0.001, -0.2, 0.3))
      // The mount matrix takes (5, -10, 0) to (-10, -5, 0).
      #expect(close(stamped.sample.specificForce, -10, -5, 0))
      #expect(stamped.sample.magneticField.x.isNaN)
    }
    #expect(reports.withLock { $0 } == [])
    // The trigger of the device and a monotonic clock were selected.
    let device = "\(server.nodes)/../sys/devices/platform/iio0/iio:device0"
    #expect(try String(contentsOfFile: "\(device)/trigger/current_trigger", encoding: .utf8).hasPrefix("six-axis-dev0"))
    #expect(try String(contentsOfFile: "\(device)/current_timestamp_clock", encoding: .utf8).hasPrefix("monotonic"))
  }

  @Test func buffersOfTwoDevicesAreBroughtIntoOneOrder() async throws {
    let server = try SensorServer("buffers.umockdev", pipes: [0, 1])
    defer { server.stop() }
    var reader = try server.source().open()
    let (axes, compass) = (try server.pipe(0), try server.pipe(1))
    // All fields arrive before the rates; by their timestamps they belong between them.
    for number in stride(from: 0, to: 60, by: 4) { try compass.write(contentsOf: field(at: 1000 + 5 * Int64(number))) }
    try waitUntil { compass.waitingByteCount == 0 }
    for number in 0..<60 { try axes.write(contentsOf: scan(number, at: 1000 + 5 * Int64(number))) }
    for number in 0..<40 {
      guard case .sample(let stamped)? = try await reader.next() else { return }
      #expect(close(stamped.sample.angularRate, Double(number) * 0.001, -0.2, 0.3))
      if number % 4 == 0 {
        #expect(close(stamped.sample.magneticField, 20, 0, -40), "\(number)")
      } else {
        #expect(stamped.sample.magneticField.x.isNaN, "\(number)")
      }
    }
  }

  @Test func aSensorWithoutABufferIsPolled() async throws {
    let server = try SensorServer("buffers.umockdev", pipes: [0])
    defer { server.stop() }
    let reports = Mutex<[String]>([])
    var reader = try server.source { text in reports.withLock { $0.append(text) } }.open()
    // The compass has no node.
    #expect(reports.withLock { $0.count } == 1)
    #expect(reports.withLock { $0.first }?.contains("magnetometer of 'ip:127.0.0.1") == true)
    let pipe = try server.pipe(0)
    for number in 0..<4 { try pipe.write(contentsOf: scan(number, at: 1000 + 5 * Int64(number))) }
    guard case .sample(let first)? = try await reader.next() else { return }
    #expect(close(first.sample.angularRate, 0, -0.2, 0.3))
    #expect(close(first.sample.magneticField, 20, 0, -40))
  }

  @Test func withoutABufferAllIsPolledAndTheReasonIsReported() async throws {
    let server = try SensorServer("buffers.umockdev")
    defer { server.stop() }
    let reports = Mutex<[String]>([])
    var reader = try server.source { text in reports.withLock { $0.append(text) } }.open()
    guard case .sample(let first)? = try await reader.next() else { return }
    // From the attributes: the raw numbers are 500, and (0 - 10) · 0.005.
    #expect(close(first.sample.angularRate, 0.5, 0.5, 0.5))
    #expect(close(first.sample.specificForce, -0.05, 0.05, -0.05))
    let report = try #require(reports.withLock { $0.first })
    #expect(report.contains("accelerometer and gyroscope") && report.contains("No such file"), "\(report)")
  }

  @Test func aServerMayDisconnectAndReturn() async throws {
    let server = try SensorServer("buffers.umockdev", pipes: [0])
    var reader = try server.source(usesMagnetometer: false).open()
    let pipe = try server.pipe(0)
    for number in 0..<2 { try pipe.write(contentsOf: scan(number, at: Int64(number) * 5)) }
    #expect(try await reader.steps(2) == [.rate(0), .rate(0.001)])
    server.stop()
    #expect(try await reader.steps(1) == [.disconnected])
    let again = try SensorServer("buffers.umockdev", pipes: [0], port: server.port)
    defer { again.stop() }
    let pipeAgain = try again.pipe(0)
    for number in 2..<4 { try pipeAgain.write(contentsOf: scan(number, at: Int64(number) * 5)) }
    #expect(try await reader.steps(3) == [.connected, .rate(0.002), .rate(0.003)])
  }

  /// The thread that empties the buffer waits in libiio; cancelling must not wait for it.
  @Test func aSilentBufferCanBeCancelled() async throws {
    let server = try SensorServer("buffers.umockdev", pipes: [0])
    defer { server.stop() }
    let source = try server.source(usesMagnetometer: false)
    let reading = Task {
      var reader = try source.open()
      while try await reader.next() != nil {}
    }
    // The server enables the buffer for its first reader.
    let enabled = "\(server.nodes)/../sys/devices/platform/iio0/iio:device0/buffer/enable"
    try waitUntil { try String(contentsOfFile: enabled, encoding: .utf8).hasPrefix("1") }
    reading.cancel()
    try await reading.value
    // The server releases the buffer to the next client. What it has read before is lost.
    var reader = try source.open()
    let pipe = try server.pipe(0)
    for number in 0..<2 { try pipe.write(contentsOf: scan(number, at: Int64(number) * 5)) }
    #expect(try await reader.steps(2) == [.rate(0), .rate(0.001)])
  }
}
