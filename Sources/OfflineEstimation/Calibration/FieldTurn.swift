import Rotations

/// What a magnetometer reads before and after a turn that the gyroscope has measured.
struct FieldTurn: Sendable {
  /// One end of the turn.
  struct Moment: Sendable {
    /// The reading of the magnetometer, µT, as it is.
    var field: Vector3<Double>
    /// The direction of up in the body, of length 1; nil without an accelerometer.
    var up: Vector3<Double>?
    /// The angular rate, rad/s.
    var angularRate: Vector3<Double>
  }

  /// The beginning.
  var before: Moment
  /// The end.
  var after: Moment
  /// The turn: coordinates after it from coordinates before it.
  var afterFromBefore: Rotation<Double>
  /// How long it took, s.
  var duration: Double
}
