import DeviceGestures
import JSONCoding
import LogTables
import MotionSamples
import MotionSessions
import Rotations
import SystemLibrary

/// A reading of the inclinometer.
struct LevelReading: Sendable {
  var timestamp: Timestamp
  /// The angle in the plane of the screen in degrees, in [0, 360); nil for a flat device.
  var angle: Double?
  /// Gravity in device axes, pointing down.
  var gravity: Vector3<Double>
  /// The position of the device.
  var orientation: DeviceOrientation

  /// The elevation of the right side (x) and the top (y) above the horizontal, in degrees.
  var slopes: (x: Double, y: Double) {
    let down = gravity.normalized ?? .zero
    let degrees = 180 / Double.pi
    // Adding zero turns a negative zero into a positive one.
    return (asin(min(max(-down.x, -1), 1)) * degrees + 0, asin(min(max(-down.y, -1), 1)) * degrees + 0)
  }

  /// The angle from the nearest quarter turn, in degrees in (-45, 45], as a spirit level shows it for a device on its edge;
  /// the slope of x for a flat device.
  var deviation: Double {
    guard let angle else { return slopes.x }
    return angle - 90 * (angle / 90).rounded()
  }

  /// A line of fixed layout, for programs.
  var plainText: String {
    let time = Figures.fixed(Timestamp.seconds(ofNanoseconds: timestamp.nanoseconds), 3)
    return "\(time) s  \(summary)"
  }

  /// A line of JSON; the angle of a flat device is null.
  var json: String {
    let slopes = slopes
    func rounded(_ value: Double) -> Double? { value.isFinite ? (value * 1000).rounded() / 1000 : nil }
    return JSON.report(
      Line(
        t: rounded(Timestamp.seconds(ofNanoseconds: timestamp.nanoseconds)), angle: angle.flatMap(rounded),
        slopeX: rounded(slopes.x), slopeY: rounded(slopes.y), orientation: orientation.name), .line)
  }

  private struct Line: Encodable {
    var t, angle, slopeX, slopeY: Double?
    var orientation: String

    func encode(to encoder: any Encoder) throws {
      // What is missing is null.
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(t, forKey: .t)
      try container.encode(angle, forKey: .angle)
      try container.encode(slopeX, forKey: .slopeX)
      try container.encode(slopeY, forKey: .slopeY)
      try container.encode(orientation, forKey: .orientation)
    }

    private enum CodingKeys: CodingKey { case t, angle, slopeX, slopeY, orientation }
  }

  /// A line for a terminal: a bubble that moves towards the raised side, and the summary.
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
    return String(value, format: signed ? "%+5.1f" : "%5.1f")
  }

  /// A bubble between marks: in the middle within 0.5° of level, at the ends from 45°.
  func bar(width: Int) -> String {
    let middle = width / 2
    var cells = Array(repeating: Character(" "), count: width)
    cells[middle] = "|"
    let offset = Int(saturating: (min(max(deviation / 45, -1), 1) * Double(middle)).rounded())
    cells[middle + offset] = abs(deviation) < 0.5 ? "*" : "o"
    return String(cells)
  }
}

/// The inclinometer of `cardan level`: smooths gravity to an angle and classifies the position.
struct LevelMeter {
  private var dial = SpringDial<Double>(frequency: 1.5, dampingRatio: 0.8)
  private var classifier = DeviceOrientationClassifier<Double>()
  private var lowPass = LowPassFilter<Double>(cutoff: 3)
  private var last: Timestamp?

  /// Updates the meter and returns its reading.
  ///
  /// - Parameters:
  ///   - gravity: Gravity in device axes, in g, pointing down.
  ///   - acceleration: The reading of the accelerometer in g with Core Motion's sign: gravity at rest.
  ///   - timestamp: The time of both.
  mutating func update(gravity: Vector3<Double>, acceleration: Vector3<Double>, at timestamp: Timestamp) -> LevelReading
  {
    let elapsed = last.map { timestamp.seconds(since: $0) } ?? 0
    // A jump of the timestamps counts as one second.
    let interval = (0...1).contains(elapsed) ? elapsed : 1
    last = timestamp
    classifier.update(specificForce: -AccelerationUnit.standardGravities.toSI(acceleration), interval: interval)
    let calm = lowPass.update(gravity, interval: interval)
    let angle = TiltAngle(gravity: calm).map { dial.update(towards: $0, interval: interval) }
    return LevelReading(
      timestamp: timestamp, angle: angle?.degrees, gravity: calm, orientation: classifier.orientation)
  }

  /// Updates the meter with device motion.
  mutating func update(_ motion: DeviceMotion) -> LevelReading {
    update(gravity: motion.gravity, acceleration: motion.gravity + motion.userAcceleration, at: motion.timestamp)
  }

  /// Updates the meter with an accelerometer alone.
  mutating func update(_ data: AccelerometerData) -> LevelReading {
    update(gravity: data.acceleration, acceleration: data.acceleration, at: data.timestamp)
  }
}
