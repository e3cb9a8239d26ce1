// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_observe_velocity(
  _ filter: OpaquePointer?, _ east: Double, _ north: Double, _ standardDeviation: Double, _ lag: Double
) -> cardan_status {
  guard standardDeviation.isDeviationOrNaN, lag.isNaN || (lag >= 0 && lag.isFinite) else { return CARDAN_BAD_ARGUMENT }
  var operation = ObserveVelocity(
    velocity: GroundVelocity(
      east: Real(east), north: Real(north), standardDeviation: standardDeviation.realUnlessNaN, lag: lag.realUnlessNaN))
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_observe_speed(
  _ filter: OpaquePointer?, _ speed: Double, _ standardDeviation: Double, _ lateralStandardDeviation: Double
) -> cardan_status {
  guard standardDeviation.isDeviationOrNaN, lateralStandardDeviation.isDeviationOrNaN else {
    return CARDAN_BAD_ARGUMENT
  }
  var operation = ObserveSpeed(
    speed: ForwardSpeed(
      Real(speed), standardDeviation: standardDeviation.realUnlessNaN,
      lateralStandardDeviation: lateralStandardDeviation.realUnlessNaN))
  return perform(&operation, on: filter)
}

private struct ObserveVelocity: StreamOperation {
  let velocity: GroundVelocity<Real>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real { stream.observe(velocity: velocity) ? CARDAN_OK : CARDAN_UNSUPPORTED }
}

private struct ObserveSpeed: StreamOperation {
  let speed: ForwardSpeed<Real>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real { stream.observe(speed: speed) ? CARDAN_OK : CARDAN_UNSUPPORTED }
}

extension Double {
  /// Whether this is a standard deviation, or not a number for the default.
  fileprivate var isDeviationOrNaN: Bool { isNaN || (self > 0 && isFinite) }

  fileprivate var realUnlessNaN: Real? { isNaN ? nil : Real(self) }
}
