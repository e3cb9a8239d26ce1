#if !hasFeature(Embedded) && !CARDAN_SINGLE_PRECISION
  import AttitudeFilters
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// Stands in a stream for a filter that does its work elsewhere: first it writes down the samples that reach it, and later
  /// it answers with what was made of them. So recordings in lanes go through the same stream as one alone.
  struct TapeFilter: StreamFilter {
    /// Where it writes, or what it answers with.
    struct Parameters: NamedParameters, @unchecked Sendable {
      /// Takes the samples; nil when they have been written down.
      var samples: UnsafeMutablePointer<MotionSample<Double>>?
      /// What was made of them.
      var fused: UnsafePointer<FusedSample<Double>>?
      /// The details; nil where they are not wanted.
      var details: UnsafePointer<FusedDetails<Double>>?

      func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {}
    }

    let parameters: Parameters
    private var next = 0

    init(parameters: Parameters) { self.parameters = parameters }

    @inline(__always)
    mutating func update(_ sample: MotionSample<Double>) -> UpdateOutcome<Double> {
      defer { next += 1 }
      guard let samples = parameters.samples else { return UpdateOutcome(parameters.fused?[next].flags ?? []) }
      (samples + next).initialize(to: sample)
      return UpdateOutcome()
    }

    mutating func reset() { next = 0 }
    mutating func replace(with other: Self, where mask: Double.Mask) { if mask.isTrueInAnyLane { self = other } }

    @inline(__always)
    var referenceFromBody: Rotation<Double> { parameters.fused?[next - 1].referenceFromBody ?? .identity }
    @inline(__always)
    private var details: FusedDetails<Double>? { parameters.details?[next - 1] }
    @inline(__always)
    var gyroscopeBias: Vector3<Double> { details?.gyroscopeBias ?? .zero }
    @inline(__always)
    var correctedAngularRate: Vector3<Double> { details?.correctedAngularRate ?? .zero }
    @inline(__always)
    var tiltStandardDeviation: Double? { details?.tiltStandardDeviation }
    @inline(__always)
    var headingStandardDeviation: Double? { details?.headingStandardDeviation }
  }

  extension UpdateOutcome<Double> {
    /// The outcome that has these flags.
    @inline(__always)
    fileprivate init(_ flags: OutcomeFlags) {
      self.init()
      isAngularRateRejected = flags.contains(.angularRateRejected)
      isSpecificForceRejected = flags.contains(.specificForceRejected)
      isMagneticFieldRejected = flags.contains(.magneticFieldRejected)
      isIntervalRejected = flags.contains(.intervalRejected)
      isAfterGap = flags.contains(.afterGap)
      isAtRest = flags.contains(.atRest)
      isInitializing = flags.contains(.initializing)
      isFieldDisturbed = flags.contains(.fieldDisturbed)
      isSaturated = flags.contains(.saturated)
      isCorrectedByJump = flags.contains(.correctedByJump)
    }
  }
#endif
