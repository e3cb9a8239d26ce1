import AttitudeFilters
import CCardan
import LogProcessing
import LogTables
import MotionSamples
import MotionSessions
import Rotations
import Testing

@testable import CardanABI

/// A log, a session and C give the same answer, bit by bit, also while the filter looks for north and the body turns.
@Suite struct OnePathTests {
  private static let rate = 0.6

  /// A body that turns about up by `rate` from the first sample on, in a field to the north; 15 s at 100 Hz.
  private static let samples: [TimedSample<Double>] = (0..<1500).map { index in
    let enuFromBody = Rotation<Double>(aboutZ: 1.9 + rate * Double(index) / 100)
    return TimedSample(
      timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
      sample: MotionSample(
        interval: 0, angularRate: .unitZ * rate, specificForce: .unitZ * 9.81,
        magneticField: enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))))
  }

  @Test(arguments: [ReferenceFrame.xArbitraryCorrectedZVertical, .xArbitraryZVertical, .enu, .ned])
  func everyEntranceGivesTheSame(frame: ReferenceFrame) async throws {
    let log = try Self.fused(in: frame)
    let session = try await Self.delivered(in: frame)
    let c = try Self.calledFromC(in: frame)
    #expect(log.count == Self.samples.count)
    #expect(log == session)
    #expect(log == c)
    guard frame.startsAtZeroHeading else { return }
    // The frame begins at the start: the heading is the angle that the body has turned by, without a step.
    for (index, quaternion) in log.enumerated() {
      let turned = Rotation<Double>(aboutZ: Self.rate * Double(index) / 100)
      #expect(Rotation(unchecked: quaternion).angle(to: turned) < 0.5 * .pi / 180, "at \(Double(index) / 100) s")
    }
  }

  /// With a latency, too, and for any division of the samples among calls.
  @Test(arguments: [ReferenceFrame.xArbitraryCorrectedZVertical, .enu])
  func everyEntranceGivesTheSameWithALatency(frame: ReferenceFrame) async throws {
    let log = try Self.fused(in: frame, latency: 1)
    #expect(log.count == Self.samples.count)
    #expect(log == (try await Self.delivered(in: frame, latency: 1)))
    for block in [1, 7, 100, 1500] { #expect(log == (try Self.calledFromC(in: frame, latency: 1, block: block))) }
    #expect(log != (try Self.fused(in: frame)))
  }

  private static func fused(in frame: ReferenceFrame, latency: Double = 0) throws -> [Quaternion<Double>] {
    var fusion = LogFusion()
    fusion.settings.frame = frame
    fusion.latency = latency
    var reader: any MotionLogReader = ListReader()
    var quaternions: [Quaternion<Double>] = []
    _ = try fusion.run(&reader, sink: { block in quaternions += block.motions.map(\.outputFromBody.quaternion) })
    return quaternions
  }

  private static func delivered(
    in frame: ReferenceFrame, latency: Double = 0
  ) async throws -> [Quaternion<Double>] {
    let manager = MotionManager(source: ListSource(), buffering: .holdsSource(16), latency: latency)
    var quaternions: [Quaternion<Double>] = []
    for try await motion in try manager.deviceMotionUpdates(using: frame) {
      quaternions.append(motion.attitude.quaternion)
    }
    return quaternions
  }

  private static func filter(in frame: ReferenceFrame) -> OpaquePointer? {
    var options = cardan_options()
    options.size = MemoryLayout<cardan_options>.size
    #expect(cardan_frame_named(frame.name, &options.frame) == CARDAN_OK)
    var filter: OpaquePointer?
    #expect(cardan_create(&options, &filter) == CARDAN_OK)
    return filter
  }

  /// With a latency; motions are taken after each `block` samples.
  private static func calledFromC(
    in frame: ReferenceFrame, latency: Double, block: Int
  ) throws -> [Quaternion<Double>] {
    let filter = filter(in: frame)
    defer { cardan_destroy(filter) }
    var lag: OpaquePointer?
    #expect(cardan_fixed_lag_create(filter, latency, &lag) == CARDAN_OK)
    defer { cardan_fixed_lag_destroy(lag) }
    var quaternions: [Quaternion<Double>] = []
    var motion = cardan_motion()
    motion.size = MemoryLayout<cardan_motion>.size
    for (index, stamped) in samples.enumerated() {
      let (rate, force, field) = (
        stamped.sample.angularRate, stamped.sample.specificForce, stamped.sample.magneticField
      )
      let status = cardan_fixed_lag_update_at(
        lag, stamped.timestamp.nanoseconds, [rate.x, rate.y, rate.z], [force.x, force.y, force.z],
        [field.x, field.y, field.z])
      #expect(status == CARDAN_OK)
      if index + 1 == samples.count { #expect(cardan_fixed_lag_finish(lag) == CARDAN_OK) }
      guard (index + 1) % block == 0 || index + 1 == samples.count else { continue }
      while cardan_fixed_lag_next(lag, &motion) == CARDAN_OK {
        let (w, x, y, z) = motion.quaternion
        quaternions.append(Quaternion(w: w, x: x, y: y, z: z))
      }
    }
    return quaternions
  }

  private static func calledFromC(in frame: ReferenceFrame) throws -> [Quaternion<Double>] {
    let filter = filter(in: frame)
    defer { cardan_destroy(filter) }
    return samples.map { stamped in
      let (rate, force, field) = (
        stamped.sample.angularRate, stamped.sample.specificForce, stamped.sample.magneticField
      )
      let status = cardan_update_at(
        filter, stamped.timestamp.nanoseconds, [rate.x, rate.y, rate.z], [force.x, force.y, force.z],
        [field.x, field.y, field.z])
      #expect(status == CARDAN_OK)
      var wxyz = [0.0, 0, 0, 0]
      #expect(cardan_attitude(filter, CARDAN_FRAME_DEFAULT, &wxyz) == CARDAN_OK)
      return Quaternion(w: wxyz[0], x: wxyz[1], y: wxyz[2], z: wxyz[3])
    }
  }

  private struct ListReader: MotionLogReader {
    var rest = OnePathTests.samples[...]
    let header = LogHeader(
      formatName: "memory", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true, hasGroundTruth: false)

    mutating func next() throws(LogError) -> LogRecord? {
      rest.popFirst().map {
        LogRecord(
          timestamp: $0.timestamp.nanoseconds, angularRate: $0.sample.angularRate,
          specificForce: $0.sample.specificForce, magneticField: $0.sample.magneticField)
      }
    }
  }

  private struct ListSource: MotionSource {
    let description = SourceDescription(name: "list", accelerometer: .init(), gyroscope: .init(), magnetometer: .init())

    func open() throws(MotionError) -> any MotionSourceReader { Reader() }

    private struct Reader: MotionSourceReader {
      var rest = OnePathTests.samples[...]

      mutating func next() async throws(MotionError) -> SourceEvent? { rest.popFirst().map { .sample($0) } }
    }
  }
}
