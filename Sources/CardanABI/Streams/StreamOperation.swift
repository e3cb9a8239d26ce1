import AttitudeFilters
import Rotations
import MotionSamples
import CCardan

/// Something to be done with a stream, written once and compiled for each filter.
protocol StreamOperation {
  /// Does it and says what became of it.
  mutating func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status
}

/// Something to be done with the type of a filter before there is one.
protocol FilterOperation {
  /// What comes of it.
  associatedtype Result
  /// Does it.
  mutating func perform<Filter: StreamFilter>(for filter: Filter.Type) -> Result
}

extension cardan_filter_kind {
  /// Does something for the filter of this kind; nil where there is none.
  @inline(__always)
  func perform<Operation: FilterOperation>(_ operation: inout Operation) -> Operation.Result? {
    switch self {
    case CARDAN_FILTER_DEFAULT: operation.perform(for: DefaultFilter<Real>.self)
    case CARDAN_FILTER_DEFAULT14: operation.perform(for: DefaultFilter14<Real>.self)
    case CARDAN_FILTER_VQF: operation.perform(for: VQFFilter<Real>.self)
    case CARDAN_FILTER_MADGWICK: operation.perform(for: MadgwickFilter<Real>.self)
    case CARDAN_FILTER_MAHONY: operation.perform(for: MahonyFilter<Real>.self)
    case CARDAN_FILTER_MEKF: operation.perform(for: MultiplicativeKalmanFilter<Real>.self)
    case CARDAN_FILTER_COMPLEMENTARY: operation.perform(for: ComplementaryFilter<Real>.self)
    default: nil
    }
  }
}

extension FilterMemory {
  /// Does something with the stream, whatever its filter is: one jump, and then code for that filter alone.
  @inline(__always)
  func perform<Operation: StreamOperation>(_ operation: inout Operation) -> cardan_status {
    switch header.pointee.kind {
    case CARDAN_FILTER_DEFAULT: operation.perform(on: &stream(of: DefaultFilter<Real>.self).pointee)
    case CARDAN_FILTER_DEFAULT14: operation.perform(on: &stream(of: DefaultFilter14<Real>.self).pointee)
    case CARDAN_FILTER_VQF: operation.perform(on: &stream(of: VQFFilter<Real>.self).pointee)
    case CARDAN_FILTER_MADGWICK: operation.perform(on: &stream(of: MadgwickFilter<Real>.self).pointee)
    case CARDAN_FILTER_MAHONY: operation.perform(on: &stream(of: MahonyFilter<Real>.self).pointee)
    case CARDAN_FILTER_MEKF: operation.perform(on: &stream(of: MultiplicativeKalmanFilter<Real>.self).pointee)
    case CARDAN_FILTER_COMPLEMENTARY: operation.perform(on: &stream(of: ComplementaryFilter<Real>.self).pointee)
    default: CARDAN_BAD_HANDLE
    }
  }
}
