import AttitudeFilters
import MotionSessions
import Rotations
import Testing

/// Directions, angles and products, against rows that real devices recorded and turns computed by hand.
@Suite struct AttitudeTests {
  func attitude(
    _ rotation: Rotation<Double>, _ frame: ReferenceFrame? = .xMagneticNorthZVertical
  ) -> Attitude {
    Attitude(outputFromBody: rotation, referenceFrame: frame)
  }

  func turn(z: Double = 0, x: Double = 0, y: Double = 0) -> Rotation<Double> {
    Rotation(EulerAngles(first: z, second: x, third: y, sequence: .zxy))
  }

  /// MotionSense, an iPhone 6s: its angles predict its gravity.
  @Test func theRowOfAnIPhoneWithAnglesAndGravity() {
    let device = attitude(turn(z: 0.696372, x: -0.733896, y: 1.528132))
    let gravity = device.rotationMatrix * Vector3(x: 0, y: 0, z: -1)
    #expect((gravity - Vector3(x: 0.741895, y: 0.669768, z: -0.031672)).largestMagnitude < 1e-6)
    #expect(abs(device.yaw - 0.696372) < 1e-12)
    #expect(abs(device.pitch + 0.733896) < 1e-12)
    #expect(abs(device.roll - 1.528132) < 1e-12)
  }

  /// SensorLog, an iPhone: its quaternion has its angles, to the six digits that it prints.
  @Test func theRowOfAnIPhoneWithQuaternionAndAngles() throws {
    let printed = Quaternion(w: 0.955005, x: 0.229547, y: 0.004821, z: 0.187752)
    let device = attitude(try #require(Rotation(normalizing: printed)))
    #expect(abs(device.pitch - 0.455874) < 2e-6)
    #expect(abs(device.roll + 0.085850) < 2e-6)
    #expect(abs(device.yaw - 0.408170) < 2e-6)
  }

  @Test func theMatrixIsTheTransposeOfTheQuaternions() {
    let device = attitude(turn(z: 0.4, x: -1.1, y: 2.5))
    let (matrix, textbook) = (device.rotationMatrix, device.outputFromBody.matrix)
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(matrix[row, column] - textbook[column, row]) < 1e-15) }
    }
    let inReference = Vector3<Double>(x: 0.3, y: -2, z: 5)
    let back = device.outputFromBody.rotate(matrix * inReference)
    #expect((back - inReference).length < 1e-14)
  }

  /// Each angle by itself, for a device that lay flat.
  @Test func theAnglesByHand() {
    let quarter = Double.pi / 2
    // The top is raised until the device stands: its screen looks at -y of the reference.
    let standing = attitude(Rotation(aboutX: 1.2))
    #expect(abs(standing.pitch - 1.2) < 1e-15 && abs(standing.roll) < 1e-15 && abs(standing.yaw) < 1e-15)
    #expect(standing.outputFromBody.rotate(.unitY).z > 0.9)
    // The right side goes down.
    let rolled = attitude(Rotation(aboutY: quarter))
    #expect(abs(rolled.roll - quarter) < 1e-15 && abs(rolled.pitch) < 1e-15)
    #expect((rolled.outputFromBody.rotate(.unitX) + .unitZ).length < 1e-15)
    // Turned to the left, seen from above.
    let turned = attitude(Rotation(aboutZ: quarter))
    #expect(abs(turned.yaw - quarter) < 1e-15)
    #expect((turned.outputFromBody.rotate(.unitX) - .unitY).length < 1e-15)
    #expect((turned.rotationMatrix * .unitY - .unitX).length < 1e-15)
  }

  /// At gimbal lock yaw has it all, and the angles still give the attitude back.
  @Test(arguments: [Double.pi / 2, -Double.pi / 2]) func gimbalLock(pitch: Double) {
    let device = attitude(turn(z: 0.3, x: pitch, y: 0.5))
    #expect(device.eulerAngles.isGimbalLocked)
    #expect(device.roll == 0)
    #expect(abs(device.yaw - (pitch > 0 ? 0.8 : -0.2)) < 1e-7)
    #expect(Rotation(device.eulerAngles).angle(to: device.outputFromBody) < 1e-7)
  }

  @Test func theAnglesStayInTheirRanges() {
    for step in 0..<4096 {
      let angles = (Double(step % 16), Double(step / 16 % 16), Double(step / 256))
      let device = attitude(turn(z: angles.0 * 0.41, x: angles.1 * 0.43, y: angles.2 * 0.39))
      #expect(abs(device.pitch) <= .pi / 2 && abs(device.roll) <= .pi && abs(device.yaw) <= .pi)
      let again = turn(z: device.yaw, x: device.pitch, y: device.roll)
      #expect(again.angle(to: device.outputFromBody) < 1e-7)
    }
  }

  @Test func theAerospaceAnglesAreOthers() {
    let device = attitude(Rotation(EulerAngles(yaw: 0.5, pitch: -0.3, roll: 0.9)))
    #expect(abs(device.aerospaceAngles.yaw - 0.5) < 1e-14)
    #expect(abs(device.aerospaceAngles.pitch + 0.3) < 1e-14)
    #expect(abs(device.aerospaceAngles.roll - 0.9) < 1e-14)
    #expect(abs(device.pitch + 0.3) > 0.5)
  }

  /// A device that was tilted, and then turned about its own y axis, has rolled.
  @Test func theProductTellsTheTurnInDeviceAxes() {
    let before = attitude(turn(z: 0.7, x: 1.0))
    let after = attitude(before.outputFromBody * Rotation(aboutY: 0.25))
    let change = after.multiplied(byInverseOf: before)
    #expect(abs(change.roll - 0.25) < 1e-15 && abs(change.pitch) < 1e-15 && abs(change.yaw) < 1e-15)
    #expect(change.referenceFrame == nil)
    // conj(q_ref) q_self, and R_self R_refᵀ.
    let product = before.quaternion.conjugate * after.quaternion
    #expect((product - change.quaternion).squaredNorm < 1e-30)
    let matrix = after.rotationMatrix * before.rotationMatrix.transpose
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(matrix[row, column] - change.rotationMatrix[row, column]) < 1e-15) }
    }
    // The other order is another rotation: the same angle about a level axis.
    let other = Rotation(unchecked: after.quaternion * before.quaternion.conjugate)
    #expect(other.angle(to: change.outputFromBody) > 0.2)
  }

  @Test func multiplyChangesTheReceiver() {
    let reference = attitude(turn(z: 2, x: 0.4, y: -1))
    var device = reference
    device.multiply(byInverseOf: reference)
    #expect(device.outputFromBody.angle < 1e-15)
    #expect(device.referenceFrame == nil)
  }

  @Test func framesOfMagneticNorthConvert() throws {
    // Flat, its top to the east: in the frame with x to north and y to west its x points south, against x.
    let device = attitude(Rotation(aboutZ: -.pi / 2), .enu)
    let converted = try device.converted(to: .xMagneticNorthZVertical)
    #expect((converted.outputFromBody.rotate(.unitX) + .unitX).length < 1e-15)
    #expect(converted.referenceFrame == .xMagneticNorthZVertical)
    let down = try device.converted(to: .ned)
    #expect((down.outputFromBody.rotate(.unitY) - .unitY).length < 1e-15)
    let again = try down.converted(to: .nwu).converted(to: .enu)
    #expect(again.outputFromBody.angle(to: device.outputFromBody) < 1e-15)
  }

  @Test func conversionsThatCannotBeHadSayWhy() {
    #expect(throws: MotionError.self) { try attitude(.identity, .enu).converted(to: .xTrueNorthZVertical) }
    #expect(throws: MotionError.self) { try attitude(.identity, .enu).converted(to: .xArbitraryCorrectedZVertical) }
    #expect(throws: MotionError.self) { try attitude(.identity, .xArbitraryZVertical).converted(to: .enu) }
    #expect(throws: MotionError.self) { try attitude(.identity, .enu).converted(to: .xArbitraryZVertical) }
    #expect(throws: MotionError.self) { try attitude(.identity, nil).converted(to: .enu) }
    let error = #expect(throws: MotionError.self) { try attitude(.identity, .enu).converted(to: .xTrueNorthZVertical) }
    #expect(error?.code == 102)
  }

  @Test(arguments: [ReferenceFrame.enu, .ned, .nwu, .xMagneticNorthZVertical])
  func headingByHand(frame: ReferenceFrame) throws {
    // Flat, top to the east, and a little raised: the compass says 90° in every frame.
    let inENU = attitude(Rotation(aboutZ: -.pi / 2) * Rotation(aboutX: 0.3), .enu)
    let device = try inENU.converted(to: frame)
    #expect(abs(try #require(device.heading()) - 90) < 1e-12)
    #expect(abs(try #require(device.heading(ofDeviceDirection: .unitX)) - 180) < 1e-12)
    // Upright, and beyond, with the camera to the east.
    for pitch in [1.2, 1.57, 1.9] {
      let raised = attitude(Rotation(aboutZ: -.pi / 2) * Rotation(aboutX: pitch), .enu)
      #expect(abs(try #require(raised.converted(to: frame).heading()) - 90) < 1e-12)
    }
  }

  @Test func headingWhereThereIsNone() throws {
    #expect(attitude(.identity, .xArbitraryZVertical).heading() == nil)
    #expect(attitude(.identity, .xArbitraryCorrectedZVertical).heading() == nil)
    #expect(attitude(.identity, nil).heading() == nil)
    // The top of a device that is held upright points to the sky; its camera looks north.
    let upright = attitude(Rotation(aboutX: .pi / 2), .enu)
    #expect(upright.heading(ofDeviceDirection: .unitY) == nil)
    #expect(abs(try #require(upright.heading())) < 1e-12)
    let flat = attitude(Rotation(aboutZ: 0.5))
    let expected = 270 - 0.5 * 180 / Double.pi
    #expect(abs(try #require(flat.heading()) - expected) < 1e-12)
    let north = try #require(attitude(Rotation(aboutZ: 1e-18), .enu).heading())
    #expect(north < 360)
  }
}
