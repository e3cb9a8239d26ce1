import LogFormats
import LogTables
import MotionSamples
import Rotations

/// The readings of a MAVLink message, in device axes and SI units.
///
/// HIGHRES_IMU has m/s², rad/s, gauss and °C, and a mask of updated fields. SCALED_IMU, SCALED_IMU2 and SCALED_IMU3 have mg,
/// mrad/s, mgauss and 0.01 °C. RAW_IMU leaves its units to the sender; ArduPilot's, those of SCALED_IMU, are assumed. A
/// magnetic field of exactly zero means that the sender has no magnetometer.
struct InertialMessage {
  /// The sensor of a vehicle that sent it.
  struct Origin: Hashable {
    var kind: MAVLinkMessageKind
    var system: UInt8
    var component: UInt8
    /// The number of the sensor; 0 in messages without one.
    var sensor: UInt8
  }

  let origin: Origin
  let sample: TimedSample<Double>

  /// The readings in a frame; nil for messages without them.
  init?(_ frame: MAVLinkFrame) {
    let fields = PayloadReader(frame.payload)
    let timestamp: Timestamp?
    var (force, rate, field): (Vector3<Double>, Vector3<Double>, Vector3<Double>)
    var sensor: UInt8 = 0
    var temperature = Double.nan
    switch frame.kind {
    case .highresIMU:
      timestamp = Timestamp(Int64(clamping: fields.value(at: 0) as UInt64), in: .microseconds)
      (force, rate, field) = (fields.floats(at: 8), fields.floats(at: 20), fields.floats(at: 32))
      field = MagneticFieldUnit.gauss.toSI(field)
      sensor = fields.value(at: 62)
      let updated: UInt16 = fields.value(at: 60)
      if updated & 0b1_000_000_000_000 != 0 { temperature = Double(Float(bitPattern: fields.value(at: 56))) }
      // Senders that do not maintain the mask leave it at zero.
      if updated != 0 {
        if updated & 0b000_000_111 == 0 { force = .absent }
        if updated & 0b000_111_000 == 0 { rate = .absent }
        if updated & 0b111_000_000 == 0 { field = .absent }
      }
    case .scaledIMU, .scaledIMU2, .scaledIMU3, .rawIMU:
      let isRaw = frame.kind == .rawIMU
      timestamp =
        isRaw
        ? Timestamp(Int64(clamping: fields.value(at: 0) as UInt64), in: .microseconds)
        : Timestamp(Int64(fields.value(at: 0) as UInt32), in: .milliseconds)
      let start = isRaw ? 8 : 4
      force = AccelerationUnit.thousandthsOfStandardGravity.toSI(fields.integers(at: start))
      rate = AngularRateUnit.milliradiansPerSecond.toSI(fields.integers(at: start + 6))
      field = MagneticFieldUnit.milligauss.toSI(fields.integers(at: start + 12))
      if isRaw { sensor = fields.value(at: 26) }
      // Zero means no temperature.
      let hundredths: Int16 = fields.value(at: isRaw ? 27 : 22)
      if hundredths != 0 { temperature = Double(hundredths) / 100 }
    case .attitude, .attitudeQuaternion, .heartbeat, .gpsRawInt:
      return nil
    }
    guard let timestamp else { return nil }
    if field.squaredLength == 0 { field = .absent }
    origin = Origin(kind: frame.kind, system: frame.system, component: frame.component, sensor: sensor)
    sample = TimedSample(
      timestamp: timestamp,
      sample: MotionSample(
        interval: 0, angularRate: VehicleAxes.exchange(rate), specificForce: VehicleAxes.exchange(force),
        magneticField: VehicleAxes.exchange(field)),
      temperature: temperature)
  }
}

extension InertialMessage.Origin {
  /// The order of preference, lowest first: HIGHRES_IMU has the finest resolution, RAW_IMU may have any unit.
  var rank: Int {
    switch kind {
    case .highresIMU: 0
    case .scaledIMU: 1
    case .scaledIMU2: 2
    case .scaledIMU3: 3
    default: 4
    }
  }
}

/// Reads the little-endian, unaligned fields of a payload.
struct PayloadReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// An integer.
  func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
    bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  /// Three 32-bit floating-point numbers.
  func floats(at offset: Int) -> Vector3<Double> {
    func number(_ index: Int) -> Double { Double(Float(bitPattern: value(at: offset + 4 * index))) }
    return Vector3(x: number(0), y: number(1), z: number(2))
  }

  /// Three 16-bit integers.
  func integers(at offset: Int) -> Vector3<Double> {
    func number(_ index: Int) -> Double { Double(value(at: offset + 2 * index) as Int16) }
    return Vector3(x: number(0), y: number(1), z: number(2))
  }
}
