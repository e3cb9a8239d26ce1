// What a microcontroller does with the core, specialized for Float: EmbeddedBuildTests compile it in Embedded Swift and run it on this
// machine. No Foundation, no allocation.

import AttitudeFilters
import Geomagnetism
import DeviceGestures
import MotionSamples
import Rotations

@main
struct Driver {
  static func main() {
    exercisePath()
    exerciseVoting()
    exerciseTrueNorth()
    exerciseFeatures()
    exercise(VelocityBoundedFilter<11, Float>())
    exercise(VelocityBoundedFilter<14, Float>())
    exercise(VQFFilter<Float>(parameters: VQFParameters()))
    exercise(MadgwickFilter<Float>(parameters: MadgwickParameters()))
    exercise(MahonyFilter<Float>(parameters: MahonyParameters()))
    exercise(MultiplicativeKalmanFilter<Float>(parameters: MultiplicativeKalmanParameters()))
    exercise(ComplementaryFilter<Float>(parameters: ComplementaryParameters()))
  }

  /// From raw readings to motion.
  static func exercisePath() {
    guard let axes = try? AxisMapping(x: .y, y: -.x, z: .z) else { preconditionFailure("a proper mapping is refused") }
    var settings = StreamSettings<Float>()
    settings.conditioner = SampleConditioner(
      axes: axes,
      calibration: DeviceCalibration(
        gyroscope: SensorModel(bias: Vector3(x: 0.01, y: -0.01, z: 0.01)),
        magnetometer: SensorModel(softIron: .identity, hardIron: Vector3(x: 3, y: -2, z: 1))))
    settings.frame = .ned
    var stream = MotionStream<DefaultFilter<Float>>(parameters: VelocityBoundedParameters(), settings: settings)
    var merger = SampleMerger<16, Float>()
    var count = 0
    for tick in 1...200 as ClosedRange<Int64> {
      let stamp = Timestamp(nanoseconds: tick * 5_000_000)
      merger.add(SensorReading(.gyroscope, at: stamp, Vector3(repeating: 0.01)))
      merger.add(SensorReading(.accelerometer, at: stamp, Vector3(x: 0, y: 0, z: .standardGravity)))
      if tick == 200 { merger.finish() }
      while let stamped = merger.next() {
        let motion = stream.update(stamped.sample, at: stamped.timestamp)
        precondition(motion.userAccelerationInOutput.length < 1e-4, "a device at rest accelerates")
        precondition(motion.outputFromBody.rotate(.unitZ).z < -0.999, "down is not down")
        count += 1
      }
    }
    precondition(count == 200, "samples are missing")
  }

  /// Two IMUs of which one sticks.
  static func exerciseVoting() {
    var voting = VotingFilter<DefaultFilter<Float>>(count: 2)
    var samples = InertialVote<Float>.Samples(repeating: MotionSample(interval: 0.01, angularRate: .absent))
    for tick in 0..<300 {
      let rate = Vector3<Float>(x: 0, y: 0, z: tick < 100 ? 0 : 0.01 * Float(tick - 100))
      let noise = Float(tick % 7) * 1e-4
      for index in 0..<2 {
        samples[index].specificForce = Vector3(x: noise, y: -noise, z: .standardGravity + noise)
        if index == 0 || tick < 150 { samples[index].angularRate = rate + Vector3(repeating: noise) }
      }
      voting.update(samples)
    }
    precondition(voting.health(of: 0).state == .healthy, "a good sensor is left out")
    precondition(voting.health(of: 1).gyroscope.fault == .stuck, "a stuck sensor is not found")
  }

  /// The frame of true north from a place and a date.
  static func exerciseTrueNorth() {
    guard let place = GeodeticPosition(latitudeInDegrees: 80, longitudeInDegrees: 0),
      let date = CalendarDate(secondsSince1970: 1_735_689_600)
    else { preconditionFailure("a place or a date is refused") }
    let field = WorldMagneticModel.field(at: place, decimalYear: date.decimalYear)
    precondition(abs(field.totalIntensity - 55.1785) < 1e-4, "the field is not the published one")
    let outputFromENU = ReferenceFrame.xTrueNorthZVertical.outputFromENU(
      startingAt: Rotation<Float>.identity, declination: Float(field.declination))
    precondition(outputFromENU.rotate(.unitY).y < -0.01, "magnetic north does not lie east of true north")
  }

  /// A device in portrait that is then shaken along x.
  static func exerciseFeatures() {
    var orientation = DeviceOrientationClassifier<Float>()
    var shake = ShakeDetector<Float>()
    var dial = SpringDial<Float>()
    var (began, ended) = (false, false)
    for tick in 0..<400 {
      let phase = Float(tick) * 0.25
      let push: Float = tick >= 100 && tick < 250 ? 30 * Float.sineAndCosine(phase).sine : 0
      let force = Vector3<Float>(x: push, y: .standardGravity, z: 0)
      if tick < 100 { orientation.update(specificForce: force, interval: 0.01) }
      let event = shake.update(specificForce: force, interval: 0.01)
      began = began || event == .began
      ended = ended || event == .ended
      if let tilt = TiltAngle(gravity: -force) { dial.update(towards: tilt, interval: 0.01) }
    }
    precondition(orientation.orientation == .portrait, "portrait is not seen")
    precondition(began && ended, "a shake is not seen")
    precondition(dial.angle.degrees < 1 || dial.angle.degrees > 359, "the dial does not come to rest")
    let screen = ScreenGravity<Float>(gravity: Vector3(x: -1, y: 0, z: 0), drawnFor: .landscapeLeft)
    precondition(screen.y == -1, "things do not fall down")
  }

  /// A device at rest, turned by 90° about its x axis: the filter must find it, and stay finite behind a wild sample.
  static func exercise<Filter: AttitudeFilter>(_ filter: Filter) where Filter.Scalar == Float {
    var filter = filter
    var sample = MotionSample<Float>(
      interval: 0.01, angularRate: .zero, specificForce: Vector3(x: 0, y: .standardGravity, z: 0),
      magneticField: Vector3(x: 0, y: -45, z: -20))
    for tick in 0..<1000 {
      sample.angularRate = tick == 500 ? .absent : .zero
      filter.update(sample)
    }
    let up = filter.enuFromBody.rotate(.unitY)
    precondition(up.z > 0.99, "the filter does not find up")
    precondition(filter.gyroscopeBias.isFiniteInLane, "the filter is poisoned")
  }
}
