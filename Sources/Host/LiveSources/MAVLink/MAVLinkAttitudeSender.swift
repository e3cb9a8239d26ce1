import LogFormats
import MotionSamples
import MotionSessions
import Rotations
import SystemLibrary

/// Sends attitude to a ground station or an autopilot: ATTITUDE and ATTITUDE_QUATERNION of MAVLink 2 over UDP.
///
/// The quaternion turns FRD coordinates of the vehicle into NED coordinates. Roll, pitch and yaw are the aerospace angles of
/// the same rotation. `MAVLinkSource` describes the device's axes on the vehicle. Datagrams without a receiver are lost.
public final class MAVLinkAttitudeSender {
  private let socket: Descriptor
  private let system: UInt8
  private var sequence: UInt8 = 0

  /// MAV_COMP_ID_ONBOARD_COMPUTER.
  private static let component: UInt8 = 191

  /// A sender to a port of a host.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port.
  ///   - system: The number of the vehicle, 1 to 255. Default: 1.
  ///
  /// Throws `sourceFailed` for an unknown host.
  public init(host: String, port: UInt16, system: UInt8 = 1) throws(MotionError) {
    socket = try UDPSocket.sending(host: host, port: port)
    self.system = system
  }

  /// Sends the attitude and angular rate of a motion.
  public func send(_ motion: DeviceMotion) {
    let messages = AttitudeMessages(motion)
    let bytes =
      frame(.attitude, messages.attitude).bytes + frame(.attitudeQuaternion, messages.attitudeQuaternion).bytes
    // A missing receiver or a full network is not an error of the sender.
    _ = SystemLibrary.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func frame(_ kind: MAVLinkMessageKind, _ payload: [UInt8]) -> MAVLinkFrame {
    defer { sequence &+= 1 }
    return MAVLinkFrame(
      kind: kind, sequence: sequence, system: system, component: Self.component, payload: payload)
  }
}

/// The payloads of the two attitude messages.
struct AttitudeMessages {
  /// ATTITUDE: time in ms; roll, pitch, yaw in rad; angular rates about the body axes in rad/s.
  let attitude: [UInt8]
  /// ATTITUDE_QUATERNION: time in ms; w, x, y, z; the same rates; an offset of the representation, unused.
  let attitudeQuaternion: [UInt8]

  init(_ motion: DeviceMotion) {
    let nedFromFRD = VehicleAxes.nedFromFRD(motion.attitude)
    let rate = VehicleAxes.exchange(motion.rotationRate)
    let angles = EulerAngles(nedFromFRD)
    let quaternion = nedFromFRD.quaternion
    // The 32-bit field wraps after 49 days.
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
