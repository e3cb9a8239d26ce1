import AttitudeFilters
import CCardan
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import MotionSessions
import Rotations
import TestSupport
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

  /// Velocities and speeds beside the samples, too: a log, a session, C sample by sample, a recording and many, and with a latency.
  @Test func everyEntranceUsesVelocities() async throws {
    let aided = Self.samples.enumerated().map { index, row in
      var row = row
      let forward = Rotation<Double>(aboutZ: 1.9 + Self.rate * Double(index) / 100).rotate(Vector3(x: 0.2, y: 0, z: 0))
      if index % 20 == 7 { row.velocity = GroundVelocity(east: forward.x, north: forward.y) }
      if index % 10 == 3 { row.speed = ForwardSpeed(0.2) }
      return row
    }
    let log = try Self.fused(in: .enu, aided)
    #expect(log != (try Self.fused(in: .enu)))
    #expect(log == (try await Self.delivered(in: .enu, aided)))
    #expect(log == (try Self.calledFromC(in: .enu, aided)))
    for count in [1, 9] { #expect(log == Self.fusedFromC(aided, count: count), "\(count) recordings") }
    let late = try Self.fused(in: .enu, aided, latency: 1)
    #expect(late != log)
    #expect(late == (try await Self.delivered(in: .enu, aided, latency: 1)))
    #expect(late == (try Self.calledFromC(in: .enu, aided, latency: 1, block: 7)))
  }

  /// A flight log of 45 s with two IMUs in forward, right, down, of which the second drifts from 20 s on, a magnetometer and a receiver:
  /// the body turns as that of `samples` for 10 s, and rests.
  private static var flight: ULogFile {
    var file = ULogFile()
    file.addIMUs(2)
    file.format("vehicle_magnetometer:uint64_t timestamp;uint64_t timestamp_sample;float[3] magnetometer_ga;")
    file.format(
      "vehicle_gps_position:uint64_t timestamp;double latitude_deg;double longitude_deg;float vel_n_m_s;"
        + "float vel_e_m_s;uint8_t fix_type;")
    file.subscribe("vehicle_magnetometer", as: 8)
    file.subscribe("vehicle_gps_position", as: 9)
    var random = SplitMix64(seed: 1)
    for index in 0..<4500 {
      let time = 1_000_000 + 10_000 * UInt64(index)
      let enuFromBody = Rotation<Double>(aboutZ: 1.9 + Self.rate * Double(min(index, 1000)) / 100)
      let field = enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))
      let turn = index < 1000 ? Float(Self.rate) : 0
      for imu in 0..<2 {
        func noise(_ size: Float) -> Float { Float.random(in: -size...size, using: &random) }
        let error = Float(imu) * (0.01 + 1e-5 * Float(max(index - 2000, 0)))
        file.addIMU(
          imu, at: time, rate: [error + noise(3e-3), noise(3e-3), error - turn + noise(3e-3)],
          force: [noise(0.03), noise(0.03), noise(0.03) - 9.81])
      }
      let gauss = [field.x, -field.y, -field.z].map { Float(0.01 * $0) }
      file.data(8, time, ULogFile.bytes(time) + ULogFile.bytes(gauss))
      guard index % 20 == 7 else { continue }
      let velocity = enuFromBody.rotate(Vector3(x: index < 1000 ? 0.2 : 0, y: 0, z: 0))
      file.data(
        9, time,
        ULogFile.bytes((48.0).bitPattern) + ULogFile.bytes((9.0).bitPattern)
          + ULogFile.bytes([Float(velocity.y), Float(velocity.x)]) + [3])
    }
    return file
  }

  /// Two IMUs of one log that vote, velocities and a latency: the same at every entrance, whatever runs after the vote.
  @Test func everyEntranceGivesTheSameOfTwoIMUs() async throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Self.flight.data, to: "flight.ulg")
    func rows(_ path: String, _ options: LogOptions = LogOptions()) throws -> [TimedSample<Double>] {
      var (reader, rows) = (try MotionLog.open(path, options: options), [TimedSample<Double>]())
      while let record = try reader.next() { rows.append(record.measured()) }
      return rows
    }
    var options = LogOptions()
    options.imus = .all
    let voted = try rows(path, options)
    #expect(voted.count == 4500 && voted.count { $0.velocity.isPresent } == 225)
    let imus = try (0..<2).map { try rows("\(path)#\($0)") }
    // One alone, and the vote of a filter of both.
    #expect(voted.map(\.sample.angularRate) != imus[0].map(\.sample.angularRate))
    let direct = Self.voted(imus)
    for latency in [0.0, 1.0] {
      var reader = try MotionLog.open(path, options: options)
      let log = try Self.fused(in: .enu, &reader, latency: latency)
      #expect(log.count == voted.count)
      #expect(reader.voting?.imus[1].episodes.map(\.fault) == [.drifting])
      if latency == 0 { #expect(log == direct) }
      let manager = MotionManager(
        source: try ReplaySource(path, options: options), buffering: .holdsSource(16), latency: latency)
      #expect(log == (try await Self.delivered(by: manager, in: .enu)))
      #expect(log == (try await Self.delivered(in: .enu, voted, latency: latency)))
      if latency == 0 {
        #expect(log == (try Self.calledFromC(in: .enu, voted)))
        for count in [1, 9] { #expect(log == Self.fusedFromC(voted, count: count), "\(count) recordings") }
      } else {
        #expect(log == (try Self.calledFromC(in: .enu, voted, latency: latency, block: 7)))
      }
    }
  }

  /// A filter of several IMUs, which also observes the velocities of the first.
  private static func voted(_ imus: [[TimedSample<Double>]]) -> [Quaternion<Double>] {
    var filter = VotingFilter<DefaultFilter<Double>>(count: imus.count)
    return imus[0].indices.map { row in
      var samples = InertialVote<Double>.Samples(repeating: MotionSample(interval: 0, angularRate: .absent))
      for (place, rows) in imus.enumerated() { samples[place] = rows[row].sample }
      filter.stream.observe(velocity: imus[0][row].velocity, speed: imus[0][row].speed)
      return filter.update(samples, at: imus[0][row].timestamp).outputFromBody.quaternion
    }
  }

  /// The last of `count` equal recordings: one with `cardan_fuse`, several with `cardan_fuse_many`.
  private static func fusedFromC(_ rows: [TimedSample<Double>], count: Int) -> [Quaternion<Double>] {
    let times = rows.map(\.timestamp.nanoseconds)
    func flat(_ vector: (TimedSample<Double>) -> [Double]) -> [Double] { rows.flatMap(vector) }
    func three(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
    var columns = [
      flat { three($0.sample.angularRate) }, flat { three($0.sample.specificForce) },
      flat { three($0.sample.magneticField) }, flat { [$0.velocity.east, $0.velocity.north] },
      flat { [$0.speed.speed] },
    ]
    var quaternions = [Double](repeating: 0, count: 4 * rows.count)
    times.withUnsafeBytes { times in
      withUnsafeMutablePointer(to: &columns) { columns in
        func array(_ column: Int, _ width: Int) -> cardan_array {
          columns.pointee[column].withUnsafeBytes {
            cardan_array(data: $0.baseAddress, row_stride: 8 * width, column_stride: 8, element: CARDAN_FLOAT64)
          }
        }
        quaternions.withUnsafeMutableBytes { places in
          var recording = cardan_recording(
            size: MemoryLayout<cardan_recording>.size, count: rows.count,
            time: cardan_array(data: times.baseAddress, row_stride: 8, column_stride: 8, element: CARDAN_INT64),
            interval: 0, angular_rate: array(0, 3), specific_force: array(1, 3), magnetic_field: array(2, 3),
            velocity: array(3, 2), speed: array(4, 1))
          var results = cardan_results()
          results.size = MemoryLayout<cardan_results>.size
          results.quaternion = cardan_output_array(
            data: places.baseAddress, row_stride: 32, column_stride: 8, element: CARDAN_FLOAT64)
          var nothing = cardan_results()
          nothing.size = MemoryLayout<cardan_results>.size
          withUnsafePointer(to: &recording) { recording in
            withUnsafePointer(to: &results) { results in
              withUnsafePointer(to: &nothing) { nothing in
                if count == 1 {
                  let filter = filter(in: .enu)
                  #expect(cardan_fuse(filter, recording, results) == CARDAN_OK)
                  return cardan_destroy(filter)
                }
                var jobs = (0..<count).map { index in
                  cardan_job(recording: recording, results: index == count - 1 ? results : nothing, status: CARDAN_OK)
                }
                #expect(cardan_fuse_many(nil, &jobs, count, 1) == CARDAN_OK)
                #expect(jobs.allSatisfy { $0.status == CARDAN_OK })
              }
            }
          }
        }
      }
    }
    return (0..<rows.count).map {
      Quaternion(
        w: quaternions[4 * $0], x: quaternions[4 * $0 + 1], y: quaternions[4 * $0 + 2], z: quaternions[4 * $0 + 3])
    }
  }

  private static func fused(
    in frame: ReferenceFrame, _ rows: [TimedSample<Double>] = samples, latency: Double = 0
  ) throws -> [Quaternion<Double>] {
    var reader: any MotionLogReader = ListReader(rest: rows[...])
    return try fused(in: frame, &reader, latency: latency)
  }

  private static func fused(
    in frame: ReferenceFrame, _ reader: inout any MotionLogReader, latency: Double
  ) throws -> [Quaternion<Double>] {
    var fusion = LogFusion()
    fusion.settings.frame = frame
    fusion.latency = latency
    var quaternions: [Quaternion<Double>] = []
    _ = try fusion.run(&reader, sink: { block in quaternions += block.motions.map(\.outputFromBody.quaternion) })
    return quaternions
  }

  private static func delivered(
    in frame: ReferenceFrame, _ rows: [TimedSample<Double>] = samples, latency: Double = 0
  ) async throws -> [Quaternion<Double>] {
    let manager = MotionManager(source: ListSource(rows: rows), buffering: .holdsSource(16), latency: latency)
    return try await delivered(by: manager, in: frame)
  }

  private static func delivered(
    by manager: MotionManager, in frame: ReferenceFrame
  ) async throws -> [Quaternion<Double>] {
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
    in frame: ReferenceFrame, _ rows: [TimedSample<Double>] = samples, latency: Double, block: Int
  ) throws -> [Quaternion<Double>] {
    let filter = filter(in: frame)
    defer { cardan_destroy(filter) }
    var lag: OpaquePointer?
    #expect(cardan_fixed_lag_create(filter, latency, &lag) == CARDAN_OK)
    defer { cardan_fixed_lag_destroy(lag) }
    var quaternions: [Quaternion<Double>] = []
    var motion = cardan_motion()
    motion.size = MemoryLayout<cardan_motion>.size
    for (index, stamped) in rows.enumerated() {
      observe(stamped, by: filter)
      let (rate, force, field) = (
        stamped.sample.angularRate, stamped.sample.specificForce, stamped.sample.magneticField
      )
      let status = cardan_fixed_lag_update_at(
        lag, stamped.timestamp.nanoseconds, [rate.x, rate.y, rate.z], [force.x, force.y, force.z],
        [field.x, field.y, field.z])
      #expect(status == CARDAN_OK)
      if index + 1 == rows.count { #expect(cardan_fixed_lag_finish(lag) == CARDAN_OK) }
      guard (index + 1) % block == 0 || index + 1 == rows.count else { continue }
      while cardan_fixed_lag_next(lag, &motion) == CARDAN_OK {
        let (w, x, y, z) = motion.quaternion
        quaternions.append(Quaternion(w: w, x: x, y: y, z: z))
      }
    }
    return quaternions
  }

  private static func calledFromC(
    in frame: ReferenceFrame, _ rows: [TimedSample<Double>] = samples
  ) throws -> [Quaternion<Double>] {
    let filter = filter(in: frame)
    defer { cardan_destroy(filter) }
    return rows.map { stamped in
      observe(stamped, by: filter)
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

  private static func observe(_ row: TimedSample<Double>, by filter: OpaquePointer?) {
    if row.velocity.isPresent {
      #expect(cardan_observe_velocity(filter, row.velocity.east, row.velocity.north, .nan, .nan) == CARDAN_OK)
    }
    if row.speed.isPresent { #expect(cardan_observe_speed(filter, row.speed.speed, .nan, .nan) == CARDAN_OK) }
  }

  private struct ListReader: MotionLogReader {
    var rest: ArraySlice<TimedSample<Double>>
    let header: LogHeader

    init(rest: ArraySlice<TimedSample<Double>>) {
      self.rest = rest
      var header = LogHeader(
        formatName: "memory", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true, hasGroundTruth: false)
      header.hasVelocityOverGround = rest.contains { $0.velocity.isPresent }
      header.hasForwardSpeed = rest.contains { $0.speed.isPresent }
      self.header = header
    }

    mutating func next() throws(LogError) -> LogRecord? {
      rest.popFirst().map {
        LogRecord(
          timestamp: $0.timestamp.nanoseconds, angularRate: $0.sample.angularRate,
          specificForce: $0.sample.specificForce, magneticField: $0.sample.magneticField,
          velocityOverGround: Vector3(x: $0.velocity.east, y: $0.velocity.north, z: .nan),
          forwardSpeed: $0.speed.speed)
      }
    }
  }

  private struct ListSource: MotionSource {
    let rows: [TimedSample<Double>]
    let description = SourceDescription(name: "list", accelerometer: .init(), gyroscope: .init(), magnetometer: .init())

    func open() throws(MotionError) -> any MotionSourceReader { Reader(rest: rows[...]) }

    private struct Reader: MotionSourceReader {
      var rest: ArraySlice<TimedSample<Double>>

      mutating func next() async throws(MotionError) -> SourceEvent? { rest.popFirst().map { .sample($0) } }
    }
  }
}
