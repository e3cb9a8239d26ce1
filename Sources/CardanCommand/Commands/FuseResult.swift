import LogProcessing

/// What `cardan fuse` has of a log that it processed, now or in an earlier run.
struct FuseResult: Sendable {
  /// The record of the result.
  var record: LogResult
  /// The details beyond the record; nil for a result of an earlier run.
  var summary: FusionSummary?
}
