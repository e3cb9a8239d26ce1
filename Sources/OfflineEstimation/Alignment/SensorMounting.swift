import MotionSamples
import Rotations

/// How a sensor is mounted in a body, from directions that are known in the body and measured by the sensor.
public struct SensorMounting: Sendable {
  /// A direction known in the body and measured by the sensor: up in a rest pose (the specific force), the axis of a turn (the
  /// angular rate). Lengths do not matter.
  public struct Direction: Sendable {
    /// In body axes.
    public var inBody: Vector3<Double>
    /// In the sensor's axes.
    public var inSensor: Vector3<Double>

    /// A direction from both sides.
    public init(inBody: Vector3<Double>, inSensor: Vector3<Double>) {
      self.inBody = inBody
      self.inSensor = inSensor
    }
  }

  /// Turns coordinates in the sensor's axes into body axes.
  public let bodyFromSensor: Rotation<Double>
  /// The largest angle in rad that remains between a given and a measured direction.
  public let largestResidual: Double

  /// Directions must span at least this angle, in rad (15 degrees).
  private static let leastSpan = 0.26
  /// More than this in rad between given and measured is no noise (20 degrees).
  private static let largestContradiction = 0.35

  /// The mounting that fits the directions best (Wahba's problem, equal weights).
  ///
  /// Throws `directionsOnOneLine` where they do not determine it, and `contradiction` where no mounting fits them.
  public init(_ directions: [Direction]) throws(AlignmentError) {
    guard Self.span(directions.map(\.inBody)) > Self.leastSpan, Self.span(directions.map(\.inSensor)) > Self.leastSpan
    else { throw .directionsOnOneLine }
    var problem = WahbaProblem<Double>()
    for direction in directions { problem.add(DirectionPair(reference: direction.inBody, body: direction.inSensor)) }
    guard let solution = problem.solution else { throw .directionsOnOneLine }
    let rotation = solution.referenceFromBody
    let residuals = directions.map { Self.angle($0.inBody, rotation.rotate($0.inSensor)) }
    let largest = residuals.max() ?? 0
    guard largest < Self.largestContradiction else { throw .contradiction(angle: largest) }
    bodyFromSensor = rotation
    largestResidual = largest
  }

  /// The mounting in quarter turns that is nearest, for `--axes`, and the angle in rad that is left.
  public var nearestAxes: (mapping: AxisMapping, deviation: Double) { AxisMapping.nearest(to: bodyFromSensor) }

  /// The largest angle between two of the lines along the directions; 0 where one has no direction.
  private static func span(_ directions: [Vector3<Double>]) -> Double {
    var largest = 0.0
    for (index, left) in directions.enumerated() {
      for right in directions.dropFirst(index + 1) {
        let angle = angle(left, right)
        if angle.isFinite { largest = max(largest, min(angle, .pi - angle)) }
      }
    }
    return largest
  }

  private static func angle(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Double {
    Double.arcTangent(y: left.cross(right).length, x: left.dot(right))
  }
}
