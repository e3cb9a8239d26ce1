import DeviceGestures
import MotionSamples
import Rotations
import Testing

@Suite struct DeviceOrientationTests {
  /// Gravity in device axes, as Core Motion has it, for each position.
  static let gravity: [(DeviceOrientation, Vector3<Double>)] = [
    (.portrait, -.unitY), (.portraitUpsideDown, .unitY), (.landscapeLeft, -.unitX), (.landscapeRight, .unitX),
    (.faceUp, -.unitZ), (.faceDown, .unitZ),
  ]

  @Test func valuesAreThoseOfUIKit() {
    #expect(DeviceOrientation.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    #expect(DeviceOrientation.allCases.filter(\.isPortrait) == [.portrait, .portraitUpsideDown])
    #expect(DeviceOrientation.allCases.filter(\.isLandscape) == [.landscapeLeft, .landscapeRight])
    #expect(DeviceOrientation.allCases.filter(\.isFlat) == [.faceUp, .faceDown])
    #expect(Set(DeviceOrientation.allCases.map(\.name)).count == 7)
  }

  @Test(arguments: gravity)
  func positionsByTheSignsOfCoreMotion(expected: DeviceOrientation, gravity: Vector3<Double>) {
    var classifier = DeviceOrientationClassifier<Double>()
    #expect(classifier.orientation == .unknown)
    // At rest Core Motion's acceleration is its gravity, in g; specific force is the opposite, in m/s².
    let force = gravity * -.standardGravity
    #expect(classifier.update(specificForce: force, interval: 0) == expected)
    #expect(classifier.update(specificForce: force, interval: 0.01) == nil)
    #expect(classifier.orientation == expected)
    var single = DeviceOrientationClassifier<Float>()
    let singleForce = Vector3(x: Float(force.x), y: Float(force.y), z: Float(force.z))
    #expect(single.update(specificForce: singleForce, interval: 0) == expected)
  }

  /// From every position to every other and back, slowly and fast: one change each where the way leads by no third one.
  @Test(arguments: [0.25, 1, 5])
  func turnsGiveTheChangesOnTheWay(duration: Double) {
    for (first, from) in Self.gravity {
      for (second, to) in Self.gravity where first != second && from.dot(to) == 0 {
        var motion = HandMotion(up: -from)
        motion.hold(1)
        motion.turn(to: -to, in: duration)
        motion.hold(1)
        motion.turn(to: -from, in: duration)
        motion.hold(1)
        var classifier = DeviceOrientationClassifier<Double>()
        let changes = motion.events { classifier.update(specificForce: $0, interval: $1) }.map(\.event)
        #expect(changes == [first, second, first], "\(first) \(second)")
      }
    }
  }

  /// It changes beyond 55° from the old position and not before, in both directions: a hysteresis of 20°.
  @Test func hysteresis() {
    func force(_ degrees: Double) -> Vector3<Double> {
      Rotation(aboutZ: degrees * .pi / 180).rotate(.unitY) * .standardGravity
    }
    var classifier = DeviceOrientationClassifier<Double>()
    var changes: [Double: DeviceOrientation] = [:]
    for degrees in Array(stride(from: 0.0, through: 90, by: 1)) + Array(stride(from: 89.5, through: 0, by: -1)) {
      for _ in 0..<500 {
        if let change = classifier.update(specificForce: force(degrees), interval: 0.01) { changes[degrees] = change }
      }
    }
    // Turned to the left, up lies along -x: landscapeRight.
    #expect(changes == [0: .portrait, 56: .landscapeRight, 34.5: .portrait])
  }

  @Test func tremblingBetweenPositionsDoesNotFlicker() {
    var motion = HandMotion(up: .unitY)
    motion.hold(1)
    motion.up = Vector3(x: 0.7071, y: 0.7071, z: 0)
    motion.hold(20) { Vector3(x: 3, y: -3, z: 1) * Double.sineAndCosine(40 * $0).sine }
    var classifier = DeviceOrientationClassifier<Double>()
    #expect(motion.events { classifier.update(specificForce: $0, interval: $1) }.count == 1)
  }

  @Test func unknownWhereThereIsNoGravity() {
    var motion = HandMotion(up: .unitZ)
    motion.up = .zero
    motion.hold(0.5)
    motion.up = .unitZ
    motion.hold(1)
    motion.up = .zero
    motion.hold(3)
    motion.up = .unitZ * 3
    motion.hold(3)
    motion.up = .unitZ
    motion.hold(1)
    var classifier = DeviceOrientationClassifier<Double>()
    let changes = motion.events { classifier.update(specificForce: $0, interval: $1) }
    #expect(changes.map(\.event) == [.faceUp, .unknown, .faceUp])
    // It falls from 1.5 s on, and a second must pass.
    #expect(abs(changes[1].time - 2.5) < 0.02)
  }

  @Test func readingsThatAreNoneChangeNothing() {
    var classifier = DeviceOrientationClassifier<Double>()
    classifier.update(specificForce: .unitZ * .standardGravity, interval: 0.01)
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(classifier.update(specificForce: Vector3(x: value, y: 0, z: 0), interval: value) == nil)
    }
    #expect(classifier.orientation == .faceUp)
    #expect(classifier.update(specificForce: .absent, interval: 2) == .unknown)
  }
}
