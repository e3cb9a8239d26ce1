import CCardan

/// A recording and the arrays for its results, validated.
struct FusionRows {
  /// The input.
  let samples: SampleRows
  /// The output.
  let results: ResultRows

  /// Reads and validates the caller's descriptions; the results may be null.
  static func reading(
    _ recording: UnsafePointer<cardan_recording>?, _ results: UnsafePointer<cardan_results>?
  ) -> (rows: FusionRows?, status: cardan_status) {
    guard let recording else { return (nil, CARDAN_NULL_ARGUMENT) }
    guard recording.pointee.size == MemoryLayout<cardan_recording>.size,
      results.map({ $0.pointee.size == MemoryLayout<cardan_results>.size }) ?? true
    else { return (nil, CARDAN_BAD_SIZE) }
    guard let rows = SampleRows(recording.pointee), let output = ResultRows(results) else {
      return (nil, CARDAN_BAD_ARGUMENT)
    }
    return (FusionRows(samples: rows, results: output), CARDAN_OK)
  }
}
