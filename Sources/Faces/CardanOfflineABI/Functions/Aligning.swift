// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import MotionSamples
import Rotations
import SensorCalibration

@c @implementation
public func cardan_align(
  _ first: UnsafePointer<cardan_recording>?, _ second: UnsafePointer<cardan_recording>?, _ largestOffset: Double,
  _ alignment: UnsafeMutablePointer<cardan_alignment>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  let (rows, status) = RecordingRows.reading(second)
  guard let rows else { return message.write("invalid description of the second recording", for: status) }
  return align(first, largestOffset, alignment, message) { () throws(AlignmentError) in try rows.rateTrack() }
}

@c @implementation
public func cardan_align_to_attitude(
  _ first: UnsafePointer<cardan_recording>?, _ count: Int, _ time: UnsafePointer<cardan_array>?,
  _ quaternion: UnsafePointer<cardan_array>?, _ largestOffset: Double,
  _ alignment: UnsafeMutablePointer<cardan_alignment>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let time, time.pointee.data != nil, let attitudes = NumberRows(quaternion) else {
    return message.write("time or quaternion is missing", for: CARDAN_NULL_ARGUMENT)
  }
  // The timestamps are read as those of a recording.
  var recording = cardan_recording()
  recording.size = MemoryLayout<cardan_recording>.size
  recording.count = count
  recording.time = time.pointee
  let (rows, status) = RecordingRows.reading(&recording)
  guard let rows else { return message.write("invalid description of the attitudes", for: status) }
  return align(first, largestOffset, alignment, message) { () throws(AlignmentError) in
    try rows.rateTrack(ofAttitudes: attitudes)
  }
}

@c @implementation
public func cardan_find_mounting(
  _ recording: UnsafePointer<cardan_recording>?, _ up: Int32, _ turn: Int32,
  _ mounting: UnsafeMutablePointer<cardan_mounting>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let mounting else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard mounting.pointee.size == MemoryLayout<cardan_mounting>.size else {
    return message.write("invalid result size", for: CARDAN_BAD_SIZE)
  }
  guard let up = SignedAxis(up), let turn = SignedAxis(turn), up.index != turn.index else {
    return message.write("up and turn must be two different axes: ±1, ±2 or ±3", for: CARDAN_BAD_AXES)
  }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("invalid recording description", for: status) }
  var motion = MountingMotion()
  rows.forEachTimestamped { sample, timestamp in
    motion.add(angularRate: sample.angularRate, specificForce: sample.specificForce, at: timestamp)
  }
  do throws(AlignmentError) {
    mounting.pointee = cardan_mounting(try motion.mounting(up: up, turn: turn))
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: CARDAN_UNDETERMINED)
  }
}

private func align(
  _ first: UnsafePointer<cardan_recording>?, _ largestOffset: Double,
  _ alignment: UnsafeMutablePointer<cardan_alignment>?, _ message: MessageBuffer,
  to second: () throws(AlignmentError) -> RateTrack
) -> cardan_status {
  guard let alignment else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard alignment.pointee.size == MemoryLayout<cardan_alignment>.size else {
    return message.write("invalid result size", for: CARDAN_BAD_SIZE)
  }
  guard (0...3600).contains(largestOffset) else {
    return message.write("largest offset outside 0 to 3600 s", for: CARDAN_BAD_ARGUMENT)
  }
  let (rows, status) = RecordingRows.reading(first)
  guard let rows else { return message.write("invalid description of the first recording", for: status) }
  do throws(AlignmentError) {
    alignment.pointee = cardan_alignment(
      try RelativeAlignment(first: try rows.rateTrack(), second: try second(), offsetLimit: largestOffset))
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: CARDAN_UNDETERMINED)
  }
}

extension cardan_alignment {
  fileprivate init(_ alignment: RelativeAlignment) {
    let nearest = alignment.nearestAxes
    self.init(
      size: MemoryLayout<cardan_alignment>.size, first_from_second: alignment.firstFromSecond.wxyz,
      rotation_sigma: alignment.rotationDeviation.xyz, clock_offset: alignment.clockOffset,
      clock_offset_sigma: alignment.clockOffsetDeviation, bias_difference: alignment.biasDifference.xyz,
      rate_ratio: alignment.rateRatio, explained: alignment.explained, residual: alignment.residual,
      nearest_axes: nearest.mapping.numbers, nearest_axes_deviation: nearest.deviation, count: alignment.count)
  }
}

extension cardan_mounting {
  fileprivate init(_ mounting: SensorMounting) {
    let nearest = mounting.nearestAxes
    self.init(
      size: MemoryLayout<cardan_mounting>.size, body_from_sensor: mounting.bodyFromSensor.wxyz,
      nearest_axes: nearest.mapping.numbers, nearest_axes_deviation: nearest.deviation,
      largest_residual: mounting.largestResidual)
  }
}

extension AxisMapping {
  /// 1, 2, 3 for x, y, z; negative for the opposite direction.
  fileprivate var numbers: (Int32, Int32, Int32) { (Self.number(x), Self.number(y), Self.number(z)) }

  private static func number(_ axis: SignedAxis) -> Int32 { Int32(axis.isNegative ? -axis.index - 1 : axis.index + 1) }
}

extension Vector3<Double> {
  fileprivate var xyz: (Double, Double, Double) { (x, y, z) }
}

extension Rotation<Double> {
  fileprivate var wxyz: (Double, Double, Double, Double) { (quaternion.w, quaternion.x, quaternion.y, quaternion.z) }
}
