import LogProcessing

/// What `cardan fuse` has of a log that it processed, now or in an earlier run.
struct FuseResult: Sendable {
  /// The record of the result.
  var record: LogResult
  /// More than the record says; nil where the result is that of an earlier run.
  var summary: FusionSummary?
}
