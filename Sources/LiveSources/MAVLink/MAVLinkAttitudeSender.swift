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
