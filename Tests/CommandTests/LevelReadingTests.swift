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

@Suite struct LevelDialTests {
  func lines(angle: Double?, gravity: Vector3<Double> = Vector3(x: 0, y: -1, z: 0)) -> [String] {
    LevelDial(
      reading: LevelReading(timestamp: Timestamp(nanoseconds: 0), angle: angle, gravity: gravity, orientation: .faceUp)
    ).lines
  }

  /// The dots of the picture, as (column, row).
  func dots(_ lines: [String]) -> Set<[Int]> {
    let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    var dots: Set<[Int]> = []
    for (row, line) in lines.enumerated() {
      for (column, scalar) in line.unicodeScalars.prefix(20).enumerated() {
        for dot in 0..<8 where scalar.value >= 0x2800 && (scalar.value - 0x2800) & bits[dot] != 0 {
          dots.insert([2 * column + dot % 2, 4 * row + dot / 2])
        }
      }
    }
    return dots
  }

  @Test func theNeedlePointsUp() {
    // At 0 up is the top of the screen, at 90 its right side, at 225 the lower left.
    for (angle, inside, outside) in [
      (0.0, [20, 10], [30, 20]), (90, [30, 20], [20, 10]), (225, [13, 27], [20, 10]),
    ] {
      let picture = dots(lines(angle: angle))
      #expect(picture.contains(inside), "\(angle)")
      #expect(!picture.contains(outside), "\(angle)")
    }
  }

  @Test func theBubbleGoesToTheRaisedSide() {
    let picture = dots(lines(angle: nil, gravity: Vector3(x: -0.5, y: 0, z: -0.75.squareRoot())))
    // The right side is 30° up: 30/45 of ten dots to the right of the middle.
    #expect(picture.contains([27, 20]) && !picture.contains([13, 20]) && !picture.contains([20, 27]))
  }

  @Test func itHasItsSize() {
    for angle in [nil, 0.0, 123.4, 359.9] {
      let lines = lines(angle: angle)
      #expect(lines.count == LevelDial.size.height && lines.allSatisfy { $0.count <= LevelDial.size.width })
    }
  }
}
