import MotionSamples
import Rotations
import Testing

@testable import CardanCommand

@Suite struct LevelReadingTests {
  func reading(angle: Double?, gravity: Vector3<Double> = Vector3(x: 0, y: -1, z: 0)) -> LevelReading {
    LevelReading(
      timestamp: Timestamp(nanoseconds: 1_500_000_000), angle: angle, gravity: gravity, orientation: .portrait)
  }

  @Test func theBubbleMovesWithTheAngle() {
    #expect(reading(angle: 0).bar(width: 9) == "    *    ")
    #expect(reading(angle: 359.8).bar(width: 9) == "    *    ")
    #expect(reading(angle: 22.5).bar(width: 9) == "    | o  ")
    #expect(reading(angle: 90 - 22.5).bar(width: 9) == "  o |    ")
    #expect(reading(angle: 44.9).bar(width: 9) == "    |   o")
    #expect(reading(angle: 315.1).bar(width: 9) == "o   |    ")
  }

  @Test func slopesAreThoseOfTheRaisedSide() {
    // Gravity towards the left: the right side is up.
    let slopes = reading(angle: nil, gravity: Vector3(x: -0.5, y: 0, z: -0.75.squareRoot())).slopes
    #expect(abs(slopes.x - 30) < 1e-9 && slopes.y == 0)
    #expect(reading(angle: nil, gravity: .zero).slopes == (0, 0))
  }

  @Test func linesFitAndAreReadable() {
    let text = reading(angle: 12.34).plainText
    #expect(text == "1.500 s  angle  12.3 deg  slope x  +0.0 y +90.0 deg  portrait")
    for width in 1..<120 { #expect(reading(angle: 12.34).terminalText(width: width).count < max(width, 1)) }
    #expect(reading(angle: nil).terminalText(width: 100).contains("angle     - deg"))
  }
}
