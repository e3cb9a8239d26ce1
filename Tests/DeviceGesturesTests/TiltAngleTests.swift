import DeviceGestures
import Rotations
import Testing

@Suite struct TiltAngleTests {
  func angle(_ x: Double, _ y: Double, _ z: Double = 0) -> Double? {
    TiltAngle(gravity: Vector3(x: x, y: y, z: z))?.degrees
  }

  @Test func anglesByHand() throws {
    let expected: [(Double, Double, Double)] = [
      (0, -1, 0), (-1, -1, 45), (-1, 0, 90), (0, 1, 180), (1, 0, 270), (1, -1, 315),
    ]
    for (x, y, degrees) in expected {
      #expect(abs(try #require(angle(x, y)) - degrees) < 1e-12)
      #expect(abs(try #require(angle(9.81 * x, 9.81 * y, 9.81)) - degrees) < 1e-12)
    }
    #expect(angle(1e-20, -1) == 0)
  }

  /// A phone in portrait that its user turns to the left, counter-clockwise, by 30°: its angle is 30°.
  @Test func turnedCounterClockwise() throws {
    let outputFromBody = Rotation(aboutZ: 30 * Double.pi / 180)
    let gravity = outputFromBody.inverse.rotate(-.unitY)
    #expect(abs(try #require(TiltAngle(gravity: gravity)).degrees - 30) < 1e-12)
  }

  @Test func flatHasNoAngle() {
    #expect(angle(0, 0, -1) == nil)
    #expect(angle(0.08, 0, -1) == nil)
    #expect(angle(-0.09, 0, -1) == 90)
    #expect(angle(0, 0, 0) == nil)
    #expect(angle(.nan, -1) == nil)
    #expect(TiltAngle(gravity: Vector3(x: 0.001, y: 0, z: -1.0), sineWhenFlat: 0) != nil)
  }

  @Test func anglesStayInTheirRange() {
    for degrees in stride(from: -1000.0, through: 1000, by: 0.5) {
      let wide = TiltAngle(radians: degrees * .pi / 180)
      let single = TiltAngle(radians: Float(degrees * .pi / 180))
      #expect(wide.degrees >= 0 && wide.degrees < 360 && wide.radians < 2 * .pi)
      #expect(single.degrees >= 0 && single.degrees < 360 && single.radians < 2 * .pi)
      let expected = degrees - 360 * (degrees / 360).rounded(.down)
      let difference = abs(wide.degrees - expected)
      #expect(min(difference, 360 - difference) < 1e-9)
    }
    for tiny in [-1e-20, -1e-16, -0.0] { #expect(TiltAngle(radians: tiny).degrees < 360) }
  }

  func dial(_ ratio: Double) -> SpringDial<Double> {
    var dial = SpringDial<Double>(frequency: 1, dampingRatio: ratio)
    dial.update(towards: TiltAngle(radians: 1), interval: 0.1)
    return dial
  }

  /// A critically damped spring of ω = 2π/s that starts 1 rad away: (1 + ωt) e^-ωt after t, and -ω² t e^-ωt for the rate.
  @Test func criticallyDampedByHand() {
    var dial = dial(1)
    #expect(dial.angle.radians == 1 && dial.rate == 0)
    dial.update(towards: TiltAngle(radians: 0), interval: 1 / (2 * .pi))
    #expect(abs(dial.angle.radians - 2 * 0.367879441171442) < 1e-14)
    #expect(abs(dial.rate - -2 * .pi * 0.367879441171442) < 1e-13)
    // The documentation's 90 % in 0.62 s.
    dial = self.dial(1)
    #expect(abs(dial.update(towards: TiltAngle(radians: 0), interval: 0.62).radians - 0.1) < 0.002)
  }

  /// Undamped, half a period turns 1 rad above to 1 rad below, at rest.
  @Test func undampedByHand() {
    var dial = dial(0)
    dial.update(towards: TiltAngle(radians: 0.25), interval: 0.25)
    #expect(abs(dial.angle.radians - 0.25) < 1e-14 && abs(dial.rate - -2 * .pi * 0.75) < 1e-13)
    dial.update(towards: TiltAngle(radians: 0.25), interval: 0.25)
    #expect(abs(dial.angle.degrees - (360 - 0.5 * 180 / .pi)) < 1e-11 && abs(dial.rate) < 1e-13)
  }

  @Test(arguments: [0, 0.2, 0.7, 0.999, 1])
  func partsOfAStepAreTheStep(ratio: Double) {
    for parts in [[0.1, 0.1], [0.001, 0.199], Array(repeating: 0.002, count: 100)] {
      var (whole, inParts) = (dial(ratio), dial(ratio))
      whole.update(towards: TiltAngle(radians: 3), interval: 0.05)
      inParts.update(towards: TiltAngle(radians: 3), interval: 0.05)
      whole.update(towards: TiltAngle(radians: 2), interval: 0.2)
      for part in parts { inParts.update(towards: TiltAngle(radians: 2), interval: part) }
      #expect(abs(whole.angle.radians - inParts.angle.radians) < 1e-11)
      #expect(abs(whole.rate - inParts.rate) < 1e-10)
    }
  }

  @Test func goesTheShortWayRoundAndArrives() {
    for (from, to) in [(350.0, 10.0), (10, 350), (0, 179), (181, 0), (90, 90)] {
      for ratio in [0.3, 1] {
        var dial = SpringDial<Double>(frequency: 1.5, dampingRatio: ratio)
        dial.update(towards: TiltAngle(radians: from * .pi / 180), interval: 0)
        var (last, travelled) = (from, 0.0)
        for _ in 0..<1000 {
          let degrees = dial.update(towards: TiltAngle(radians: to * .pi / 180), interval: 0.01).degrees
          travelled += ((degrees - last) * .pi / 180).wrappedToHalfTurn() * 180 / .pi
          last = degrees
        }
        let short = ((to - from) * .pi / 180).wrappedToHalfTurn() * 180 / .pi
        #expect(abs(travelled - short) < 1e-4)
      }
    }
  }

  @Test func longAndWrongIntervals() {
    var dial = dial(1)
    for interval in [0, -1, Double.nan, .infinity] {
      #expect(dial.update(towards: TiltAngle(radians: 2), interval: interval).radians == 1)
    }
    dial.update(towards: TiltAngle(radians: 2), interval: 1e6)
    #expect(abs(dial.angle.radians - 2) < 1e-9 && abs(dial.rate) < 1e-9)
  }
}
