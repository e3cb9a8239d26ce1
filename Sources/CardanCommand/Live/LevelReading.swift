import Foundation
import MotionFeatures
import MotionSamples
import MotionSessions
import Rotations

/// What an inclinometer shows at one moment.
struct LevelReading: Sendable {
  /// When.
  var timestamp: Timestamp
  /// The angle in the plane of the screen in degrees, in [0, 360); nil where the device is too flat to have one.
  var angle: Double?
  /// Gravity in device axes; it points down.
  var gravity: Vector3<Double>
  /// How the device is held.
  var orientation: DeviceOrientation

  /// How far the right side (x) and the top (y) are raised above the horizontal, in degrees.
  var slopes: (x: Double, y: Double) {
    let down = gravity.normalized ?? .zero
    let degrees = 180 / Double.pi
    // Adding zero makes a negative zero positive.
    return (asin(min(max(-down.x, -1), 1)) * degrees + 0, asin(min(max(-down.y, -1), 1)) * degrees + 0)
  }

  /// How far the angle is from the nearest quarter turn, in degrees in (-45, 45]: what a spirit level shows of a device
  /// that stands on an edge. The slope of x where it lies flat.
  var deviation: Double {
    guard let angle else { return slopes.x }
    return angle - 90 * (angle / 90).rounded()
  }

  /// A line of a fixed layout for programs and logs.
  var plainText: String {
    let time = Figures.fixed(Timestamp.seconds(ofNanoseconds: timestamp.nanoseconds), 3)
    return "\(time) s  \(summary)"
  }

  /// One line for a terminal: the summary with a bubble that moves to the side that is raised.
  func terminalText(width: Int) -> String {
    let room = min(41, width - summary.count - 5)
    guard room >= 9 else { return String(summary.prefix(max(0, width - 1))) }
    return "[\(bar(width: room | 1 == room ? room : room - 1))]  \(summary)"
  }

  private var summary: String {
    let slopes = slopes
    return [
      "angle", Self.number(angle, signed: false), "deg  slope x", Self.number(slopes.x, signed: true), "y",
      Self.number(slopes.y, signed: true), "deg ", orientation.name,
    ].joined(separator: " ")
  }

  private static func number(_ value: Double?, signed: Bool) -> String {
    guard let value else { return "    -" }
    return String(format: signed ? "%+5.1f" : "%5.1f", value)
  }

  /// A bubble between marks: in the middle within half a degree of level, at the ends from 45° on.
  func bar(width: Int) -> String {
    let middle = width / 2
    var cells = Array(repeating: Character(" "), count: width)
    cells[middle] = "|"
    let offset = Int((min(max(deviation / 45, -1), 1) * Double(middle)).rounded())
    cells[middle + offset] = abs(deviation) < 0.5 ? "*" : "o"
    return String(cells)
  }
}

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
