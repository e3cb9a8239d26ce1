/// The order of the three axes of Euler angles, read from left to right as the body turns: intrinsic rotations.
///
/// `.zyx` turns first about z, then about the new y, then about the newest x: R = Rz(first) Ry(second) Rx(third). The same
/// three angles in the reverse order about fixed axes (extrinsic x-y-z) are the same rotation.
///
/// The raw value has one hexadecimal digit per axis, with x = 0, y = 1, z = 2.
@frozen
public enum EulerSequence: UInt16, Sendable {
  // Three different axes: angles of Tait and Bryan.
  /// First about x, then about y', then about z″.
  case xyz = 0x012
  /// First about x, then about z', then about y″.
  case xzy = 0x021
  /// First about y, then about x', then about z″.
  case yxz = 0x102
  /// First about y, then about z', then about x″.
  case yzx = 0x120
  /// First about z, then about x', then about y″. Yaw, pitch and roll of Core Motion, whose pitch is about x and whose roll is about y.
  case zxy = 0x201
  /// First about z, then about y', then about x″. Yaw, pitch and roll of aviation and ROS.
  case zyx = 0x210
  // The first axis again: proper Euler angles.
  /// First about x, then about y', then about x″.
  case xyx = 0x010
  /// First about x, then about z', then about x″.
  case xzx = 0x020
  /// First about y, then about x', then about y″.
  case yxy = 0x101
  /// First about y, then about z', then about y″.
  case yzy = 0x121
  /// First about z, then about x', then about z″. Euler's own: precession, nutation, spin.
  case zxz = 0x202
  /// First about z, then about y', then about z″.
  case zyz = 0x212

  /// The three axes by number: 0, 1, 2 for x, y, z.
  @inlinable
  public var axes: (first: Int, second: Int, third: Int) {
    (Int(rawValue >> 8), Int(rawValue >> 4 & 0xF), Int(rawValue & 0xF))
  }

  /// Whether the third axis is the first again. The second angle then lies in [0, pi] and gimbal lock is at its ends;
  /// otherwise it lies in [-pi/2, pi/2].
  @inlinable
  public var isProper: Bool { rawValue >> 8 == rawValue & 0xF }
}

#if !hasFeature(Embedded)
  extension EulerSequence: CaseIterable {}
#endif
