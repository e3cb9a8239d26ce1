import AttitudeFilters
import MotionSamples
import Rotations

/// A filter of this library: its parameters have names, and it may know more about the sensors than every filter does.
protocol StreamFilter: AttitudeFilter where Scalar == Real, Parameters: NamedParameters {
  /// One standard deviation of the gyroscope's bias, rad/s; nil where the filter has none.
  var knownBiasStandardDeviation: Vector3<Real>? { get }
  /// The magnetometer's hard iron, µT; nil where the filter does not look for one.
  var knownHardIron: Vector3<Real>? { get }
}

extension StreamFilter {
  var knownBiasStandardDeviation: Vector3<Real>? { nil }
  var knownHardIron: Vector3<Real>? { nil }
}

extension VelocityBoundedFilter: StreamFilter where Scalar == Real {
  @inline(__always)
  var knownBiasStandardDeviation: Vector3<Real>? { gyroscopeBiasStandardDeviation }
  @inline(__always)
  var knownHardIron: Vector3<Real>? { magnetometerHardIron }
}

extension MultiplicativeKalmanFilter: StreamFilter where Scalar == Real {
  @inline(__always)
  var knownBiasStandardDeviation: Vector3<Real>? { gyroscopeBiasStandardDeviation }
}

extension VQFFilter: StreamFilter where Scalar == Real {}
extension MadgwickFilter: StreamFilter where Scalar == Real {}
extension MahonyFilter: StreamFilter where Scalar == Real {}
extension ComplementaryFilter: StreamFilter where Scalar == Real {}
