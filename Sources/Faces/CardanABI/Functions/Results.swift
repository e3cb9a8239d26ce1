// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import MotionSamples
import CCardan
import Rotations

@c @implementation
public func cardan_read(_ filter: OpaquePointer?, _ motion: UnsafeMutablePointer<cardan_motion>?) -> cardan_status {
  guard let motion else { return CARDAN_NULL_ARGUMENT }
  guard motion.pointee.size == MemoryLayout<cardan_motion>.size else { return CARDAN_BAD_SIZE }
  var operation = ReadMotion(motion: motion)
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_attitude(
  _ filter: OpaquePointer?, _ frame: cardan_frame, _ quaternion: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let quaternion else { return CARDAN_NULL_ARGUMENT }
  let (attitude, status) = attitude(of: filter, in: frame)
  attitude?.store(to: quaternion)
  return status
}

@c @implementation
public func cardan_attitude_matrix(
  _ filter: OpaquePointer?, _ frame: cardan_frame, _ matrix: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let matrix else { return CARDAN_NULL_ARGUMENT }
  let (attitude, status) = attitude(of: filter, in: frame)
  attitude?.storeMatrix(to: matrix)
  return status
}

@c @implementation
public func cardan_attitude_euler(
  _ filter: OpaquePointer?, _ frame: cardan_frame, _ sequence: cardan_euler_sequence,
  _ angles: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let angles else { return CARDAN_NULL_ARGUMENT }
  guard let sequence = EulerSequence(sequence) else { return CARDAN_BAD_ARGUMENT }
  let (attitude, status) = attitude(of: filter, in: frame)
  if let attitude { EulerAngles(attitude, sequence: sequence).store(to: angles) }
  return status
}

@c @implementation
public func cardan_gravity(_ filter: OpaquePointer?, _ gravity: UnsafeMutablePointer<Double>?) -> cardan_status {
  read(.gravity, of: filter, to: gravity)
}

@c @implementation
public func cardan_user_acceleration(
  _ filter: OpaquePointer?, _ acceleration: UnsafeMutablePointer<Double>?
) -> cardan_status {
  read(.userAcceleration, of: filter, to: acceleration)
}

@c @implementation
public func cardan_angular_rate(_ filter: OpaquePointer?, _ rate: UnsafeMutablePointer<Double>?) -> cardan_status {
  read(.angularRate, of: filter, to: rate)
}

@c @implementation
public func cardan_gyroscope_bias(_ filter: OpaquePointer?, _ bias: UnsafeMutablePointer<Double>?) -> cardan_status {
  read(.gyroscopeBias, of: filter, to: bias)
}

@c @implementation
public func cardan_gyroscope_bias_sigma(
  _ filter: OpaquePointer?, _ sigma: UnsafeMutablePointer<Double>?
) -> cardan_status {
  read(.gyroscopeBiasSigma, of: filter, to: sigma)
}

@c @implementation
public func cardan_hard_iron(_ filter: OpaquePointer?, _ hardIron: UnsafeMutablePointer<Double>?) -> cardan_status {
  read(.hardIron, of: filter, to: hardIron)
}

@c @implementation
public func cardan_sigmas(
  _ filter: OpaquePointer?, _ tilt: UnsafeMutablePointer<Double>?, _ heading: UnsafeMutablePointer<Double>?
) -> cardan_status {
  var operation = ReadSigmas(tilt: tilt, heading: heading)
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_flags(_ filter: OpaquePointer?) -> UInt32 {
  var operation = ReadFlags()
  _ = perform(&operation, on: filter)
  return operation.flags
}

@c @implementation
public func cardan_doubts(_ filter: OpaquePointer?) -> UInt32 {
  var operation = ReadDoubts()
  _ = perform(&operation, on: filter)
  return operation.doubts
}

private func attitude(
  of filter: OpaquePointer?, in frame: cardan_frame
) -> (attitude: Rotation<Double>?, status: cardan_status) {
  // The stream resolves the default frame.
  guard let known = ReferenceFrame(frame, else: .enu) else { return (nil, CARDAN_BAD_ARGUMENT) }
  var operation = ReadAttitude(frame: frame == CARDAN_FRAME_DEFAULT ? nil : known)
  let status = perform(&operation, on: filter)
  return (operation.attitude, status)
}

private func read(
  _ quantity: ReadVector.Quantity, of filter: OpaquePointer?, to numbers: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let numbers else { return CARDAN_NULL_ARGUMENT }
  var operation = ReadVector(quantity: quantity, numbers: numbers)
  return perform(&operation, on: filter)
}
