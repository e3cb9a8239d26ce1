import AttitudeFilters
import Rotations

/// The most used filters in lanes, compiled for one kind of processor and selected at run time.
///
/// The lanes are those of `LaneScheduler`, which takes the segments.
public struct LaneKernels<Element: LaneElement>: Sendable {
  /// Returns the next segment of a lane; see `LaneScheduler.run`.
  public typealias Segments = (Int) -> RecordingSegment<Element>?
  /// Runs a filter with these parameter values in lanes until no segments are left.
  ///
  /// Takes values because parameter types without lanes would be code shared with other modules, which must run on
  /// every processor.
  public typealias Kernel = @Sendable (ParameterValues, Segments) -> Void

  /// The number of lanes.
  public let laneCount: Int

  /// The default filter with 11 states.
  public let runDefault: Kernel
  /// VQF.
  public let runVQF: Kernel
  /// Madgwick's filter.
  public let runMadgwick: Kernel
  /// Mahony's filter.
  public let runMahony: Kernel

  /// The kernel of a filter; nil for a filter that has none.
  public func kernel(for filter: FilterKind) -> Kernel? {
    switch filter {
    case .default: runDefault
    case .vqf: runVQF
    case .madgwick: runMadgwick
    case .mahony: runMahony
    default: nil
    }
  }

  /// The kernels, compiled by the calling module; the backend has the module's own target.
  @inlinable
  public init<Backend: LaneBackend>(in backend: Backend.Type) where Backend.Element == Element {
    laneCount = Lanes<Backend>.count
    runDefault = { parameters, segments in
      var lanes = LaneScheduler<Backend, DefaultFilter<Lanes<Backend>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runVQF = { parameters, segments in
      var lanes = LaneScheduler<Backend, VQFFilter<Lanes<Backend>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runMadgwick = { parameters, segments in
      var lanes = LaneScheduler<Backend, MadgwickFilter<Lanes<Backend>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runMahony = { parameters, segments in
      var lanes = LaneScheduler<Backend, MahonyFilter<Lanes<Backend>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
  }
}
