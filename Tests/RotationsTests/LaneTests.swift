import Rotations
import TestSupport
import Testing

/// A lane holds the same bits as the scalar, for every kind of lanes.
struct LaneTests {
  @Test func elementaryFunctionsInDoubleLanes() {
    expectLanesEqualScalars(DoubleBy8<AnyProcessor>.self)
  }

  @Test func elementaryFunctionsInFloatLanes() {
    expectLanesEqualScalars(FloatBy16<AnyProcessor>.self)
  }

  private func expectLanesEqualScalars<Backend: LaneBackend>(_: Backend.Type) {
    typealias Element = Backend.Element
    typealias Lanes = Rotations.Lanes<Backend>
    let values = inputs(Element.self)
    let unary: [(String, (Lanes) -> Lanes, (Element) -> Element)] = [
      ("sine", { Lanes.sineAndCosine($0).sine }, { Element.sineAndCosine($0).sine }),
      ("cosine", { Lanes.sineAndCosine($0).cosine }, { Element.sineAndCosine($0).cosine }),
      ("arc sine", { Lanes.arcSine($0) }, { Element.arcSine($0) }),
      ("arc cosine", { Lanes.arcCosine($0) }, { Element.arcCosine($0) }),
      ("exponential", { Lanes.exponential($0) }, { Element.exponential($0) }),
      ("wrapped", { $0.wrappedToHalfTurn() }, { $0.wrappedToHalfTurn() }),
      ("rounded", { $0.roundedToNearest() }, { $0.roundedToNearest() }),
      ("absolute value", { $0.absoluteValue }, { $0.absoluteValue }),
      ("clamped", { $0.clamped(-0.5, 2.0) }, { $0.clamped(-0.5, 2.0) }),
      ("square root", { $0.squareRoot() }, { $0.squareRoot() }),
    ]
    for start in stride(from: 0, to: values.count, by: Lanes.count) {
      var (lanes, others) = (Lanes(repeating: 0), Lanes(repeating: 0))
      for lane in 0..<Lanes.count {
        lanes[lane] = values[(start + lane) % values.count]
        others[lane] = values[(start + 7 * lane + 3) % values.count]
      }
      for (name, ofLanes, ofScalar) in unary {
        let result = ofLanes(lanes)
        for lane in 0..<Lanes.count {
          #expect(isSame(result[lane], ofScalar(lanes[lane])), "\(name) of \(lanes[lane])")
        }
      }
      let angle = Lanes.arcTangent(y: lanes, x: others)
      let sum = Lanes.multiplyAdd(lanes, others, lanes)
      let greater = larger(lanes, others)
      for lane in 0..<Lanes.count {
        let (y, x) = (lanes[lane], others[lane])
        #expect(isSame(angle[lane], Element.arcTangent(y: y, x: x)), "arc tangent of \(y) and \(x)")
        #expect(isSame(sum[lane], Element.multiplyAdd(y, x, y)), "multiplyAdd of \(y) and \(x)")
        #expect(isSame(greater[lane], larger(y, x)), "maximum of \(y) and \(x)")
      }
    }
  }

  /// As generic code sees it; `Double.maximum` by itself is that of the standard library.
  private func larger<Number: RealLanes>(_ left: Number, _ right: Number) -> Number { Number.maximum(left, right) }

  private func inputs<Element: LaneElement>(_: Element.Type) -> [Element] {
    var generator = SplitMix64(seed: 5)
    var values: [Element] = [
      0, -0.0, 1, -1, 0.5, -0.5, .pi, -.pi, .pi / 2, -.pi / 2, 1e-30, -1e-30, 1e6, -1e6, 3e38, -3e38, .infinity,
      -.infinity, .nan, .leastNonzeroMagnitude, .ulpOfOne,
    ]
    for _ in 0..<400 { values.append(number(generator.signedUnit() * 10)) }
    for _ in 0..<200 { values.append(number(generator.signedUnit())) }
    return values
  }

  /// The same number with the same sign of zero, or both not a number.
  private func isSame<Element: LaneElement>(_ left: Element, _ right: Element) -> Bool {
    left.isNaN ? right.isNaN : left == right && left.sign == right.sign
  }

  @Test func modifyTouchesOnlyItsLanes() {
    let start = DoubleLanes([0, 1, 2, 3, 4, 5, 6, 7])
    var some = start
    some.modify(where: start .> 4.5) { $0 *= 10.0 }
    #expect(some == DoubleLanes([0, 1, 2, 3, 4, 50, 60, 70]))
    var every = start
    every.modify(where: start .>= 0.0) { $0 += 1.0 }
    #expect(every == start + DoubleLanes(1))
    var none = start
    none.modify(where: start .< 0.0) { _ in Issue.record("no lane needs it") }
    #expect(none == start)
    var scalar = 3.0
    scalar.modify(where: false) { _ in Issue.record("the lane does not need it") }
    scalar.modify(where: true) { $0 = 4 }
    #expect(scalar == 4)
  }

  @Test func modifyOfAWholeRotation() {
    var rotation = Rotation<DoubleLanes>.identity
    let chosen = DoubleLanes([0, 1, 0, 0, 0, 0, 0, 1]) .== 1.0
    rotation.modify(where: chosen) { $0 = Rotation(aboutZ: .pi * 0.5) }
    let turned = rotation.rotate(Vector3.unitX)
    #expect(turned.x[0] == 1 && turned.y[0] == 0)
    #expect(abs(turned.x[1]) < 1e-15 && abs(turned.y[1] - 1) < 1e-15)
    #expect(turned.x[6] == 1 && abs(turned.y[7] - 1) < 1e-15)
  }

  @Test func masks() {
    typealias Mask = DoubleLanes.Mask
    let low = DoubleLanes([0, 1, 2, 3, 4, 5, 6, 7]) .< 4.0
    let even = DoubleLanes([0, 1, 0, 1, 0, 1, 0, 1]) .== 0.0
    #expect((low .& even) == Mask([true, false, true, false, false, false, false, false]))
    #expect((low .| even) == Mask([true, true, true, true, true, false, true, false]))
    #expect((.!low) == Mask([false, false, false, false, true, true, true, true]))
    #expect(low.isTrueInAnyLane && !low.isTrueInEveryLane)
    #expect(Mask(repeating: true).isTrueInEveryLane && !Mask(repeating: false).isTrueInAnyLane)
    #expect(low.replacing(with: even, where: .!low) == (low .| even))
    #expect((true .& false) == false && (true .| false) == true && (.!true) == false)
    #expect(true.isTrueInEveryLane && !false.isTrueInAnyLane)
  }

  @Test func notANumberIsNotFinite() {
    let values = DoubleLanes([0, 1, .infinity, -.infinity, .nan, 1e308, -0.0, .leastNonzeroMagnitude])
    #expect(
      values.isFiniteInLane == DoubleLanes.Mask([true, true, false, false, false, true, true, true]))
  }

  @Test func rotationsInLanesAreThoseOfScalars() {
    let rotations = awkwardRotations(Double.self).map(\.rotation)
    for start in stride(from: 0, to: rotations.count, by: 8) {
      var ones: [Rotation<Double>] = []
      var others: [Rotation<Double>] = []
      for lane in 0..<8 {
        ones.append(rotations[(start + lane) % rotations.count])
        others.append(rotations[(start + 11 * lane + 5) % rotations.count])
      }
      let (left, right) = (packed(ones), packed(others))
      let vectors = left.rotationVector
      let source = left.rotate(.unitX)
      let target = right.rotate(.unitX)
      let between = left.slerp(to: right, fraction: 0.25)
      let shortest = Rotation(shortestFrom: source, to: target)
      let fromMatrix = Rotation(matrix: left.matrix)
      let jacobian = Rotation.leftJacobian(at: vectors)
      let inverseJacobian = Rotation.inverseRightJacobian(at: vectors)
      for lane in 0..<8 {
        let vector = ones[lane].rotationVector
        let (scalarSource, scalarTarget) = (ones[lane].rotate(.unitX), others[lane].rotate(.unitX))
        #expect(self.lane(lane, of: vectors) == vector)
        #expect(self.lane(lane, of: between) == ones[lane].slerp(to: others[lane], fraction: 0.25).quaternion)
        #expect(
          self.lane(lane, of: shortest) == Rotation(shortestFrom: scalarSource, to: scalarTarget).quaternion)
        #expect(self.lane(lane, of: fromMatrix) == Rotation(matrix: ones[lane].matrix).quaternion)
        #expect(self.lane(lane, of: Rotation(rotationVector: vectors)) == Rotation(rotationVector: vector).quaternion)
        #expect(self.lane(lane, of: left.axis) == ones[lane].axis)
        #expect(self.lane(lane, of: jacobian.row1) == Rotation.leftJacobian(at: vector).row1)
        #expect(self.lane(lane, of: inverseJacobian.row2) == Rotation.inverseRightJacobian(at: vector).row2)
      }
    }
  }

  private func packed(_ rotations: [Rotation<Double>]) -> Rotation<DoubleLanes> {
    let parts = rotations.map(\.quaternion)
    return Rotation(
      unchecked: Quaternion(
        w: DoubleLanes(parts.map(\.w)), x: DoubleLanes(parts.map(\.x)), y: DoubleLanes(parts.map(\.y)),
        z: DoubleLanes(parts.map(\.z))))
  }

  private func lane(_ lane: Int, of vector: Vector3<DoubleLanes>) -> Vector3<Double> {
    Vector3(x: vector.x[lane], y: vector.y[lane], z: vector.z[lane])
  }

  private func lane(_ lane: Int, of rotation: Rotation<DoubleLanes>) -> Quaternion<Double> {
    let q = rotation.quaternion
    return Quaternion(w: q.w[lane], x: q.x[lane], y: q.y[lane], z: q.z[lane])
  }
}
