// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_fuse(
  _ filter: OpaquePointer?, _ recording: UnsafePointer<cardan_recording>?, _ results: UnsafePointer<cardan_results>?
) -> cardan_status {
  let (operation, status) = FuseRecording.reading(recording, results)
  guard var operation else { return status }
  return perform(&operation, on: filter)
}

/// A recording from its first row to its last.
struct FuseRecording: StreamOperation {
  let rows: SampleRows
  let output: ResultRows

  /// What a caller wants; nil with a reason for a description that is wrong.
  static func reading(
    _ recording: UnsafePointer<cardan_recording>?, _ results: UnsafePointer<cardan_results>?
  ) -> (operation: FuseRecording?, status: cardan_status) {
    guard let recording else { return (nil, CARDAN_NULL_ARGUMENT) }
    guard recording.pointee.size == MemoryLayout<cardan_recording>.size,
      results.map({ $0.pointee.size == MemoryLayout<cardan_results>.size }) ?? true
    else { return (nil, CARDAN_BAD_SIZE) }
    guard let rows = SampleRows(recording.pointee), let output = ResultRows(results?.pointee) else {
      return (nil, CARDAN_BAD_ARGUMENT)
    }
    return (FuseRecording(rows: rows, output: output), CARDAN_OK)
  }

  mutating func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    var index = 0
    while index < rows.count {
      let sample = rows.sample(index)
      if let timestamp = rows.timestamp(index) {
        stream.update(sample, at: timestamp)
      } else {
        stream.update(sample)
      }
      output.store(stream, at: index)
      index += 1
    }
    return CARDAN_OK
  }
}
