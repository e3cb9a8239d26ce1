import MotionSamples
import Rotations

/// The mounting of a sensor in a body, from directions that are known in the body and measured by the sensor.
public struct SensorMounting: Sendable {
  /// A direction known in the body and measured by the sensor: up at rest (the specific force), the axis of a turn (the angular
  /// rate). Lengths do not matter.
  public struct Direction: Sendable {
    /// In body axes.
    public var inBody: Vector3<Double>
    /// In the sensor's axes.
    public var inSensor: Vector3<Double>

    /// A direction from its vectors.
    public init(inBody: Vector3<Double>, inSensor: Vector3<Double>) {
      self.inBody = inBody
      self.inSensor = inSensor
    }
  }

  /// The rotation from sensor to body axes.
  public let bodyFromSensor: Rotation<Double>
  /// The largest angle between a given and a measured direction, rad.
  public let largestResidual: Double

  /// The least angle between two directions, rad (15 degrees).
  private static let leastSpan = 0.26
  /// The largest angle between given and measured directions, rad (20 degrees).
  private static let largestContradiction = 0.35

  /// Fits the mounting to directions (Wahba's problem, equal weights).
  ///
  /// Throws `directionsOnOneLine` if they do not determine it, `contradiction` if no mounting fits them.
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

  /// The nearest mounting in quarter turns, and the remaining angle in rad.
  public var nearestAxes: (mapping: AxisMapping, deviation: Double) { AxisMapping.nearest(to: bodyFromSensor) }

  /// The largest angle between two of the lines along the directions; 0 for a zero vector.
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

extension AxisMapping {
  /// The mounting in quarter turns nearest to a rotation, and the angle between them in rad, at most 62.8 degrees.
  public static func nearest(to bodyFromSensor: Rotation<Double>) -> (mapping: AxisMapping, deviation: Double) {
    var best = (mapping: AxisMapping.identity, deviation: bodyFromSensor.angle)
    for mapping in allCases {
      let deviation = bodyFromSensor.angle(to: Rotation(matrix: mapping.bodyFromSensor()))
      if deviation < best.deviation { best = (mapping, deviation) }
    }
    return best
  }
}

extension SignedAxis {
  /// The unit vector along the axis.
  var unitVector: Vector3<Double> {
    var vector = Vector3<Double>.zero
    vector[index] = isNegative ? -1 : 1
    return vector
  }
}
