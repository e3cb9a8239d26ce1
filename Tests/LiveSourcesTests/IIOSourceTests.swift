import Foundation
import MotionSessions
import Rotations
import TestSupport
import Testing

@testable import LiveSources

/// Sensors of a real `iiod` with the mock devices of `Fixtures/sensors.umockdev`.
@Suite(.endedWhenHanging, .serialized, .needs(SensorServer.needs))
struct IIOSourceTests {
  func expect(_ vector: Vector3<Double>, _ expected: [Double], _ location: SourceLocation = #_sourceLocation) {
    for (value, right) in zip([vector.x, vector.y, vector.z], expected) {
      #expect(abs(value - right) < 1e-9, sourceLocation: location)
    }
  }

  @Test func sensorsOfAServerAreRead() async throws {
    let server = try SensorServer()
    defer { server.stop() }
    let source = try server.source()
    #expect(abs(try #require(source.description.gyroscope?.interval) - 0.005) < 1e-12)
    #expect(source.description.magnetometer != nil)
    var reader = try source.open()
    guard case .sample(let first)? = try await reader.next(), case .sample(let second)? = try await reader.next() else {
      Issue.record("two samples came")
      return
    }
    // (raw + offset) · scale = (5, -10, 0) m/s²; the mount matrix takes (x, y, z) to (y, -x, z).
    expect(first.sample.specificForce, [-10, -5, 0])
    // (0.1, -0.2, 0.3) rad/s; (x, y, z) to (x, -z, y).
    expect(first.sample.angularRate, [0.1, -0.3, -0.2])
    // In gauss (0.2, 0, -0.4), and no matrix.
    expect(first.sample.magneticField, [20, 0, -40])
    #expect(second.timestamp > first.timestamp)
    // It measures 50 times a second and the gyroscope 200 times: not every poll has a field.
    var fields = 0
    for _ in 0..<20 {
      if case .sample(let next)? = try await reader.next(), !next.sample.magneticField.x.isNaN { fields += 1 }
    }
    #expect(fields >= 1)
    var turned = try server.source(reportsGravity: true).open()
    guard case .sample(let opposite)? = try await turned.next() else { return }
    expect(opposite.sample.specificForce, [10, 5, 0])
  }

  @Test func aServerMayDisconnectAndReturn() async throws {
    let server = try SensorServer()
    var reader = try server.source().open()
    #expect(try await reader.steps(1) == [.rate(0.1)])
    server.stop()
    var steps: [Step] = []
    while steps.last != .disconnected { steps += try await reader.steps(1) }
    let again = try SensorServer(port: server.port)
    defer { again.stop() }
    #expect(try await reader.steps(2) == [.connected, .rate(0.1)])
  }

  @Test func errorsAreReported() throws {
    let error = #expect(throws: MotionError.self) { try IIOSource(uri: "ip:127.0.0.1:\(LoopbackPort.free())") }
    #expect(error?.description.contains("127.0.0.1") == true)
    #expect(throws: MotionError.self) { try IIOSource(uri: "nonsense") }
  }
}

@Suite struct IIOMatrixTests {
  @Test func matricesAreParsed() throws {
    let matrix = try #require(IIOSensor.matrix("0, 1, 0; -1, 0, 0; 0, 0, 1\n"))
    let turned = matrix * Vector3(x: 1, y: 2, z: 3)
    #expect([turned.x, turned.y, turned.z] == [2, -1, 3])
    for text in ["", "1,0,0;0,1,0", "1,0,0;0,1,0;0,0,x", "1,0,0;1,0,0;0,0,1", "nan,0,0;0,1,0;0,0,1", "1,0;0,1;0,0"] {
      #expect(IIOSensor.matrix(text) == nil, "\(text)")
    }
  }
}
