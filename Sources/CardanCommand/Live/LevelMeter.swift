import MotionFeatures
import MotionSamples
import MotionSessions
import Rotations

/// The inclinometer behind `cardan level`: from gravity to a calm angle and the name of the position.
struct LevelMeter {
  private var dial = SpringDial<Double>(frequency: 1.5, dampingRatio: 0.8)
  private var classifier = DeviceOrientationClassifier<Double>()
  private var lowPass = LowPassFilter<Double>(cutoff: 3)
  private var last: Timestamp?

  /// Takes a moment.
  ///
  /// - Parameters:
  ///   - gravity: Gravity in device axes, in g, pointing down.
  ///   - acceleration: What the accelerometer reads, in g and with Core Motion's sign: gravity at rest.
  ///   - timestamp: When.
  mutating func update(gravity: Vector3<Double>, acceleration: Vector3<Double>, at timestamp: Timestamp) -> LevelReading
  {
    let elapsed = last.map { timestamp.seconds(since: $0) } ?? 0
    // Where the stamps jump, time has passed all the same.
    let interval = (0...1).contains(elapsed) ? elapsed : 1
    last = timestamp
    classifier.update(specificForce: -AccelerationUnit.standardGravities.toSI(acceleration), interval: interval)
    let calm = lowPass.update(gravity, interval: interval)
    let angle = TiltAngle(gravity: calm).map { dial.update(towards: $0, interval: interval) }
    return LevelReading(
      timestamp: timestamp, angle: angle?.degrees, gravity: calm, orientation: classifier.orientation)
  }

  /// Takes device motion.
  mutating func update(_ motion: DeviceMotion) -> LevelReading {
    update(gravity: motion.gravity, acceleration: motion.gravity + motion.userAcceleration, at: motion.timestamp)
  }

  /// Takes a reading of an accelerometer alone.
  mutating func update(_ data: AccelerometerData) -> LevelReading {
    update(gravity: data.acceleration, acceleration: data.acceleration, at: data.timestamp)
  }
}
