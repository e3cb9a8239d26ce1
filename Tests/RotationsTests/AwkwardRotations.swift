import TestSupport
import Foundation
import Rotations

/// A rotation on which implementations are known to fail, with a name for the message.
struct AwkwardRotation<Scalar: LaneElement>: CustomStringConvertible {
  let name: String
  let rotation: Rotation<Scalar>
  var description: String { name }
}

/// A number of any precision from a `Double`; the plain initializer is ambiguous for a `LaneElement`.
func number<Scalar: RealLanes>(_ value: Double) -> Scalar { Scalar(value) }

func vector<Scalar: RealLanes>(_ x: Double, _ y: Double, _ z: Double) -> Vector3<Scalar> {
  Vector3(x: Scalar(x), y: Scalar(y), z: Scalar(z))
}

/// A quaternion of the C library's sine and cosine: independent of the functions under test.
func referenceQuaternion<Scalar: LaneElement>(
  axis: (Double, Double, Double), angle: Double
) -> Quaternion<Scalar> {
  let length = (axis.0 * axis.0 + axis.1 * axis.1 + axis.2 * axis.2).squareRoot()
  let (sine, cosine) = (sin(angle / 2) / length, cos(angle / 2))
  return Quaternion(w: number(cosine), x: number(axis.0 * sine), y: number(axis.1 * sine), z: number(axis.2 * sine))
}

/// The awkward ones: the identity, tiny angles, half turns and nearly so, whole turns (q near -1), random ones.
func awkwardRotations<Scalar: LaneElement>(_: Scalar.Type = Scalar.self) -> [AwkwardRotation<Scalar>] {
  let axes = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, -2.0, 3.0), (-1.0, -1.0, 0.0)]
  let angles: [(String, Double)] = [
    ("0", 0), ("1e-9", 1e-9), ("1e-4", 1e-4), ("90 deg", .pi / 2), ("120 deg", 2 * .pi / 3), ("pi - 1e-9", .pi - 1e-9),
    ("pi", .pi), ("pi + 1e-9", .pi + 1e-9), ("2 pi - 1e-4", 2 * .pi - 1e-4), ("2 pi - 1e-9", 2 * .pi - 1e-9),
    ("2 pi", 2 * .pi),
  ]
  var table: [AwkwardRotation<Scalar>] = [
    AwkwardRotation(name: "identity", rotation: .identity),
    AwkwardRotation(name: "minus identity", rotation: Rotation(unchecked: -.one)),
    AwkwardRotation(
      name: "exact half turn about y", rotation: Rotation(unchecked: Quaternion(w: 0, x: 0, y: 1, z: 0))),
  ]
  for axis in axes {
    for (name, angle) in angles {
      let quaternion: Quaternion<Scalar> = referenceQuaternion(axis: axis, angle: angle)
      table.append(AwkwardRotation(name: "\(name) about \(axis)", rotation: Rotation(normalizing: quaternion)!))
    }
  }
  return table + randomRotations(12, seed: 2026)
}

func randomRotations<Scalar: LaneElement>(_ count: Int, seed: UInt64) -> [AwkwardRotation<Scalar>] {
  var generator = SplitMix64(seed: seed)
  return (0..<count).map { index in
    let quaternion = Quaternion<Scalar>(
      w: number(generator.signedUnit()), x: number(generator.signedUnit()), y: number(generator.signedUnit()),
      z: number(generator.signedUnit()))
    return AwkwardRotation(name: "random \(index)", rotation: Rotation(normalizing: quaternion)!)
  }
}

extension Matrix3 where Scalar: LaneElement {
  /// The largest entry of the difference.
  func largestDifference(from other: Self) -> Scalar {
    let difference = self - other
    return max(
      difference.row0.largestMagnitude, max(difference.row1.largestMagnitude, difference.row2.largestMagnitude))
  }
}
