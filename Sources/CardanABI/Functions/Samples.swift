// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Does something with the stream of a handle.
@inline(__always)
func perform<Operation: StreamOperation>(_ operation: inout Operation, on filter: OpaquePointer?) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  return memory.perform(&operation)
}

@c @implementation
public func cardan_update(
  _ filter: OpaquePointer?, _ interval: Double, _ angularRate: UnsafePointer<Double>?,
  _ specificForce: UnsafePointer<Double>?, _ magneticField: UnsafePointer<Double>?
) -> cardan_status {
  var operation = UpdateStream(
    interval: Real(interval), angularRate: angularRate, specificForce: specificForce, magneticField: magneticField)
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_update_float(
  _ filter: OpaquePointer?, _ interval: Float, _ angularRate: UnsafePointer<Float>?,
  _ specificForce: UnsafePointer<Float>?, _ magneticField: UnsafePointer<Float>?
) -> cardan_status {
  var operation = UpdateStream(
    interval: Real(interval), angularRate: angularRate, specificForce: specificForce, magneticField: magneticField)
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_update_at(
  _ filter: OpaquePointer?, _ timestamp: Int64, _ angularRate: UnsafePointer<Double>?,
  _ specificForce: UnsafePointer<Double>?, _ magneticField: UnsafePointer<Double>?
) -> cardan_status {
  var operation = UpdateStreamAtMoment(
    timestamp: timestamp,
    sample: MotionSample(
      interval: 0, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
      magneticField: Vector3(magneticField)))
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_add(
  _ filter: OpaquePointer?, _ sensor: cardan_sensor, _ timestamp: Int64, _ reading: UnsafePointer<Double>?
) -> cardan_status {
  let (merger, status) = separateSensors(of: filter)
  guard let merger else { return status }
  guard let sensor = SensorReading<Real>.Sensor(sensor) else { return CARDAN_BAD_ARGUMENT }
  merger.pointee.add(SensorReading(sensor, at: Timestamp(nanoseconds: timestamp), Vector3(reading)))
  return CARDAN_OK
}

@c @implementation
public func cardan_next(_ filter: OpaquePointer?) -> cardan_status {
  let (merger, status) = separateSensors(of: filter)
  guard let merger else { return status }
  guard let stamped = merger.pointee.next() else { return CARDAN_NOTHING_READY }
  var operation = UpdateStreamAtMoment(timestamp: stamped.timestamp.nanoseconds, sample: stamped.sample)
  return perform(&operation, on: filter)
}

@c @implementation
public func cardan_finish(_ filter: OpaquePointer?) -> cardan_status {
  let (merger, status) = separateSensors(of: filter)
  guard let merger else { return status }
  merger.pointee.finish()
  return CARDAN_OK
}

private func separateSensors(
  of filter: OpaquePointer?
) -> (merger: UnsafeMutablePointer<SeparateSensors>?, status: cardan_status) {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return (nil, status) }
  return (memory.merger, CARDAN_UNSUPPORTED)
}

extension SensorReading.Sensor where Scalar == Real {
  fileprivate init?(_ sensor: cardan_sensor) {
    switch sensor {
    case CARDAN_GYROSCOPE: self = .gyroscope
    case CARDAN_ACCELEROMETER: self = .accelerometer
    case CARDAN_MAGNETOMETER: self = .magnetometer
    default: return nil
    }
  }
}

/// An update by readings where the caller has them. Never inlined: a function for each filter, with the registers and the stack
/// of that filter alone, costs less than one for all.
private struct UpdateStream<Number: LaneElement>: StreamOperation {
  let interval: Real
  let angularRate: UnsafePointer<Number>?
  let specificForce: UnsafePointer<Number>?
  let magneticField: UnsafePointer<Number>?

  @inline(never)
  func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    stream.update(
      MotionSample(
        interval: interval, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
        magneticField: Vector3(magneticField)))
    return CARDAN_OK
  }
}

private struct UpdateStreamAtMoment: StreamOperation {
  let timestamp: Int64
  let sample: MotionSample<Real>

  @inline(__always)
  mutating func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    stream.update(sample, at: timestamp)
    return CARDAN_OK
  }
}
