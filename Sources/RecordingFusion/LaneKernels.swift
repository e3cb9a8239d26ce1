import AttitudeFilters
import Rotations

/// The filters that many recordings are run through most, in lanes, compiled for one kind of processor: code that is chosen
/// when a program runs. The lanes are those of `LaneScheduler`, to which the segments go.
public struct LaneKernels<Element: LaneElement>: Sendable {
  /// Gives a lane its next segment; see `LaneScheduler.run`.
  public typealias Segments = (Int) -> RecordingSegment<Element>?
  /// Runs a filter with the values of its parameters in lanes until there are no more segments. Values, because parameters
  /// that are no lanes would be code that this module shares with others, and those must run on every processor.
  public typealias Kernel = @Sendable (ParameterValues, Segments) -> Void

  /// How many lanes there are.
  public let laneCount: Int

  /// The default filter with 11 states.
  public let runDefault: Kernel
  /// VQF.
  public let runVQF: Kernel
  /// Madgwick's filter.
  public let runMadgwick: Kernel
  /// Mahony's filter.
  public let runMahony: Kernel

  /// The kernels as the calling module compiles them; the backend has the module's own target.
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
