import AttitudeFilters
import Rotations

/// The filters in eight lanes of double precision, compiled for one kind of processor: code that is chosen when a program
/// runs. The lanes are those of `LaneScheduler`, to which the segments go.
public struct LaneKernels: Sendable {
  /// Gives a lane its next segment; see `LaneScheduler.run`.
  public typealias Segments = (Int) -> RecordingSegment<Double>?
  /// Runs a filter with these parameters in lanes until there are no more segments.
  public typealias Kernel<Parameters> = @Sendable (Parameters, Segments) -> Void

  /// How many lanes there are.
  public static let laneCount = 8

  /// The default filter with 11 states.
  public let runDefault: Kernel<VelocityBoundedParameters<Double>>
  /// The default filter with 14 states.
  public let runDefault14: Kernel<VelocityBoundedParameters<Double>>
  /// VQF.
  public let runVQF: Kernel<VQFParameters<Double>>
  /// The multiplicative Kalman filter.
  public let runMultiplicativeKalman: Kernel<MultiplicativeKalmanParameters<Double>>
  /// Madgwick's filter.
  public let runMadgwick: Kernel<MadgwickParameters<Double>>
  /// Mahony's filter.
  public let runMahony: Kernel<MahonyParameters<Double>>
  /// Valenti's complementary filter.
  public let runComplementary: Kernel<ComplementaryParameters<Double>>

  /// The kernels as the calling module compiles them, under the name of its target.
  @inlinable
  public init<Target: LaneTarget>(compiledFor target: Target.Type) {
    typealias Eight = DoubleBy8<Target>
    runDefault = { parameters, segments in
      var lanes = LaneScheduler<Eight, DefaultFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runDefault14 = { parameters, segments in
      var lanes = LaneScheduler<Eight, DefaultFilter14<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runVQF = { parameters, segments in
      var lanes = LaneScheduler<Eight, VQFFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runMultiplicativeKalman = { parameters, segments in
      var lanes = LaneScheduler<Eight, MultiplicativeKalmanFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runMadgwick = { parameters, segments in
      var lanes = LaneScheduler<Eight, MadgwickFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runMahony = { parameters, segments in
      var lanes = LaneScheduler<Eight, MahonyFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
    runComplementary = { parameters, segments in
      var lanes = LaneScheduler<Eight, ComplementaryFilter<Lanes<Eight>>>(parameters: .init(parameters))
      lanes.run(segments)
    }
  }
}
