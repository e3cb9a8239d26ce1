import LogDiagnosis
import LogFormats
import LogTables
import Rotations
import Testing

/// Axes and units that gravity shows on a carrier that accelerates, without a magnetometer; and a field that a magnet passes.
@Suite struct ConstantGravityTests {
  /// A minute of turns about all axes, with accelerations of half of gravity.
  private static let shaken = turning(accelerations: 1)

  private static func turning(accelerations: Double) -> [LogRecord] {
    FaultyRecording.turning(rate: 50).enumerated().map { index, record in
      var record = record
      let time = 0.02 * Double(index)
      let acceleration =
        Vector3(
          x: 5 * Double.sineAndCosine(3 * time).sine, y: 4 * Double.sineAndCosine(2.3 * time).cosine,
          z: 3 * Double.sineAndCosine(4.1 * time).sine) * accelerations
      if let attitude = record.trueENUFromBody { record.specificForce += attitude.inverse.rotate(acceleration) }
      (record.magneticField, record.trueENUFromBody) = (.absent, nil)
      return record
    }
  }

  /// Exchanged and turned axes, right-handed and left-handed.
  private static let texts = [
    "-x,y,z", "x,-y,z", "x,y,-z", "y,x,z", "x,z,y", "z,y,x", "y,z,x", "z,x,y", "x,-y,-z", "-x,-y,z", "y,-x,z", "-z,y,x",
    "-y,-z,x", "-x,-y,-z", "-y,-x,z", "-z,-y,-x",
  ]

  private func axes(_ found: [Finding]) -> [Finding] { found.filter { $0.check == .axes } }

  @Test func rightAxesAreNotDoubted() throws {
    let found = try FaultyRecording.findings(Self.shaken)
    #expect(axes(found).isEmpty && !found.doubts(.gyroscopeUnit), "\(found.map(\.text))")
  }

  @Test(arguments: texts) func axesOfTheGyroscopeAreFound(text: String) throws {
    let given = try #require(SignedAxes(text))
    let found = axes(
      try FaultyRecording.findings(
        FaultyRecording.changed(Self.shaken) { $1.angularRate = given.inverse.read($1.angularRate) }))
    // Right-handed axes may be those of either sensor: the rates of one are the turns of the other.
    if given.isMirrored {
      #expect(found.map { $0.advice?.options } == [["--gyro-axes=\(text)"]], "\(found.map(\.text))")
    } else {
      let inverse = given.inverse.text
      #expect(
        [["--accel-axes=\(inverse)"], ["--accel-axes=\(reversed(inverse))"]].contains(found.first?.advice?.options),
        "\(found.map(\.text))")
    }
  }

  @Test(arguments: texts.filter { $0 != "-x,-y,-z" }) func axesOfTheAccelerometerAreFound(text: String) throws {
    let given = try #require(SignedAxes(text))
    let found = axes(
      try FaultyRecording.findings(
        FaultyRecording.changed(Self.shaken) { $1.specificForce = given.inverse.read($1.specificForce) }))
    #expect(
      [["--accel-axes=\(text)"], ["--accel-axes=\(reversed(text))"]].contains(found.first?.advice?.options),
      "\(found.map(\.text))")
  }

  /// The axes with all signs reversed.
  private func reversed(_ text: String) -> String {
    text.split(separator: ",").map { $0.hasPrefix("-") ? String($0.dropFirst()) : "-" + $0 }.joined(separator: ",")
  }

  @Test func aTurnedAccelerometerIsFound() throws {
    let axis = Vector3<Double>(x: 0.48, y: -0.6, z: 0.64)
    func finding(_ degrees: Double) throws -> Finding? {
      let turn = Rotation(rotationVector: axis * (degrees * .pi / 180))
      return try FaultyRecording.findings(
        FaultyRecording.changed(Self.turning(accelerations: 0.2)) { $1.specificForce = turn.rotate($1.specificForce) }
      ).first { $0.check == .misalignment && $0.severity > .note }
    }
    let found = try #require(try finding(8))
    #expect(found.fact == .misaligned(.accelerometer) && found.severity == .doubt)
    for (name, part) in [("angle", 1), ("about x", axis.x), ("y", axis.y), ("z", axis.z)] {
      let value = try #require(found.evidence.first { $0.name == name }?.value)
      #expect(abs(value - 8 * part) < 1.5, "\(found.text)")
    }
    #expect(try finding(14)?.severity == .unusable)
    #expect(try finding(2.5) == nil)
  }

  @Test func slowTurnsInDegreesAreFound() throws {
    // Turns of 2 degrees per second, as of a robot's arm, read as radians.
    func findings(_ factor: Double) throws -> [Finding] {
      func attitude(_ time: Double) -> Rotation<Double> {
        Rotation(aboutX: 0.3 * Double.sineAndCosine(0.11 * time).sine)
          * Rotation(aboutY: 0.3 * Double.sineAndCosine(0.13 * time).sine)
      }
      return try FaultyRecording.findings(
        (0..<6000).map { row in
          let time = 0.01 * Double(row)
          return LogRecord(
            timestamp: Int64(row) * 10_000_000,
            angularRate: (attitude(time - 0.01).inverse * attitude(time)).rotationVector * (100 * factor),
            specificForce: attitude(time).inverse.rotate(
              Vector3(x: 2 * Double.sineAndCosine(5 * time).sine, y: 0, z: 9.81)))
        })
    }
    let found = try findings(180 / .pi)
    #expect(found.contains { $0.fact == .wrongUnit(.gyroscope, "deg/s") }, "\(found.map(\.text))")
    #expect(!axes(found).contains { $0.severity > .note })
    #expect(!(try findings(1).doubts(.gyroscopeUnit)))
  }

  @Test func aMagnetThatPassesIsNoCalibration() throws {
    let hand = FaultyRecording.simulated("hand-held", duration: 60) { _ in }
    let found = try FaultyRecording.findings(
      FaultyRecording.changed(hand) { index, record in
        // 4 mT at its nearest, for a second in the twentieth.
        let distance = 1 + 1000 * ((Double(index) * 0.01 - 20) * (Double(index) * 0.01 - 20))
        record.magneticField += Vector3(x: 2600, y: -2600, z: 1500) / distance
      })
    #expect(!found.contains { [.softIron, .hardIron, .fieldStrength].contains($0.fact) }, "\(found.map(\.text))")
  }

  @Test func aBiasShowsWithoutARest() throws {
    /// The walk, whose gyroscope has a bias of 0.7 deg/s of its own, without its rests.
    func findings(_ degrees: Double) throws -> [Finding] {
      try FaultyRecording.findings(
        FaultyRecording.changed(FaultyRecording.simulated("walking")) {
          $1.angularRate += Vector3(x: 0.8, y: -0.6, z: 0) * (degrees * .pi / 180)
        }.filter { $0.isMoving })
    }
    #expect(try findings(1.3).contains { $0.fact == .bias && $0.severity == .doubt })
    #expect(!(try findings(0).doubts(.gyroscopeBias)))
  }
}
