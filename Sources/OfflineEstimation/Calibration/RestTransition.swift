import Rotations

/// The motion from one rest to the next, with every reading of the gyroscope.
struct RestTransition: Sendable {
  /// One reading, rad/s, and the seconds that it stands for.
  struct Step: Sendable {
    var angularRate: Vector3<Double>
    var interval: Double
  }

  /// The rest before.
  var before: RestSegment
  /// The rest after.
  var after: RestSegment
  /// The readings in between, in their order.
  var steps: [Step]
}
