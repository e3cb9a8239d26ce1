#if canImport(VectorLanes)
  import AttitudeFilters
  import RecordingFusion
  import Rotations

  /// What came of one sample in a lane.
  struct LaneReading: MotionReading {
    /// From ENU to the frame of the settings.
    let outputFromENU: Rotation<Real>
    let separator: GravitySeparator<Real>
    let specificForce: Vector3<Real>
    let fused: FusedSample<Real>
    /// Read only where a recording wanted details.
    let details: UnsafePointer<FusedDetails<Real>>
    let isDiscontinuous: Bool

    @inline(__always) var referenceFromBody: Rotation<Real> { outputFromENU * fused.referenceFromBody }
    @inline(__always) var gravity: Vector3<Real> { separator.gravity(inBodyOf: fused.referenceFromBody) }
    @inline(__always) var userAcceleration: Vector3<Real> { specificForce + gravity }
    @inline(__always) var angularRate: Vector3<Real> { details.pointee.correctedAngularRate }
    @inline(__always) var gyroscopeBias: Vector3<Real> { details.pointee.gyroscopeBias }
    @inline(__always) var tiltStandardDeviation: Real { details.pointee.tiltStandardDeviation }
    @inline(__always) var headingStandardDeviation: Real { details.pointee.headingStandardDeviation }
    @inline(__always) var flags: OutcomeFlags {
      var flags = fused.flags
      flags.set(.discontinuity, when: isDiscontinuous)
      return flags
    }
  }
#endif
