import Rotations
import Testing

/// The shortest rotation between two directions, and TRIAD.
struct DirectionTests {
  @Test func shortestByHand() {
    let turn = Rotation<Double>(shortestFrom: .unitX * 5, to: .unitY * 0.01)
    #expect(turn.angle(to: Rotation(aboutZ: .pi / 2)) <= 1e-15)
    #expect(Rotation<Double>(shortestToUnitZ: .unitZ).angle == 0)
    // x to z is a turn about -y.
    #expect(Rotation<Double>(shortestToUnitZ: .unitX).angle(to: Rotation(aboutY: -.pi / 2)) <= 1e-15)
    #expect(Rotation<Double>(shortestToUnitZ: -.unitZ).quaternion == Quaternion(w: 0, x: 1, y: 0, z: 0))
    #expect(Rotation<Double>(shortestFrom: -.unitX, to: .unitX).quaternion == Quaternion(w: 0, x: 0, y: 1, z: 0))
  }

  @Test func shortestForEveryPair() {
    checkShortest(Double.self)
    checkShortest(Float.self)
  }

  private func checkShortest<Scalar: LaneElement>(_: Scalar.Type) {
    let rounding = Scalar.ulpOfOne
    let offsets = [0, 1e-300, 1e-30, 1e-17, 1e-16, 1e-15, 1e-12, 1e-9, 1e-7, 1e-4, 0.1, 1]
    for a in awkwardRotations(Scalar.self) {
      let source = a.rotation.rotate(vector(0.0, 0.28, -0.96))
      for sign in [1.0, -1.0] {
        for offset in offsets {
          let shift = a.rotation.rotate(vector(offset, 0.0, 0.0))
          let target = source * number(sign) + shift
          let rotation = Rotation(shortestFrom: source * 3, to: target)
          let (start, end) = (source * (1 / source.length), target * (1 / target.length))
          // Two normalisations and the turn round each coordinate about eight times.
          #expect((rotation.rotate(start) - end).length <= 8 * rounding, "\(a), \(sign), \(offset)")
          #expect(abs(rotation.quaternion.squaredNorm - 1) <= 6 * rounding, "\(a), \(sign), \(offset)")
          // Shortest: the axis is at a right angle to both directions.
          #expect(abs(rotation.quaternion.vector.dot(start)) <= 4 * rounding, "\(a), \(sign), \(offset)")
        }
      }
    }
  }

  @Test func triadByHand() throws {
    // Level, nose to the east: the body's x is east, y is north, z is up.
    let up = DirectionPair<Double>(reference: .unitZ, body: .unitZ)
    let level = try #require(
      Rotation(triad: up, secondary: DirectionPair(reference: vector(0.0, 0.4, -0.9), body: vector(0.0, 0.4, -0.9))))
    #expect(level.angle <= 1e-15)
    // Nose to the north: the field, north and down, is seen forward and down.
    let north = try #require(
      Rotation(triad: up, secondary: DirectionPair(reference: vector(0.0, 0.4, -0.9), body: vector(0.4, 0.0, -0.9))))
    #expect(north.angle(to: Rotation(aboutZ: .pi / 2)) <= 1e-15)
  }

  @Test func triadFindsEveryAttitude() throws {
    let (first, second): (Vector3<Double>, Vector3<Double>) = (vector(0.1, -0.2, 9.8), vector(1.0, 20.0, -40.0))
    for a in awkwardRotations(Double.self) {
      let back = a.rotation.inverse
      let pairs = [first, second].map { DirectionPair(reference: $0, body: back.rotate($0) * 7) }
      #expect(try #require(Rotation(triad: pairs[0], secondary: pairs[1])).angle(to: a.rotation) <= 3e-15, "\(a)")
      // A wrong secondary direction may turn the answer about the primary one, but not tilt it.
      let wrong = DirectionPair(reference: second, body: back.rotate(second) + vector(3.0, -5.0, 2.0))
      let tilted = try #require(Rotation(triad: pairs[0], secondary: wrong))
      let unit = try #require(first.normalized)
      #expect((tilted.rotate(back.rotate(unit)) - unit).length <= 3e-15, "\(a)")
    }
  }

  @Test func triadWithoutAnAnswer() {
    let up = DirectionPair<Double>(reference: .unitZ, body: .unitZ)
    let bad: [Vector3<Double>] = [.zero, .unitZ * 3, -.unitZ, vector(1e-14, 0.0, 1.0), vector(.nan, 0.0, 0.0)]
    for direction in bad {
      #expect(Rotation(triad: up, secondary: DirectionPair(reference: .unitX, body: direction)) == nil)
      #expect(Rotation(triad: up, secondary: DirectionPair(reference: direction, body: .unitX)) == nil)
    }
    #expect(Rotation(triad: DirectionPair(reference: .zero, body: .unitZ), secondary: up) == nil)
  }
}
