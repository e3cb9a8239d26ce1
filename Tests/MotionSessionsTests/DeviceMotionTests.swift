import AttitudeFilters
import Geomagnetism
import MotionSamples
import MotionSessions
import MotionSimulation
import Rotations
import Testing

/// Signs, units and frames of what a session delivers.
@Suite struct DeviceMotionTests {
  let quarter = Double.pi / 2

  func lastMotion(
    _ events: [SourceEvent], in frame: ReferenceFrame = .xArbitraryZVertical, declination: Double? = nil
  ) async throws -> DeviceMotion {
    let manager = MotionManager.lossless(ListSource(events, declination: declination))
    return try #require(try await manager.motions(in: frame).last)
  }

  @Test func signsAtRest() async throws {
    let flat = try await lastMotion(SourceEvent.rest(duration: 2))
    #expect((flat.gravity - Vector3(x: 0, y: 0, z: -1)).length < 1e-9)
    #expect(flat.userAcceleration.length < 1e-9)
    // Upright: the top is up, gravity points to the bottom edge.
    let upright = try await lastMotion(SourceEvent.rest(Rotation(aboutX: quarter), duration: 2))
    #expect((upright.gravity - Vector3(x: 0, y: -1, z: 0)).length < 1e-9)
    #expect(abs(upright.attitude.pitch - quarter) < 1e-6)
    // On its right edge: gravity points to the right.
    let onRight = try await lastMotion(SourceEvent.rest(Rotation(aboutY: quarter), duration: 2))
    #expect((onRight.gravity - .unitX).length < 1e-9)
    #expect(abs(onRight.attitude.roll - quarter) < 1e-9)
  }

  /// A calibration takes the sensors' errors out of device motion, and leaves the single sensors raw.
  @Test func calibration() async throws {
    let model = DeviceCalibration<Double>(
      gyroscope: SensorModel(bias: Vector3(x: 0, y: 0, z: 0.02)),
      accelerometer: SensorModel(scale: Vector3(x: 1, y: 1, z: 0.98), bias: Vector3(x: 0.5, y: 0, z: 0)))
    let force = Vector3(x: 0.5, y: 0, z: 9.80665 / 0.98)
    let events = (0..<200).map { index in
      SourceEvent.sample(at: Double(index) / 100, rate: Vector3(x: 0, y: 0, z: 0.52), force: force)
    }
    let manager = MotionManager(
      source: ListSource(events), buffering: .dropsOldest(1000), conditioner: SampleConditioner(calibration: model))
    var last: DeviceMotion?
    for try await motion in try manager.deviceMotionUpdates(using: .xArbitraryZVertical) { last = motion }
    let motion = try #require(last)
    #expect((motion.gravity - Vector3(x: 0, y: 0, z: -1)).length < 1e-3)
    #expect(motion.userAcceleration.length < 1e-3)
    #expect(abs(motion.rotationRate.z - 0.5) < 1e-3)
    var raw: GyroscopeData?
    for try await data in manager.gyroscopeUpdates() { raw = data }
    #expect(try #require(raw).rotationRate.z == 0.52)
    let uncalibrated = try await lastMotion(events)
    #expect(abs(uncalibrated.gravity.x) > 0.03)
  }

  /// A bias of 0.02 rad/s at 25 degrees that grows by 0.1 rad/s in the second in which the device warms by 10: with the temperatures of the
  /// samples the rate stays 0.5, with the constant calibration it does not.
  @Test func theBiasFollowsTheTemperatureOfSamples() async throws {
    var calibration = DeviceCalibration<Double>(gyroscope: SensorModel(bias: .unitZ * 0.02))
    let temperature = BiasTemperatureModel(
      referenceTemperature: 25, lowestTemperature: 20, highestTemperature: 40, constant: .unitZ * 0.02,
      linear: .unitZ * 0.01)
    let events = (0..<100).map { index -> SourceEvent in
      let celsius = 25 + 0.1 * Double(index)
      let rate = Vector3(x: 0, y: 0, z: 0.52 + 0.01 * (celsius - 25))
      guard case .sample(var stamped) = SourceEvent.sample(at: Double(index) / 100, rate: rate) else {
        return .connected
      }
      stamped.temperature = celsius
      return .sample(stamped)
    }
    func lastRate(_ calibration: DeviceCalibration<Double>) async throws -> Double {
      let manager = MotionManager(
        source: ListSource(events), buffering: .dropsOldest(1000),
        conditioner: SampleConditioner(calibration: calibration))
      var last: DeviceMotion?
      for try await motion in try manager.deviceMotionUpdates(using: .xArbitraryZVertical) { last = motion }
      return try #require(last).rotationRate.z
    }
    #expect(try await lastRate(calibration) > 0.55)
    calibration.gyroscopeTemperature = temperature
    #expect(abs(try await lastRate(calibration) - 0.5) < 1e-3)
  }

  /// Pushed to +x with 2 m/s², a device reads a negative x, as in Core Motion.
  @Test func signsOfAPush() async throws {
    let push = SourceEvent.sample(at: 5, force: Vector3(x: 2, y: 0, z: 9.80665))
    let events = SourceEvent.rest(duration: 5, hasField: false) + [push]
    let motion = try await lastMotion(events)
    #expect(abs(motion.userAcceleration.x + 2 / 9.80665) < 1e-3)
    #expect(abs(motion.userAcceleration.y) < 1e-3 && abs(motion.userAcceleration.z) < 1e-3)
    #expect((motion.gravity + .unitZ).length < 1e-3)

    let manager = MotionManager.lossless(ListSource(events))
    var last: AccelerometerData?
    for try await data in manager.accelerometerUpdates() { last = data }
    let acceleration = try #require(last).acceleration
    #expect((acceleration - Vector3(x: -2 / 9.80665, y: 0, z: -1)).length < 1e-12)
    #expect((motion.gravity + motion.userAcceleration - acceleration).length < 1e-12)
  }

  /// In free fall the accelerometer reads 0, and the user acceleration is 1 g up, against the fall.
  @Test func signsOfADrop() async throws {
    let drop = SourceEvent.sample(at: 5, force: Vector3(x: 1e-6, y: 0, z: 0))
    let motion = try await lastMotion(SourceEvent.rest(duration: 5) + [drop])
    #expect((motion.userAcceleration - .unitZ).length < 1e-2)
  }

  /// Turning to the left by 0.5 rad/s for two seconds, with a constant bias that the start at rest has shown.
  @Test func ratesAndAngles() async throws {
    let bias = Vector3<Double>(x: 0, y: 0, z: 0.01)
    var events = (0..<1000).map { SourceEvent.sample(at: Double($0) / 100, rate: bias) }
    let turning = bias + Vector3(x: 0, y: 0, z: 0.5)
    events += (1000..<1200).map { SourceEvent.sample(at: Double($0) / 100, rate: turning) }
    let motion = try await lastMotion(events)
    #expect(abs(motion.rotationRate.z - 0.5) < 0.005)
    #expect(abs(motion.gyroscopeBias.z - 0.01) < 0.004)
    #expect(abs(motion.attitude.yaw - 1) < 0.05)
    #expect(motion.heading < 0 && motion.headingAccuracy < 0)
    #expect(motion.tiltStandardDeviation > 0 && motion.tiltStandardDeviation < 0.1)
    #expect(try #require(motion.headingStandardDeviation) > 0, "since the start")
    #expect(motion.magneticField.accuracy == .uncalibrated)
    #expect(motion.attitude.referenceFrame == .xArbitraryZVertical)
  }

  /// Flat with its top to the east. True north is west of magnetic north by 10°, so that its heading is 100°.
  @Test func framesOfNorthByHand() async throws {
    let events = SourceEvent.rest(Rotation(aboutZ: -quarter), duration: 30)
    let magnetic = try await lastMotion(events, in: .xMagneticNorthZVertical)
    #expect(abs(magnetic.attitude.yaw.magnitude - .pi) < 1e-3)
    #expect(abs(magnetic.heading - 90) < 0.1)
    #expect(magnetic.headingAccuracy > 0 && magnetic.headingAccuracy < 90)
    #expect(magnetic.magneticField.accuracy > .uncalibrated)
    #expect((magnetic.magneticField.field - Vector3(x: -20, y: 0, z: -40)).length < 1e-6)

    let declination = 10 * Double.pi / 180
    let isTrue = try await lastMotion(events, in: .xTrueNorthZVertical, declination: declination)
    #expect(abs(isTrue.heading - 100) < 0.1)
    #expect(abs(isTrue.attitude.yaw - 170 * Double.pi / 180) < 1e-3)
    let again = try isTrue.attitude.converted(to: .xMagneticNorthZVertical)
    #expect(again.outputFromBody.angle(to: magnetic.attitude.outputFromBody) < 1e-9)
    // Where the place is known, north of the other frames is true as well: the top points 100° clockwise from north.
    let enu = try isTrue.attitude.converted(to: .enu)
    #expect(enu.outputFromBody.angle(to: Rotation(aboutZ: -100 * Double.pi / 180)) < 1e-3)
  }

  /// A phone whose camera looks 30° east of north, with its top raised: the heading stays while the direction changes, and a steep
  /// direction is less certain.
  @Test func theHeadingOfARaisedPhone() async throws {
    var accuracies: [Double] = []
    for pitch in [0, 0.9, 1.2, Double.pi / 2, 2] {
      let pose = Rotation(aboutZ: -.pi / 6) * Rotation(aboutX: pitch)
      let motion = try await lastMotion(SourceEvent.rest(pose, duration: 30), in: .xMagneticNorthZVertical)
      #expect(abs(motion.heading - 30) < 0.1, "\(pitch)")
      let elevation = pitch < 1.1 ? pitch : pitch - .pi / 2
      let deviation = try #require(motion.headingStandardDeviation) * 180 / .pi
      #expect(
        abs(motion.headingAccuracy * Double.sineAndCosine(elevation).cosine / (2 * deviation) - 1) < 0.01, "\(pitch)")
      accuracies.append(motion.headingAccuracy)
    }
    #expect(accuracies.allSatisfy { $0 > 0 && $0 < 90 })
  }

  @Test func thePlaceMayComeFromTheManager() async throws {
    let manager = MotionManager.lossless(
      ListSource(SourceEvent.rest(duration: 30)), trueNorth: try TrueNorthReference(declination: 0.1))
    let motion = try #require(try await manager.motions(in: .xTrueNorthZVertical).last)
    #expect(abs(motion.heading - 0.1 * 180 / .pi) < 0.1)
  }

  /// The field of 20 µT north and 40 µT down fits the reference of one place and not of another; learned it always fits.
  @Test func thePlaceMayBeTheMagneticReference() async throws {
    let right = MagneticReference(strength: 44.7, dip: 1.107)
    let wrong = MagneticReference(strength: 31, dip: -0.5)
    for (reference, origin, isDisturbed) in [
      (right, MagneticReferenceOrigin.place, false), (wrong, .place, true), (wrong, .learned, false),
    ] {
      let manager = MotionManager(
        source: ListSource(SourceEvent.rest(duration: 10)),
        trueNorth: try TrueNorthReference(declination: 0, magneticReference: reference), buffering: .holdsSource(16),
        magneticReference: origin)
      let motion = try #require(try await manager.motions(in: .enu).last)
      #expect(motion.flags.contains(.fieldDisturbed) == isDisturbed, "\(reference) \(origin)")
    }
    // The model of a place brings its field along.
    let zurich = try #require(GeodeticPosition(latitudeInDegrees: 47.38, longitudeInDegrees: 8.54))
    let known = try #require(try TrueNorthReference(position: zurich, decimalYear: 2026).magneticReference)
    #expect(abs(known.strength - 48.6) < 0.5 && abs(known.dip * 180 / .pi - 63.7) < 0.5, "\(known)")
  }

  /// The corrected frame begins at yaw 0, does not step when north is found, and then knows how it lies to north.
  @Test func theCorrectedFrameStartsAtThePose() async throws {
    let pose = Rotation<Double>(aboutZ: 1.9) * Rotation(aboutX: 0.3)
    let manager = MotionManager.lossless(ListSource(SourceEvent.rest(pose, duration: 30)))
    let motions = try await manager.motions(in: .xArbitraryCorrectedZVertical)
    #expect(motions.count == 3000)
    #expect(motions.allSatisfy { abs($0.attitude.yaw) < 1e-3 && $0.heading < 0 })
    let last = try #require(motions.last)
    #expect(abs(last.attitude.pitch - 0.3) < 1e-6)
    let enu = try last.attitude.converted(to: .enu)
    #expect(enu.outputFromBody.angle(to: pose) < 2e-3)
    let first = try #require(motions.first)
    #expect(throws: MotionError.self) { try first.attitude.converted(to: .enu) }
  }

  /// The same attitudes as the bare filter gives, bit by bit: nothing in a session changes what the filter sees.
  @Test(arguments: [0.0, 0.05]) func theFilterSeesEverySample(interval: Double) async throws {
    var filter = DefaultFilter<Double>()
    var clock = SampleClock()
    var expected: [Int64: Quaternion<Double>] = [:]
    let scenario = try #require(SimulationScenario.named("hand-held", seed: 3, duration: 20, rate: 100))
    var events: [SourceEvent] = []
    for row in scenario.recording() {
      let timestamp = Timestamp(nanoseconds: row.timestamp)
      var sample = row.motionSample(as: Double.self)
      events.append(.sample(TimedSample(timestamp: timestamp, sample: sample)))
      sample.interval = clock.read(timestamp).interval
      filter.update(sample)
      expected[row.timestamp] = filter.enuFromBody.quaternion
    }
    let manager = MotionManager.lossless(ListSource(events))
    manager.deviceMotionUpdateInterval = interval
    let motions = try await manager.motions(in: .enu)
    #expect(motions.count == (interval == 0 ? events.count : events.count / 5))
    for motion in motions {
      #expect(motion.attitude.quaternion == expected[motion.timestamp.nanoseconds])
    }
  }
}
