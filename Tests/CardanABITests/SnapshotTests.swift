import CCardan
import TestSupport
import Testing

@testable import CardanABI

/// Bytes that were changed on purpose, with the checksum made right again, are refused or do no harm.
@Suite struct SnapshotTests {
  private static let headerSize = 32
  private static let kinds = 0..<UInt32(CARDAN_FILTER_COUNT)

  @Test(arguments: kinds, [0, CARDAN_SEPARATE_SENSORS])
  func forgedSnapshotsDoNoHarm(kind: UInt32, behavior: UInt32) throws {
    for isConditioned in [false, true] {
      let filter = try Self.make(kind, behavior, isConditioned: isConditioned)
      defer { cardan_destroy(filter) }
      Self.feed(filter, 0..<60, separately: behavior != 0)
      let snapshot = Self.snapshot(of: filter)
      var random = SplitMix64(seed: UInt64(kind))
      var (refused, restored) = (0, 0)
      for _ in 0..<2000 {
        let forged = Self.forged(snapshot, &random)
        if cardan_restore(filter, forged, forged.count) == CARDAN_OK {
          restored += 1
          Self.feed(filter, 60..<80, separately: behavior != 0)
          var motion = cardan_motion()
          motion.size = MemoryLayout<cardan_motion>.size
          #expect(cardan_read(filter, &motion) == CARDAN_OK)
          #expect(cardan_restore(filter, snapshot, snapshot.count) == CARDAN_OK)
        } else {
          refused += 1
        }
        guard Self.snapshot(of: filter) == snapshot else {
          Issue.record("a refused snapshot changed the filter")
          return
        }
      }
      #expect(refused > 50 && restored > 50, "\(refused) refused, \(restored) restored")
    }
  }

  private static func make(_ kind: UInt32, _ behavior: UInt32, isConditioned: Bool) throws -> OpaquePointer? {
    var options = cardan_options()
    options.size = MemoryLayout<cardan_options>.size
    options.filter = cardan_filter_kind(kind)
    options.behavior = behavior
    var calibration = cardan_calibration()
    #expect(cardan_calibration_identity(&calibration) == CARDAN_OK)
    calibration.gyroscope.bias.0 = 0.01
    if isConditioned {
      options.frame = CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL
      options.axes = (2, -1, 3)
    }
    var filter: OpaquePointer?
    let status = withUnsafePointer(to: calibration) {
      if isConditioned { options.calibration = $0 }
      return cardan_create(&options, &filter)
    }
    #expect(status == CARDAN_OK)
    return filter
  }

  /// Samples with jitter, each fourth under the timestamp of the one before, at 100 Hz.
  private static func feed(_ filter: OpaquePointer?, _ rows: Range<Int>, separately: Bool) {
    for row in rows {
      let timestamp = Int64(row / 4 * 4) * 10_000_000 + Int64(row % 3) * 1000
      let wave = Double(row % 20) / 20
      let (rate, force, field) = ([0.1, wave, -0.3], [wave, 0.2, 9.7], [20, wave, -40])
      if separately {
        _ = cardan_add(filter, CARDAN_ACCELEROMETER, timestamp, force)
        _ = cardan_add(filter, CARDAN_MAGNETOMETER, timestamp, field)
        _ = cardan_add(filter, CARDAN_GYROSCOPE, timestamp, rate)
        while cardan_next(filter) == CARDAN_OK {}
      } else {
        _ = cardan_update_at(filter, timestamp, rate, force, field)
      }
    }
  }

  private static func snapshot(of filter: OpaquePointer?) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: cardan_snapshot_size(filter))
    #expect(cardan_snapshot(filter, &bytes, bytes.count) == CARDAN_OK)
    return bytes
  }

  /// One to four bytes changed: to any value, the largest, or by one bit.
  private static func forged(_ snapshot: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = snapshot
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: headerSize..<bytes.count, using: &random)
      switch random.next() % 3 {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] = 0xFF
      default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    }
    for (place, seed) in [(24, 0x811c_9dc5), (28, 0x9747_b28c)] as [(Int, UInt32)] {
      let checksum = bytes[headerSize...].checksum(from: seed)
      withUnsafeBytes(of: checksum) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    }
    return bytes
  }
}
