import Glibc
import MotionSamples
import MotionSessions
import Rotations

/// Sends attitude to a ground station or an autopilot: ATTITUDE and ATTITUDE_QUATERNION of MAVLink 2 over UDP.
///
/// The quaternion turns FRD coordinates of the vehicle into NED coordinates; roll, pitch and yaw are the angles of aviation
/// of the same rotation; see `MAVLinkSource` for how the device lies on the vehicle. Nobody need listen: what is not
/// received is lost.
public final class MAVLinkAttitudeSender {
  private let socket: Descriptor
  private let system: UInt8
  private var sequence: UInt8 = 0

  /// The part of a vehicle that sends: MAV_COMP_ID_ONBOARD_COMPUTER.
  private static let component: UInt8 = 191

  /// A sender to a port of a host.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port.
  ///   - system: The number of the vehicle, from 1 on. Default: 1.
  ///
  /// Throws `sourceFailed` where the host is not known.
  public init(host: String, port: UInt16, system: UInt8 = 1) throws(MotionError) {
    socket = try UDPSocket.sending(host: host, port: port)
    self.system = system
  }

  /// Sends the attitude and the rate of a motion.
  public func send(_ motion: DeviceMotion) {
    let messages = AttitudeMessages(motion)
    let bytes =
      frame(.attitude, messages.attitude).bytes + frame(.attitudeQuaternion, messages.attitudeQuaternion).bytes
    // One that does not listen, or a network that is full, is no error of the sender.
    _ = Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func frame(_ kind: MAVLinkMessageKind, _ payload: [UInt8]) -> MAVLinkFrame {
    defer { sequence &+= 1 }
    return MAVLinkFrame(
      kind: kind, sequence: sequence, system: system, component: Self.component, payload: payload)
  }
}

/// The payloads of the two messages of attitude.
struct AttitudeMessages {
  /// ATTITUDE: time in ms, roll, pitch and yaw in rad, their rates about the axes of the body in rad/s.
  let attitude: [UInt8]
  /// ATTITUDE_QUATERNION: time in ms, w, x, y, z, the same rates, and an offset of the representation that is not used.
  let attitudeQuaternion: [UInt8]

  init(_ motion: DeviceMotion) {
    let nedFromFRD = VehicleAxes.nedFromFRD(motion.attitude)
    let rate = VehicleAxes.exchange(motion.rotationRate)
    let angles = EulerAngles(nedFromFRD)
    let quaternion = nedFromFRD.quaternion
    // The field has 32 bits and begins anew after 49 days.
    let time = Self.bytes(UInt32(truncatingIfNeeded: motion.timestamp.nanoseconds / 1_000_000))
    let rates = [rate.x, rate.y, rate.z]
    attitude = time + ([angles.roll, angles.pitch, angles.yaw] + rates).flatMap(Self.bytes)
    attitudeQuaternion =
      time
      + ([quaternion.w, quaternion.x, quaternion.y, quaternion.z] + rates + [0, 0, 0, 0]).flatMap(Self.bytes)
  }

  private static func bytes(_ value: Double) -> [UInt8] { bytes(Float(value).bitPattern) }

  private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}
