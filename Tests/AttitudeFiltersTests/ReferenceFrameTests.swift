import AttitudeFilters
import Rotations
import Testing

@Suite struct ReferenceFrameTests {
  let east = Vector3<Double>.unitX
  let north = Vector3<Double>.unitY
  let up = Vector3<Double>.unitZ
  /// A quarter turn about x: body y points up, and Core Motion's yaw has no value.
  let upright = Rotation(unchecked: Quaternion(w: 0.5.squareRoot(), x: 0.5.squareRoot(), y: 0, z: 0))

  func turn(_ axis: Vector3<Double>, degrees: Double) -> Rotation<Double> {
    Rotation(rotationVector: axis * (degrees * .pi / 180))
  }

  /// The coordinates of east, north and up in a frame, which are 0, 1 and -1.
  func axes(of frame: ReferenceFrame) -> [[Int]] {
    let outputFromENU = frame.outputFromENU(startingAt: turn(.unitX, degrees: 20))
    return [east, north, up].map { direction in
      let output = outputFromENU.rotate(direction)
      let rounded = Vector3(x: output.x.rounded(), y: output.y.rounded(), z: output.z.rounded())
      #expect((output - rounded).length < 1e-15)
      return [Int(rounded.x), Int(rounded.y), Int(rounded.z)]
    }
  }

  @Test func axesOfTheFramesThatKnowNorth() {
    #expect(axes(of: .enu) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    #expect(axes(of: .ned) == [[0, 1, 0], [1, 0, 0], [0, 0, -1]])
    #expect(axes(of: .nwu) == [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    #expect(axes(of: .xMagneticNorthZVertical) == axes(of: .nwu))
    #expect(axes(of: .xTrueNorthZVertical) == axes(of: .nwu))
  }

  /// Core Motion's yaw.
  func yaw(_ rotation: Rotation<Double>) -> Double { EulerAngles(rotation, sequence: .zxy).first }

  @Test(arguments: [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical])
  func theArbitraryFramesStartAtZeroHeading(frame: ReferenceFrame) {
    for heading in [0.0, 30, 90, -90, 135, 180, -179] {
      for pitch in [0.0, 45, -80, 89] {
        for roll in [0.0, -60, 90, 170] {
          let pose =
            turn(.unitZ, degrees: heading) * turn(.unitX, degrees: pitch) * turn(.unitY, degrees: roll)
          let outputFromENU = frame.outputFromENU(startingAt: pose)
          // At a pitch of 89° a few roundings of 1e-16 grow by 1 / cos 89°, which is 57.
          #expect(abs(yaw(outputFromENU * pose)) < 1e-13)
          #expect((outputFromENU.rotate(up) - up).length < 1e-15)
        }
      }
    }
  }

  @Test func theArbitraryFrameByHand() {
    // A device that lies flat with its top, +y, to the east: turned by -90° from ENU.
    let pose = turn(.unitZ, degrees: -90)
    let outputFromENU = ReferenceFrame.xArbitraryZVertical.outputFromENU(startingAt: pose)
    // Its right side, +x, points south; that is the x axis of the output, and east is y.
    #expect((outputFromENU.rotate(-north) - .unitX).length < 1e-15)
    #expect((outputFromENU.rotate(east) - .unitY).length < 1e-15)
    #expect((outputFromENU * pose).angle < 1e-15)
    // Later it turns left by 30°, and that is what the output says.
    let later = turn(.unitZ, degrees: -60)
    #expect(abs(yaw(outputFromENU * later) - .pi / 6) < 1e-15)
  }

  @Test func aDeviceUprightAtTheStartHasItsXAxisOnX() {
    // Turned so that body x points north.
    let outputFromENU = ReferenceFrame.xArbitraryZVertical.outputFromENU(
      startingAt: turn(.unitZ, degrees: 90) * upright)
    #expect((outputFromENU.rotate(north) - .unitX).length < 1e-15)
  }

  /// In Auckland magnetic north lies 20° east of true north. A body whose x axis points to magnetic north then has a true
  /// heading of 20°, clockwise from north; yaw counts the other way where z is up.
  @Test func trueNorthByHand() {
    let declination = 20 * Double.pi / 180
    let (sine, cosine) = (0.342020143325669, 0.939692620785908)
    let magneticNorth: [(ReferenceFrame, Vector3<Double>)] = [
      (.enu, Vector3(x: sine, y: cosine, z: 0)), (.ned, Vector3(x: cosine, y: sine, z: 0)),
      (.nwu, Vector3(x: cosine, y: -sine, z: 0)), (.xTrueNorthZVertical, Vector3(x: cosine, y: -sine, z: 0)),
      (.xMagneticNorthZVertical, .unitX),
    ]
    let xToMagneticNorth = turn(.unitZ, degrees: 90)
    for (frame, expected) in magneticNorth {
      let outputFromENU = frame.outputFromENU(startingAt: .identity, declination: declination)
      #expect((outputFromENU.rotate(north) - expected).length < 1e-14)
      #expect(((outputFromENU * xToMagneticNorth).rotate(.unitX) - expected).length < 1e-14)
      #expect(abs(abs(outputFromENU.rotate(up).z) - 1) < 1e-15)
    }
    let output = ReferenceFrame.xTrueNorthZVertical.outputFromENU(startingAt: .identity, declination: declination)
    #expect(abs(yaw(output * xToMagneticNorth) - -declination) < 1e-14)
    let down = Rotation(aboutX: Double.pi)
    let aviation = ReferenceFrame.ned.outputFromENU(startingAt: .identity, declination: declination)
    #expect(abs(EulerAngles(aviation * xToMagneticNorth * down).yaw - declination) < 1e-14)
  }

  @Test(arguments: [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical, .xMagneticNorthZVertical])
  func framesWithoutTrueNorthDoNotLookAtTheDeclination(frame: ReferenceFrame) {
    let pose = turn(.unitZ, degrees: 40)
    let (with, without) = (
      frame.outputFromENU(startingAt: pose, declination: 0.3), frame.outputFromENU(startingAt: pose)
    )
    #expect(with.angle(to: without) == 0)
    #expect(!frame.takesDeclination)
  }

  @Test func whichFramesUseTheMagnetometer() {
    #expect(ReferenceFrame.allCases.filter { !$0.usesMagnetometer } == [.xArbitraryZVertical])
    #expect(
      ReferenceFrame.allCases.filter { $0.startsAtZeroHeading }
        == [.xArbitraryZVertical, .xArbitraryCorrectedZVertical])
  }

  @Test func namesAreReadBack() {
    for frame in ReferenceFrame.allCases { #expect(ReferenceFrame(name: frame.name) == frame) }
    #expect(Set(ReferenceFrame.allCases.map(\.name)).count == 7)
    #expect(ReferenceFrame(name: "x-arbitrary-corrected-z-vertical") == .xArbitraryCorrectedZVertical)
    #expect(ReferenceFrame(name: "ENU") == nil)
    #expect(ReferenceFrame(name: "") == nil)
  }

  @Test func lanesEqualTheScalar() {
    let pose = turn(.unitZ, degrees: 40) * turn(.unitX, degrees: 10)
    let frame = ReferenceFrame.xArbitraryZVertical
    let (q, u) = (pose.quaternion, upright.quaternion)
    let lanes = Rotation<DoubleLanes>(
      unchecked: Quaternion(
        w: DoubleLanes([q.w, q.w, q.w, u.w, q.w, q.w, q.w, q.w]),
        x: DoubleLanes([q.x, q.x, q.x, u.x, q.x, q.x, q.x, q.x]),
        y: DoubleLanes([q.y, q.y, q.y, u.y, q.y, q.y, q.y, q.y]),
        z: DoubleLanes([q.z, q.z, q.z, u.z, q.z, q.z, q.z, q.z])))
    let wide = frame.outputFromENU(startingAt: lanes).quaternion
    for (lane, scalar) in [(0, frame.outputFromENU(startingAt: pose)), (3, frame.outputFromENU(startingAt: upright))] {
      #expect(wide.w[lane] == scalar.quaternion.w && wide.z[lane] == scalar.quaternion.z)
    }
  }
}
