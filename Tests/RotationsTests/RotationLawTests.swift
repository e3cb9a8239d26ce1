import Rotations
import Testing

/// The laws of rotations over the awkward table, and one example of each direction computed by hand, since laws cannot
/// see a consistent inversion. Tolerances are in units of rounding: each product of quaternions rounds four times, and an
/// angle is twice the error of its quaternion.
struct RotationLawTests {
  @Test func handExample() {
    // x turned by +90 degrees about z is y; y becomes -x; z stays.
    let turn = Rotation<Double>(aboutZ: .pi / 2)
    expectNear(turn.rotate(.unitX), .unitY)
    expectNear(turn.rotate(.unitY), -.unitX)
    expectNear(turn.rotate(.unitZ), .unitZ)
    expectNear(Rotation<Double>(aboutX: .pi / 2).rotate(.unitY), .unitZ)
    expectNear(Rotation<Double>(aboutY: .pi / 2).rotate(.unitZ), .unitX)
    // i j = k.
    let (i, j) = (Quaternion<Double>(w: 0, x: 1, y: 0, z: 0), Quaternion<Double>(w: 0, x: 0, y: 1, z: 0))
    #expect(i * j == Quaternion(w: 0, x: 0, y: 0, z: 1))
    // First the right factor: x turned about z is y, which turned about x is z.
    let both = Rotation<Double>(aboutX: .pi / 2) * Rotation<Double>(aboutZ: .pi / 2)
    expectNear(both.rotate(.unitX), .unitZ)
  }

  @Test func groupLaws() {
    checkGroupLaws(Double.self)
    checkGroupLaws(Float.self)
  }

  private func checkGroupLaws<Scalar: LaneElement>(_: Scalar.Type) {
    let table: [AwkwardRotation<Scalar>] = awkwardRotations()
    let rounding = Scalar.ulpOfOne
    for a in table {
      #expect((a.rotation * a.rotation.inverse).angle <= 4 * rounding, "\(a)")
      #expect(a.rotation.angle(to: a.rotation) <= 4 * rounding, "\(a)")
      #expect(a.rotation.angle(to: Rotation(unchecked: -a.rotation.quaternion)) <= 4 * rounding, "\(a)")
      for b in table {
        let product = a.rotation * b.rotation
        #expect(abs(product.quaternion.squaredNorm - 1) <= 8 * rounding, "\(a), \(b)")
        #expect(product.inverse.angle(to: b.rotation.inverse * a.rotation.inverse) <= 8 * rounding, "\(a), \(b)")
        for c in table.prefix(20) {
          let difference = (product * c.rotation).angle(to: a.rotation * (b.rotation * c.rotation))
          #expect(difference <= 12 * rounding, "\(a), \(b), \(c)")
        }
      }
    }
  }

  @Test func matricesFollowRotations() {
    checkMatrices(Double.self)
    checkMatrices(Float.self)
  }

  private func checkMatrices<Scalar: LaneElement>(_: Scalar.Type) {
    let table: [AwkwardRotation<Scalar>] = awkwardRotations()
    let probe: Vector3<Scalar> = vector(0.3, -0.5, 0.8)
    let rounding = Scalar.ulpOfOne
    for a in table {
      let matrix = a.rotation.matrix
      #expect((matrix * matrix.transpose).largestDifference(from: .identity) <= 16 * rounding, "\(a)")
      #expect(abs(matrix.determinant - 1) <= 16 * rounding, "\(a)")
      #expect((matrix * probe - a.rotation.rotate(probe)).largestMagnitude <= 16 * rounding, "\(a)")
      #expect(Rotation(matrix: matrix).angle(to: a.rotation) <= 12 * rounding, "\(a)")
      for b in table {
        let product = (a.rotation * b.rotation).matrix
        #expect(product.largestDifference(from: matrix * b.rotation.matrix) <= 20 * rounding, "\(a), \(b)")
      }
    }
  }

  @Test func rotationVectorsTurnWithTheirFrame() {
    // The adjoint of SO(3) is the rotation itself: R exp(v) R⁻¹ = exp(R v).
    for a in awkwardRotations(Double.self) {
      for length in [1e-9, 0.1, 1.0, 3.0] {
        let turn: Vector3<Double> = vector(0.6 * length, 0.0, -0.8 * length)
        let conjugated = a.rotation * Rotation(rotationVector: turn) * a.rotation.inverse
        #expect(conjugated.angle(to: Rotation(rotationVector: a.rotation.rotate(turn))) <= 3e-15, "\(a), \(length)")
      }
    }
  }

  @Test func renormalizing() {
    let exact = Rotation<Double>(aboutZ: 1).quaternion
    for error in [1e-15, 1e-9, 1e-8, -1e-8] {
      let repaired = Rotation(unchecked: exact * (1 + error)).renormalized
      #expect(abs(repaired.quaternion.squaredNorm - 1) <= 1e-15)
    }
    var rotation = Rotation<Float>.identity
    let step = Rotation<Float>(rotationVector: vector(0.01, 0.02, -0.015))
    for _ in 0..<100_000 { rotation = (rotation * step).renormalized }
    #expect(abs(rotation.quaternion.squaredNorm - 1) <= 4 * Float.ulpOfOne)
  }

  @Test func normalizing() throws {
    let expected = Quaternion<Double>(w: 0.5, x: -0.5, y: 0.5, z: -0.5)
    let tiny = Double.leastNormalMagnitude / 64
    for scale in [1.0, 1e-3, 1e-200, 1e200, tiny, .greatestFiniteMagnitude] {
      let rotation = try #require(Rotation(normalizing: expected * scale))
      #expect(rotation.angle(to: Rotation(unchecked: expected)) <= 1e-15, "\(scale)")
      #expect(abs(rotation.quaternion.squaredNorm - 1) <= 1e-15, "\(scale)")
    }
    #expect(Rotation(normalizing: Quaternion<Double>(w: 0, x: 0, y: 0, z: 0)) == nil)
    #expect(Rotation(normalizing: Quaternion<Double>(w: 1, x: .nan, y: 0, z: 0)) == nil)
    #expect(Rotation(normalizing: Quaternion<Double>(w: 1, x: 0, y: .infinity, z: 0)) == nil)
    #expect(Vector3<Double>(x: 0, y: -tiny, z: 0).normalized == -.unitY)
    #expect(Vector3<Double>(x: 0, y: 1e308, z: 0).normalized == .unitY)
    #expect(Vector3<Double>.zero.normalized == nil)
    #expect(Vector3<Double>(x: .nan, y: 1, z: 1).normalized == nil)
  }

  private func expectNear(
    _ left: Vector3<Double>, _ right: Vector3<Double>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((left - right).largestMagnitude <= 1e-15, sourceLocation: sourceLocation)
  }
}
