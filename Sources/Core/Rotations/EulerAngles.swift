/// Three intrinsic rotations about coordinate axes, in radians: by default yaw, pitch and roll (z-y'-x″).
///
/// The rotation is R = R1(first) R2(second) R3(third), and its vectors go from the frame turned last to the frame at the
/// start: body to reference. Extrinsic angles, about fixed axes, are the same three angles read in reverse: yaw, pitch and
/// roll are a turn about the fixed x by roll, then about the fixed y by pitch, then about the fixed z by yaw.
///
/// At gimbal lock (second angle at an end of its range, ±pi/2 or for proper sequences 0 and pi) only the sum or the
/// difference of the other two is determined: the third angle is then zero and `isGimbalLocked` is true.
///
/// Goals, in order: the rotation survives the round trip to rounding everywhere, at gimbal lock too; one algorithm for all
/// sequences; speed. Source: E. Bernardes and S. Viollet, "Quaternion to Euler angles conversion: A direct, general and
/// computationally efficient method", PLoS ONE 17(11), 2022.
@frozen
public struct EulerAngles<Scalar: LaneElement>: Sendable {
  /// The angle about the first axis, in [-pi, pi].
  public let first: Scalar
  /// The angle about the second axis as the first rotation left it: in [-pi/2, pi/2], for proper sequences in [0, pi].
  public let second: Scalar
  /// The angle about the third axis as the first two rotations left it, in [-pi, pi]; zero at gimbal lock.
  public let third: Scalar
  /// The order of the axes.
  public let sequence: EulerSequence
  /// Whether the first and the third angle turn about the same line, to rounding.
  public let isGimbalLocked: Bool

  /// Angles in radians. They are kept as they are, also outside the ranges that a rotation's angles have.
  @export(implementation)
  public init(first: Scalar, second: Scalar, third: Scalar, sequence: EulerSequence = .zyx) {
    let (sine, cosine) = Scalar.sineAndCosine(second)
    self.first = first
    self.second = second
    self.third = third
    self.sequence = sequence
    isGimbalLocked = abs(sequence.isProper ? sine : cosine) < 2 * Self.lockThreshold
  }

  /// Angles in radians of the sequence `.zyx`.
  @export(implementation)
  public init(yaw: Scalar, pitch: Scalar, roll: Scalar) { self.init(first: yaw, second: pitch, third: roll) }

  /// The angles of a rotation.
  @export(implementation)
  public init(_ rotation: Rotation<Scalar>, sequence: EulerSequence = .zyx) {
    let (i, j, _) = sequence.axes
    let sign: Scalar = sequence.handedness()
    // A Tait-Bryan rotation is a proper one in disguise: with k = ±(i turned by a quarter about j),
    // Ri(a) Rj(b) Rk(c) Rj(pi/2) = Ri(a) Rj(b + pi/2) Ri(∓c).
    var proper = rotation.quaternion
    if !sequence.isProper {
      let root: Scalar = 0.70710678118654752
      proper = proper * Quaternion(real: root, vector: Vector3.unit(along: j) * root)
    }
    // Now w = cos(b/2) cos s, i: cos(b/2) sin s, j: sin(b/2) cos d, l: ± sin(b/2) sin d, with s = (a+c)/2, d = (a-c)/2.
    let (ofI, ofJ, ofL) = (proper.vector[i], proper.vector[j], sign * proper.vector[3 - i - j])
    let cosine = (proper.w * proper.w + ofI * ofI).squareRoot()
    let sine = (ofJ * ofJ + ofL * ofL).squareRoot()
    let halfSum = Scalar.arcTangent(y: ofI, x: proper.w)
    let halfDifference = Scalar.arcTangent(y: ofL, x: ofJ)
    let inclination = 2 * Scalar.arcTangent(y: sine, x: cosine)

    let isLocked = min(sine, cosine) < Self.lockThreshold
    let last: Scalar = isLocked ? 0 : halfSum - halfDifference
    let start = !isLocked ? halfSum + halfDifference : sine < cosine ? 2 * halfSum : 2 * halfDifference
    first = start.wrappedToHalfTurn()
    second = sequence.isProper ? inclination : inclination - Scalar.pi / 2
    third = sequence.isProper ? last.wrappedToHalfTurn() : (-sign * last).wrappedToHalfTurn()
    self.sequence = sequence
    isGimbalLocked = isLocked
  }

  /// Below this sine of half the distance to gimbal lock, rounding of the quaternion alone decides on the other angles.
  @export(implementation) static var lockThreshold: Scalar { 16 * Scalar.ulpOfOne }

  /// The heading, about z: `first` of the sequence `.zyx`, which is required.
  @export(implementation)
  public var yaw: Scalar {
    precondition(sequence == .zyx)
    return first
  }

  /// About y': positive turns x downwards (nose down in FLU, nose up in FRD): `second` of the sequence `.zyx`, which is required.
  @export(implementation)
  public var pitch: Scalar {
    precondition(sequence == .zyx)
    return second
  }

  /// The bank, about x″: `third` of the sequence `.zyx`, which is required.
  @export(implementation)
  public var roll: Scalar {
    precondition(sequence == .zyx)
    return third
  }
}

extension EulerSequence {
  /// +1 where the first two axes follow one another in the order x, y, z, x, else -1.
  @export(implementation)
  func handedness<Scalar: LaneElement>() -> Scalar {
    let (i, j, _) = axes
    return (j - i + 3) % 3 == 1 ? 1 : -1
  }
}

extension Rotation where Scalar: LaneElement {
  /// The rotation of Euler angles: `referenceFromBody = R1(first) R2(second) R3(third)`.
  @export(implementation)
  public init(_ angles: EulerAngles<Scalar>) {
    let (i, j, k) = angles.sequence.axes
    self =
      Self(unitAxis: .unit(along: i), angle: angles.first) * Self(unitAxis: .unit(along: j), angle: angles.second)
      * Self(unitAxis: .unit(along: k), angle: angles.third)
  }
}

extension Vector3 where Scalar: LaneElement {
  /// A coordinate axis by number: 0, 1, 2 for x, y, z.
  @export(implementation)
  static func unit(along axis: Int) -> Self { Self(x: axis == 0 ? 1 : 0, y: axis == 1 ? 1 : 0, z: axis == 2 ? 1 : 0) }
}

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
  /// First about z, then about x', then about y″. Yaw, pitch and roll of Core Motion, whose pitch is about x and whose roll
  /// is about y.
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
  @export(implementation)
  public var axes: (first: Int, second: Int, third: Int) {
    (Int(rawValue >> 8), Int(rawValue >> 4 & 0xF), Int(rawValue & 0xF))
  }

  /// Whether the third axis is the first again. The second angle then lies in [0, pi] and gimbal lock is at its ends;
  /// otherwise it lies in [-pi/2, pi/2].
  @export(implementation)
  public var isProper: Bool { rawValue >> 8 == rawValue & 0xF }
}

#if !hasFeature(Embedded)
  extension EulerSequence: CaseIterable {}
#endif
