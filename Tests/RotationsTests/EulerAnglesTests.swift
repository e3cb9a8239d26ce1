import Foundation
import Rotations
import Testing

/// All twelve sequences, with and without gimbal lock.
struct EulerAnglesTests {
  @Test func handExamples() {
    // Yaw turns x towards y, pitch z towards x (FLU: nose down), roll y towards z.
    expectTurn(EulerAngles(yaw: .pi / 2, pitch: 0, roll: 0), .unitX, .unitY)
    expectTurn(EulerAngles(yaw: 0, pitch: .pi / 2, roll: 0), .unitX, -.unitZ)
    expectTurn(EulerAngles(yaw: 0, pitch: 0, roll: .pi / 2), .unitY, .unitZ)
    // Yaw 90 and then roll 90 about the new x: the body's y, first pointing to -x, comes up.
    expectTurn(EulerAngles(yaw: .pi / 2, pitch: 0, roll: .pi / 2), .unitY, .unitZ)
    expectTurn(EulerAngles(yaw: .pi / 2, pitch: 0, roll: .pi / 2), .unitZ, .unitX)
    // z-x-z: 90 about z, 90 about the new x: the body's z, along z, goes to +x.
    expectTurn(EulerAngles(first: .pi / 2, second: .pi / 2, third: 0.3, sequence: .zxz), .unitZ, .unitX)
  }

  private func expectTurn(
    _ angles: EulerAngles<Double>, _ body: Vector3<Double>, _ reference: Vector3<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((Rotation(angles).rotate(body) - reference).length <= 1e-15, sourceLocation: sourceLocation)
  }

  @Test func namedAngles() {
    let angles = EulerAngles(Rotation(EulerAngles<Double>(yaw: 0.3, pitch: -0.4, roll: 0.5)))
    #expect(angles.sequence == .zyx && !angles.isGimbalLocked)
    #expect(abs(angles.yaw - 0.3) <= 2e-16 && abs(angles.pitch + 0.4) <= 2e-16 && abs(angles.roll - 0.5) <= 2e-16)
    #expect(angles.yaw == angles.first && angles.pitch == angles.second && angles.roll == angles.third)
  }

  @Test func anglesOfAPhone() throws {
    // A recorded row of a phone whose pitch is about x and roll about y (z-x'-y″), printed with six digits.
    let quaternion = Quaternion(w: 0.955005, x: 0.229547, y: 0.004821, z: 0.187752)
    let angles = EulerAngles(try #require(Rotation(normalizing: quaternion)), sequence: .zxy)
    #expect(abs(angles.first - 0.408170) <= 2e-6)
    #expect(abs(angles.second - 0.455874) <= 2e-6)
    #expect(abs(angles.third + 0.085850) <= 2e-6)
  }

  @Test(arguments: EulerSequence.allCases)
  func axesOfTheName(sequence: EulerSequence) {
    let letters = ["x", "y", "z"]
    let (first, second, third) = sequence.axes
    #expect(letters[first] + letters[second] + letters[third] == "\(sequence)")
    #expect(sequence.isProper == (first == third))
  }

  @Test(arguments: EulerSequence.allCases)
  func rotationSurvivesTheRoundTrip(sequence: EulerSequence) {
    checkRoundTrip(Double.self, sequence)
    checkRoundTrip(Float.self, sequence)
  }

  private func checkRoundTrip<Scalar: LaneElement>(_: Scalar.Type, _ sequence: EulerSequence) {
    for a in awkwardRotations(Scalar.self) + randomRotations(200, seed: 11) {
      let angles = EulerAngles(a.rotation, sequence: sequence)
      #expect(Rotation(angles).angle(to: a.rotation) <= 40 * Scalar.ulpOfOne, "\(a)")
      expectRange(angles)
      let negated = EulerAngles(Rotation(unchecked: -a.rotation.quaternion), sequence: sequence)
      #expect(Rotation(negated).angle(to: a.rotation) <= 40 * Scalar.ulpOfOne, "\(a)")
    }
  }

  private func expectRange<Scalar: LaneElement>(_ angles: EulerAngles<Scalar>) {
    let pi = Scalar.pi * (1 + 2 * Scalar.ulpOfOne)
    #expect(abs(angles.first) <= pi && abs(angles.third) <= pi)
    #expect(angles.sequence.isProper ? angles.second >= 0 && angles.second <= pi : abs(angles.second) <= pi / 2)
    if angles.isGimbalLocked { #expect(angles.third == 0) }
  }

  @Test(arguments: EulerSequence.allCases)
  func anglesSurviveTheRoundTrip(sequence: EulerSequence) {
    let outer: [Double] = [-3.1, -2, -0.5, 0, 1e-9, 0.7, 1.5707963, 3.1]
    let inner: [Double] = [-1.5, -1, -1e-4, 0, 0.3, 1.2, 1.5].map { sequence.isProper ? $0 + .pi / 2 : $0 }
    for first in outer {
      for second in inner {
        for third in outer {
          let angles = EulerAngles(first: first, second: second, third: third, sequence: sequence)
          let result = EulerAngles(Rotation(angles), sequence: sequence)
          // 0.07 rad from gimbal lock errors of the outer angles grow fourteen-fold.
          #expect(abs(result.first - first) <= 2e-14, "\(angles)")
          #expect(abs(result.second - second) <= 2e-15, "\(angles)")
          #expect(abs(result.third - third) <= 2e-14, "\(angles)")
          #expect(!result.isGimbalLocked && !angles.isGimbalLocked)
        }
      }
    }
  }

  @Test(arguments: EulerSequence.allCases)
  func gimbalLock(sequence: EulerSequence) {
    for second in sequence.isProper ? [0, Double.pi] : [-Double.pi / 2, Double.pi / 2] {
      for first in [-3.0, -0.4, 0.0, 1.1, 2.9] {
        for third in [-2.0, 0.0, 0.6, 3.0] {
          let locked = EulerAngles(first: first, second: second, third: third, sequence: sequence)
          #expect(locked.isGimbalLocked)
          let result = EulerAngles(Rotation(locked), sequence: sequence)
          #expect(result.isGimbalLocked && result.third == 0, "\(locked)")
          #expect(abs(result.second - second) <= 1e-14, "\(locked)")
          #expect(Rotation(result).angle(to: Rotation(locked)) <= 1e-14, "\(locked)")
          // Near the lock the rotation is still exact, and the lock is not yet reported.
          for distance in [1e-12, 1e-9, 1e-6, 1e-3] {
            let near = EulerAngles(
              first: first, second: second > 0 ? second - distance : second + distance, third: third,
              sequence: sequence)
            let angles = EulerAngles(Rotation(near), sequence: sequence)
            #expect(!angles.isGimbalLocked, "\(near)")
            #expect(Rotation(angles).angle(to: Rotation(near)) <= 1e-14, "\(near)")
          }
        }
      }
    }
  }

  @Test func gimbalLockByHand() {
    // Nose straight down or up: only yaw - roll or yaw + roll can be told.
    let down = EulerAngles(Rotation(EulerAngles<Double>(yaw: 0.5, pitch: .pi / 2, roll: 0.2)))
    #expect(down.isGimbalLocked && abs(down.yaw - 0.3) <= 1e-15 && down.roll == 0)
    let up = EulerAngles(Rotation(EulerAngles<Double>(yaw: 0.5, pitch: -.pi / 2, roll: 0.2)))
    #expect(up.isGimbalLocked && abs(up.yaw - 0.7) <= 1e-15 && up.roll == 0)
  }

  @Test(arguments: EulerSequence.allCases)
  func extrinsicIsTheReverse(sequence: EulerSequence) {
    // Turn a vector about fixed axes, the third angle first.
    let angles = EulerAngles<Double>(first: 0.4, second: 1.1, third: -2.2, sequence: sequence)
    let axes: [Vector3<Double>] = [.unitX, .unitY, .unitZ]
    let (first, second, third) = sequence.axes
    var probe: Vector3<Double> = vector(0.2, -0.7, 0.5)
    let result = Rotation(angles).rotate(probe)
    for (axis, angle) in [(third, angles.third), (second, angles.second), (first, angles.first)] {
      // Rodrigues' formula.
      let unit = axes[axis]
      probe = probe * cos(angle) + unit.cross(probe) * sin(angle) + unit * (unit.dot(probe) * (1 - cos(angle)))
    }
    #expect((result - probe).length <= 1e-15)
  }
}
