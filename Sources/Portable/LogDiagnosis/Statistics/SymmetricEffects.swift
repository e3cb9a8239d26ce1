import LogTables
import Rotations

/// The parts of S v for a symmetric matrix S, each in proportion to an entry.
enum SymmetricEffects {
  /// For the entries xx, yy, zz, xy, xz and yz.
  static func of(_ vector: Vector3<Double>) -> [Vector3<Double>] {
    let (x, y, z) = (vector.x, vector.y, vector.z)
    return [
      Vector3(x: x, y: 0, z: 0), Vector3(x: 0, y: y, z: 0), Vector3(x: 0, y: 0, z: z), Vector3(x: y, y: x, z: 0),
      Vector3(x: z, y: 0, z: x), Vector3(x: 0, y: z, z: y),
    ]
  }

  /// For the entries xx, yy, xy, xz and yz of a matrix whose trace is zero.
  static func ofTraceless(_ vector: Vector3<Double>) -> [Vector3<Double>] {
    let all = of(vector)
    return [all[0] - all[2], all[1] - all[2], all[3], all[4], all[5]]
  }

  /// The matrix of the entries xx, yy, zz, xy, xz and yz.
  static func matrix(_ entries: [Double]) -> Matrix3<Double> {
    Matrix3(
      rows: Vector3(x: entries[0], y: entries[3], z: entries[4]),
      Vector3(x: entries[3], y: entries[1], z: entries[5]), Vector3(x: entries[4], y: entries[5], z: entries[2]))
  }

  /// The matrix of the entries xx, yy, xy, xz and yz, whose trace is zero.
  static func tracelessMatrix(_ entries: [Double]) -> Matrix3<Double> {
    matrix([entries[0], entries[1], -entries[0] - entries[1], entries[2], entries[3], entries[4]])
  }
}
