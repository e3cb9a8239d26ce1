// CardanABI: the functions of `cardan.h`.
// It translates arguments and results; the work is in the modules below.

// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Performs an operation on the stream of a handle.
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
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  return memory.withReadings(angularRate, specificForce, magneticField) {
    var operation = UpdateStream(interval: Real(interval), readings: $0)
    return memory.perform(&operation)
  }
}

@c @implementation
public func cardan_update_float(
  _ filter: OpaquePointer?, _ interval: Float, _ angularRate: UnsafePointer<Float>?,
  _ specificForce: UnsafePointer<Float>?, _ magneticField: UnsafePointer<Float>?
) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  return memory.withReadings(angularRate, specificForce, magneticField) {
    var operation = UpdateStream(interval: Real(interval), readings: $0)
    return memory.perform(&operation)
  }
}

@c @implementation
public func cardan_update_at(
  _ filter: OpaquePointer?, _ timestamp: Int64, _ angularRate: UnsafePointer<Double>?,
  _ specificForce: UnsafePointer<Double>?, _ magneticField: UnsafePointer<Double>?
) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  return memory.withReadings(angularRate, specificForce, magneticField) {
    var operation = UpdateStreamAt(timestamp: timestamp, readings: $0)
    return memory.perform(&operation)
  }
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
  guard let timed = merger.pointee.next() else { return CARDAN_NOTHING_READY }
  return timed.sample.withReadings {
    var operation = UpdateStreamAt(timestamp: timed.timestamp.nanoseconds, readings: $0)
    return perform(&operation, on: filter)
  }
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
