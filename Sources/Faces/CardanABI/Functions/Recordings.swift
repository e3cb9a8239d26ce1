// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_fuse(
  _ filter: OpaquePointer?, _ recording: UnsafePointer<cardan_recording>?, _ results: UnsafePointer<cardan_results>?
) -> cardan_status {
  let (rows, status) = FusionRows.reading(recording, results)
  guard let rows else { return status }
  var operation = FuseRecording(rows: rows.samples, output: rows.results)
  return perform(&operation, on: filter)
}

/// Processes a recording from its first row to its last.
private struct FuseRecording: StreamOperation {
  let rows: SampleRows
  let output: ResultRows

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    // Local copies of what is constant over the rows.
    let (rows, output) = (rows, output)
    var index = 0
    while index < rows.count {
      let interval = rows.begin(index, in: &stream)
      _ = rows.withReadings(index) { UpdateStream(interval: interval, readings: $0).perform(on: &stream) }
      output.store(&stream, at: index)
      index += 1
    }
    return CARDAN_OK
  }
}
