import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// An operation on a stream, written once and compiled for each filter.
protocol StreamOperation {
  /// Performs the operation and returns its status.
  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real
}

extension FilterKind {
  /// The filter for a C value; nil for an unknown value, and for a filter that this build does not have.
  public init?(_ kind: cardan_filter_kind) {
    guard let number = UInt8(exactly: kind.rawValue), let known = FilterKind(rawValue: number), known.isCompiled else {
      return nil
    }
    self = known
  }
}

extension FilterMemory {
  /// Performs an operation on the stream, for any filter.
  @inline(__always)
  func perform<Operation: StreamOperation>(_ operation: inout Operation) -> cardan_status {
    var here = PerformInMemory(memory: self, operation: operation)
    let status = header.pointee.kind.performCompiled(&here)
    operation = here.operation
    return status
  }
}

/// An operation on the stream in a filter's memory.
private struct PerformInMemory<Operation: StreamOperation>: FilterOperation {
  typealias Scalar = Real
  let memory: FilterMemory
  var operation: Operation

  @inline(__always)
  mutating func perform<Filter: AttitudeFilter>(
    for filter: Filter.Type
  ) -> cardan_status where Filter.Scalar == Real { operation.perform(on: &memory.stream(of: filter).pointee) }
}
