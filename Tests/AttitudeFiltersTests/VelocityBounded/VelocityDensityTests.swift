import Rotations
import Testing

@testable import AttitudeFilters

private let degree = Double.pi / 180

/// The odds of an acceleration against a wrong tilt, by hand (TheDefaultFilter.md, equation 29).
@Suite struct VelocityDensityTests {
  /// Ten seconds of steps.
  private let steps = 200
  /// What odds with a memory of 10 s reach in these of their growth in 10 s: 1 - 0.995²⁰⁰.
  private let reached = 0.63304

  @Test func anAccelerationLengthensTheForceAndAWrongTiltDoesNot() {
    func odds(_ force: Vector3<Double>) -> Double {
      var density = VelocityDensity(VelocityBoundedParameters<Double>())
      for _ in 0..<steps { density.judgeTilt(force, 0.05) }
      return density.logOdds
    }
    // 3 m/s² lengthen the force by 0.448465 m/s². A tilt of 17.8° has the same level part, and 0.469973 m/s² less height.
    #expect(abs(odds(Vector3(x: 3, y: 0, z: 9.81)) - reached * 10 * 0.448465 / 0.6) < 1e-3)
    #expect(abs(odds(Vector3(x: 3, y: 0, z: 9.340027)) + reached * 10 * 0.469973 / 0.6) < 1e-3)
  }

  @Test func aTiltIsAsKnownAsItsVarianceSays() {
    func odds(deviation: Double, lasting: Double = 0, rate: Double = 0) -> Double {
      var density = VelocityDensity(VelocityBoundedParameters<Double>())
      density.lastingForce.y = lasting
      density.squaredRate = (rate * degree).squared
      var share = 0.0
      for _ in 0..<steps {
        share = density.judgeKnownTilt(Vector3(x: 0, y: 3, z: 9.81), variance: (deviation * degree).squared, 0.05)
      }
      #expect(density.tiltShare == 0.5 && share <= 0.5, "what a wrong tilt opens stays")
      #expect((density.logOddsOfKnownTilt > 0) == (share < 0.5))
      return density.logOddsOfKnownTilt
    }
    // With the least of 1°, a deviation of 1° explains 0.117 (m/s²)² of the 9, one of 10° 5.922, one of 13° 9.967.
    #expect(abs(odds(deviation: 1) - reached * 2) < 1e-4, "no more than twice the variance counts")
    #expect(abs(odds(deviation: 10) - reached * 0.519860) < 1e-4)
    #expect(odds(deviation: 13) == 0)
    // A force of 0.8 m/s² that lasts is a wrong bias rather than an acceleration; 50°/s take 1/16 each second.
    #expect(abs(odds(deviation: 1, lasting: -0.8) - reached * 2 / 4) < 1e-4)
    #expect(abs(odds(deviation: 1, rate: 50) - reached * 1.375) < 1e-4)
    #expect(odds(deviation: 1, rate: 100) == 0)
  }
}
