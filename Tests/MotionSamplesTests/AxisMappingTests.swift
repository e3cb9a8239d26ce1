import MotionSamples
import Rotations
import Testing

@Suite struct AxisMappingTests {
  let vector = Vector3(x: 1.0, y: 2.0, z: 3.0)

  @Test func textSaysWhichSensorAxisIsReadForEachBodyAxis() throws {
    #expect(try AxisMapping("x,-z,y").apply(to: vector) == Vector3(x: 1, y: -3, z: 2))
    #expect(try AxisMapping("+X-Z+Y").apply(to: vector) == Vector3(x: 1, y: -3, z: 2))
    #expect(try AxisMapping(" -y  x z ").apply(to: vector) == Vector3(x: -2, y: 1, z: 3))
    #expect(try AxisMapping("zxy").apply(to: vector) == Vector3(x: 3, y: 1, z: 2))
    #expect(AxisMapping.identity.apply(to: vector) == vector)
  }

  @Test func thereAre24AndTheyAreReadFromTheirDescription() throws {
    #expect(AxisMapping.allCases.count == 24)
    #expect(Set(AxisMapping.allCases).count == 24)
    #expect(AxisMapping.allCases[0] == .identity)
    for mapping in AxisMapping.allCases { #expect(try AxisMapping(mapping.description) == mapping) }
  }

  @Test func everyMappingIsARotationAndComesBackFromItsMatrix() throws {
    for mapping in AxisMapping.allCases {
      let matrix: Matrix3<Double> = mapping.bodyFromSensor()
      #expect(matrix.determinant == 1)
      #expect(matrix * matrix.transpose == .identity)
      #expect(matrix * vector == mapping.apply(to: vector))
      #expect(try AxisMapping(bodyFromSensor: matrix) == mapping)
    }
  }

  @Test func productAndInverseAreThoseOfTheMatrices() {
    for left in AxisMapping.allCases {
      #expect(left.inverse * left == .identity)
      #expect(left * left.inverse == .identity)
      for right in AxisMapping.allCases {
        #expect((left * right).apply(to: vector) == left.apply(to: right.apply(to: vector)))
      }
    }
  }

  @Test func applyingNeverRoundsAndKeepsWhatIsAbsent() throws {
    let mapping = try AxisMapping("-z,y,x")
    let awkward = Vector3<Float>(x: .leastNonzeroMagnitude, y: .greatestFiniteMagnitude, z: 0.1)
    #expect(mapping.apply(to: awkward) == Vector3(x: -0.1, y: .greatestFiniteMagnitude, z: .leastNonzeroMagnitude))
    let sample = MotionSample(interval: 0.01, angularRate: vector, specificForce: vector * 2)
    let mapped = mapping.apply(to: sample)
    #expect(mapped.interval == 0.01)
    #expect(mapped.angularRate == Vector3(x: -3, y: 2, z: 1))
    #expect(mapped.specificForce == Vector3(x: -6, y: 4, z: 2))
    #expect(mapped.magneticField.x.isNaN && mapped.magneticField.y.isNaN && mapped.magneticField.z.isNaN)
  }

  @Test func aMirroredMappingIsRefusedWithProperOnesNearby() throws {
    let error = #expect(throws: AxisMappingError.self) { try AxisMapping("x,y,-z") }
    #expect(error == .mirrored(x: .x, y: .y, z: -.z))
    #expect(
      error?.description == "x,y,-z is mirrored: it turns right-handed axes into left-handed ones, which no mounting "
        + "does; proper would be x,-y,-z or -x,y,-z or x,y,z")
    #expect(throws: AxisMappingError.mirrored(x: .y, y: .x, z: .z)) { try AxisMapping("y,x,z") }
    #expect(throws: AxisMappingError.mirrored(x: -.x, y: -.y, z: -.z)) { try AxisMapping("-x,-y,-z") }
  }

  @Test func aRepeatedAxisIsRefusedByName() throws {
    let error = #expect(throws: AxisMappingError.self) { try AxisMapping("x,x,z") }
    #expect(error == .repeatedAxis(x: .x, y: .x, z: .z))
    #expect(
      error?.description == "x,x,z reads sensor axis x for body axes x and y, and y for none; proper would be x,y,z "
        + "or -y,x,z")
    let all = #expect(throws: AxisMappingError.self) { try AxisMapping("y,-y,y") }
    #expect(all?.description.contains("reads sensor axis y for body axes x and y and z, and x and z for none") == true)
  }

  @Test func all216TriplesAreEitherMappingsOrRefused() {
    let axes: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
    var (proper, mirrored, repeated) = (0, 0, 0)
    for x in axes {
      for y in axes {
        for z in axes {
          do throws(AxisMappingError) {
            _ = try AxisMapping(x: x, y: y, z: z)
            proper += 1
          } catch {
            for proposal in error.proposals { #expect(AxisMapping.allCases.contains(proposal)) }
            #expect(!error.proposals.isEmpty)
            if case .mirrored = error { mirrored += 1 } else { repeated += 1 }
          }
        }
      }
    }
    #expect(proper == 24 && mirrored == 24 && repeated == 168)
  }

  @Test(arguments: [
    ("", 0), ("x,y", 3), ("x,y,w", 4), ("x,y,z,x", 5), ("xyzz", 3), ("x,--y,z", 3), ("x,,y,z", 2), ("x,y,-", 5),
    ("1,0,0", 0), ("x,- y,z", 3), ("x,-,y", 3), (",x,y,z", 0),
  ])
  func whatIsNoMappingSaysWhere(text: String, position: Int) {
    #expect(throws: AxisMappingError.unreadable(position: position)) { try AxisMapping(text) }
  }

  @Test func aMatrixMustBeOfQuarterTurns() {
    let slanted = Matrix3(rows: .unitX, Vector3(x: 0, y: 0.8, z: -0.6), Vector3(x: 0, y: 0.6, z: 0.8))
    #expect(throws: AxisMappingError.notAlongAxis(row: 1)) { try AxisMapping(bodyFromSensor: slanted) }
    let scaled = Matrix3(diagonal: Vector3(x: 2.0, y: 1, z: 1))
    #expect(throws: AxisMappingError.notAlongAxis(row: 0)) { try AxisMapping(bodyFromSensor: scaled) }
    let absent = Matrix3<Double>(rows: .unitX, .unitY, .absent)
    #expect(throws: AxisMappingError.notAlongAxis(row: 2)) { try AxisMapping(bodyFromSensor: absent) }
    #expect(throws: AxisMappingError.notAlongAxis(row: 0)) { try AxisMapping(bodyFromSensor: Matrix3<Float>.zero) }
    let mirrored = Matrix3(diagonal: Vector3(x: 1.0, y: 1, z: -1))
    #expect(throws: AxisMappingError.mirrored(x: .x, y: .y, z: -.z)) { try AxisMapping(bodyFromSensor: mirrored) }
  }
}
