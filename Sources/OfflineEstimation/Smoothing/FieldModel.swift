import Rotations

/// What the magnetometer of a recording measures: mean field of an interval = earth field + mean rotation · hard iron
/// + lag effect · lag.
struct FieldModel {
  /// The field of the place in the earth frame, µT.
  var earthField = Vector3<Double>.zero
  /// The hard iron in body axes, µT; zero where it is not estimated.
  var hardIron = Vector3<Double>.zero
  /// The lag that is left after the lag that was taken out already, s.
  var lagChange = 0.0

  /// The field of an interval in the earth frame without hard iron and lag.
  @inline(__always)
  func corrected(_ interval: IntervalMeasurement) -> Vector3<Double> {
    interval.field - interval.meanRotation * hardIron - interval.lagEffect * lagChange
  }

  /// How far an interval is from the model, µT.
  @inline(__always)
  func residual(_ interval: IntervalMeasurement) -> Double { (corrected(interval) - earthField).length }

  /// Turns the earth frame about the vertical.
  mutating func turn(_ rotation: Matrix3<Double>) { earthField = rotation * earthField }
}
