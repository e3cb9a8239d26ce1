// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import Rotations

@c @implementation
public func cardan_quaternion_to_matrix(
  _ quaternion: UnsafePointer<Double>?, _ matrix: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let quaternion, let matrix else { return CARDAN_NULL_ARGUMENT }
  guard let rotation = Rotation(quaternion) else { return CARDAN_BAD_ARGUMENT }
  rotation.storeMatrix(to: matrix)
  return CARDAN_OK
}

@c @implementation
public func cardan_quaternion_to_euler(
  _ quaternion: UnsafePointer<Double>?, _ sequence: cardan_euler_sequence, _ angles: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let quaternion, let angles else { return CARDAN_NULL_ARGUMENT }
  guard let rotation = Rotation(quaternion), let sequence = EulerSequence(sequence) else { return CARDAN_BAD_ARGUMENT }
  EulerAngles(rotation, sequence: sequence).store(to: angles)
  return CARDAN_OK
}

@c @implementation
public func cardan_euler_to_quaternion(
  _ angles: UnsafePointer<Double>?, _ sequence: cardan_euler_sequence, _ quaternion: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let quaternion, let angles else { return CARDAN_NULL_ARGUMENT }
  guard let sequence = EulerSequence(sequence), angles[0].isFinite, angles[1].isFinite, angles[2].isFinite else {
    return CARDAN_BAD_ARGUMENT
  }
  let turned = EulerAngles(first: angles[0], second: angles[1], third: angles[2], sequence: sequence)
  let result = Rotation(turned).quaternion
  (quaternion[0], quaternion[1], quaternion[2], quaternion[3]) = (result.w, result.x, result.y, result.z)
  return CARDAN_OK
}

extension EulerSequence {
  /// The sequence for a C value; nil for an unknown value.
  init?(_ sequence: cardan_euler_sequence) {
    guard sequence.rawValue <= 0x212 else { return nil }
    self.init(rawValue: UInt16(sequence.rawValue))
  }
}

extension EulerAngles<Double> {
  /// Writes the three angles to the caller's memory.
  func store(to numbers: UnsafeMutablePointer<Double>) { (numbers[0], numbers[1], numbers[2]) = (first, second, third) }
}

extension Rotation<Double> {
  /// The rotation from the caller's w, x, y, z; nil if they have no direction.
  fileprivate init?(_ numbers: UnsafePointer<Double>) {
    let quaternion = Quaternion(w: numbers[0], x: numbers[1], y: numbers[2], z: numbers[3])
    let length = quaternion.squaredNorm.squareRoot()
    guard length.isFinite, length > 0 else { return nil }
    self.init(unchecked: quaternion * (1 / length))
  }
}
