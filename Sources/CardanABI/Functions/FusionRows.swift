import CCardan

/// A recording and the place for its results, as a caller described them and as they were found to be right.
struct FusionRows {
  /// What goes in.
  let samples: SampleRows
  /// What comes out.
  let results: ResultRows

  /// Reads the descriptions of a caller, where no results is allowed.
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
