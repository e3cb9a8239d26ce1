#if canImport(VectorLanes)
  import AttitudeFilters
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// What came of one sample in a lane.
  struct LaneReading<Element: LaneElement>: MotionReading {
    /// From ENU to the frame of the settings.
    let outputFromENU: Rotation<Real>
    let separator: GravitySeparator<Real>
    let specificForce: Vector3<Element>
    let fused: FusedSample<Element>
    /// Read only where a recording wanted details.
    let details: UnsafePointer<FusedDetails<Element>>
    let isDiscontinuous: Bool

    @inline(__always) var enuFromBody: Rotation<Real> { Rotation(fused.referenceFromBody) }
    @inline(__always) var referenceFromBody: Rotation<Real> { outputFromENU * enuFromBody }
    @inline(__always) var gravity: Vector3<Real> { separator.gravity(inBodyOf: enuFromBody) }
    @inline(__always) var userAcceleration: Vector3<Real> { Vector3(specificForce) + gravity }
    @inline(__always) var angularRate: Vector3<Real> { Vector3(details.pointee.correctedAngularRate) }
    @inline(__always) var gyroscopeBias: Vector3<Real> { Vector3(details.pointee.gyroscopeBias) }
    @inline(__always) var tiltStandardDeviation: Real { Real(details.pointee.tiltStandardDeviation) }
    @inline(__always) var headingStandardDeviation: Real { Real(details.pointee.headingStandardDeviation) }
    @inline(__always) var flags: OutcomeFlags {
      var flags = fused.flags
      flags.set(.discontinuity, when: isDiscontinuous)
      return flags
    }
  }

  extension Vector3 where Scalar: LaneElement {
    /// The same vector in another precision.
    @inline(__always)
    init(_ other: Vector3<some LaneElement>) { self.init(x: Scalar(other.x), y: Scalar(other.y), z: Scalar(other.z)) }
  }

  extension Rotation where Scalar: LaneElement {
    /// The same rotation in another precision.
    @inline(__always)
    init(_ other: Rotation<some LaneElement>) {
      let (w, x, y, z) = (other.quaternion.w, other.quaternion.x, other.quaternion.y, other.quaternion.z)
      self.init(unchecked: Quaternion(w: Scalar(w), x: Scalar(x), y: Scalar(y), z: Scalar(z)))
    }
  }

  extension MotionSample where Scalar: LaneElement {
    /// The same sample in another precision.
    @inline(__always)
    init(_ other: MotionSample<some LaneElement>) {
      self.init(
        interval: Scalar(other.interval), angularRate: Vector3(other.angularRate),
        specificForce: Vector3(other.specificForce), magneticField: Vector3(other.magneticField))
    }
  }
#endif
