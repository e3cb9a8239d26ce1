// What cardan.js calls. The caller owns all memory: an engine lies where `cardan_engine_size` bytes are free, at a multiple of
// 16. Vectors of three, quaternions w x y z; what is absent is not a number; see cardan.js for units and frames.

import AttitudeFilters
import DeviceGestures
import MotionSamples
import Rotations

typealias EnginePointer = UnsafeMutablePointer<Engine>

@c(cardan_engine_size)
public func engineSize() -> Int { MemoryLayout<Engine>.stride }

@c(cardan_initialize)
public func initialize(_ memory: UnsafeMutableRawPointer) {
  memory.initializeMemory(as: Engine.self, to: Engine())
}

@c(cardan_turn_outputs)
public func turnOutputs(_ memory: UnsafeMutableRawPointer, _ angle: Double) {
  engine(memory).pointee.turnOutputs(by: angle)
}

/// Takes a sample `interval` seconds after the one before, and returns the flags.
@c(cardan_update)
public func update(
  _ memory: UnsafeMutableRawPointer, _ interval: Double, _ rateX: Double, _ rateY: Double, _ rateZ: Double,
  _ forceX: Double, _ forceY: Double, _ forceZ: Double, _ fieldX: Double, _ fieldY: Double, _ fieldZ: Double
) -> UInt32 {
  let engine = engine(memory)
  engine.pointee.update(
    MotionSample(
      interval: interval, angularRate: Vector3(x: rateX, y: rateY, z: rateZ),
      specificForce: Vector3(x: forceX, y: forceY, z: forceZ),
      magneticField: Vector3(x: fieldX, y: fieldY, z: fieldZ)))
  return UInt32(truncatingIfNeeded: engine.pointee.stream.flags.rawValue)
}

/// What is doubtful about the readings so far, as bits.
@c(cardan_doubts)
public func doubts(_ memory: UnsafeMutableRawPointer) -> UInt32 {
  UInt32(truncatingIfNeeded: engine(memory).pointee.stream.doubts.rawValue)
}

/// Takes a sample of a moment in seconds, and returns the flags.
@c(cardan_update_at)
public func updateAt(
  _ memory: UnsafeMutableRawPointer, _ seconds: Double, _ rateX: Double, _ rateY: Double, _ rateZ: Double,
  _ forceX: Double, _ forceY: Double, _ forceZ: Double, _ fieldX: Double, _ fieldY: Double, _ fieldZ: Double
) -> UInt32 {
  let engine = engine(memory)
  engine.pointee.update(
    MotionSample(
      interval: 0, angularRate: Vector3(x: rateX, y: rateY, z: rateZ),
      specificForce: Vector3(x: forceX, y: forceY, z: forceZ),
      magneticField: Vector3(x: fieldX, y: fieldY, z: fieldZ)), at: seconds)
  return UInt32(truncatingIfNeeded: engine.pointee.stream.flags.rawValue)
}

/// Takes rows of samples with their moments in seconds, and writes the attitude, flags and orientation of each.
@c(cardan_fuse)
public func fuse(
  _ memory: UnsafeMutableRawPointer, _ count: Int, _ times: UnsafePointer<Double>, _ rates: UnsafePointer<Double>,
  _ forces: UnsafePointer<Double>, _ fields: UnsafePointer<Double>, _ quaternions: UnsafeMutablePointer<Double>,
  _ flags: UnsafeMutablePointer<UInt16>, _ orientations: UnsafeMutablePointer<UInt8>
) {
  let engine = engine(memory)
  for row in 0..<count {
    let sample = MotionSample(
      interval: 0, angularRate: vector(rates, row), specificForce: vector(forces, row),
      magneticField: vector(fields, row))
    engine.pointee.update(sample, at: times[row])
    write(engine.pointee.stream.outputFromBody.quaternion, to: quaternions + 4 * row)
    flags[row] = engine.pointee.stream.flags.rawValue
    orientations[row] = engine.pointee.orientation.rawValue
  }
}

/// Writes all that can be read after a sample, 22 numbers in the order of the lines below, and returns the orientation.
@c(cardan_read)
public func read(_ memory: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Double>) -> UInt32 {
  let engine = engine(memory)
  let attitude = engine.pointee.stream.outputFromBody
  write(attitude.quaternion, to: output)
  writeEuler(attitude, .zyx, to: output + 4)
  writeEuler(attitude, .zxy, to: output + 7)
  write(engine.pointee.stream.gravity, to: output + 10)
  write(engine.pointee.stream.userAcceleration, to: output + 13)
  write(engine.pointee.stream.filter.gyroscopeBias, to: output + 16)
  output[19] = deviceHeading(attitude)
  output[20] = engine.pointee.stream.tiltStandardDeviation
  output[21] = engine.pointee.stream.headingStandardDeviation
  return UInt32(truncatingIfNeeded: engine.pointee.orientation.rawValue)
}

/// Writes the angles of attitudes in the order z-x'-y″, and the heading: four numbers for each quaternion.
@c(cardan_angles)
public func angles(
  _ count: Int, _ quaternions: UnsafePointer<Double>, _ output: UnsafeMutablePointer<Double>
) {
  for row in 0..<count {
    let wxyz = quaternions + 4 * row
    let attitude = Rotation(unchecked: Quaternion(w: wxyz[0], x: wxyz[1], y: wxyz[2], z: wxyz[3]))
    writeEuler(attitude, .zxy, to: output + 4 * row)
    output[4 * row + 3] = deviceHeading(attitude)
  }
}

@inline(__always)
private func engine(_ memory: UnsafeMutableRawPointer) -> EnginePointer { memory.assumingMemoryBound(to: Engine.self) }

@inline(__always)
private func vector(_ numbers: UnsafePointer<Double>, _ row: Int) -> Vector3<Double> {
  Vector3(x: numbers[3 * row], y: numbers[3 * row + 1], z: numbers[3 * row + 2])
}

@inline(__always)
private func write(_ vector: Vector3<Double>, to output: UnsafeMutablePointer<Double>) {
  output[0] = vector.x
  output[1] = vector.y
  output[2] = vector.z
}

@inline(__always)
private func write(_ quaternion: Quaternion<Double>, to output: UnsafeMutablePointer<Double>) {
  output[0] = quaternion.w
  output[1] = quaternion.x
  output[2] = quaternion.y
  output[3] = quaternion.z
}

private func writeEuler(
  _ rotation: Rotation<Double>, _ sequence: EulerSequence, to output: UnsafeMutablePointer<Double>
) {
  let angles = EulerAngles(rotation, sequence: sequence)
  output[0] = angles.first
  output[1] = angles.second
  output[2] = angles.third
}
