import AttitudeFilters
import MotionSamples
import CCardan
import Rotations

/// Reads the complete motion.
struct ReadMotion: StreamOperation {
  let motion: UnsafeMutablePointer<cardan_motion>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    motion.pointee.fill(with: stream.motion())
    return CARDAN_OK
  }
}

extension cardan_motion {
  /// Fills in all fields but the size.
  @inline(__always)
  mutating func fill(with motion: Motion<Real>) {
    quaternion = motion.outputFromBody.numbers
    gravity = motion.gravity.numbers
    user_acceleration = motion.userAcceleration.numbers
    angular_rate = motion.angularRate.numbers
    gyroscope_bias = motion.gyroscopeBias.numbers
    tilt_sigma = Double(motion.tiltStandardDeviation)
    heading_sigma = Double(motion.headingStandardDeviation)
    timestamp = motion.timestamp.nanoseconds
    flags = UInt32(motion.flags.rawValue)
  }
}

/// Reads the attitude in a frame; nil for the frame of the options.
struct ReadAttitude: StreamOperation {
  let frame: ReferenceFrame?
  /// The attitude, in double precision for every filter: conversions are not the filter's work.
  private(set) var attitude: Rotation<Double>?

  init(frame: ReferenceFrame?) { self.frame = frame }

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let enuFromBody = stream.filter.enuFromBody
    let outputFromBody =
      if let frame, frame != stream.frame.frame {
        stream.frame.outputFromENU(in: frame) * enuFromBody
      } else {
        stream.frame.outputFromBody(enuFromBody)
      }
    let (w, x, y, z) = outputFromBody.numbers
    attitude = Rotation(unchecked: Quaternion(w: w, x: x, y: y, z: z))
    return CARDAN_OK
  }
}

/// Reads one vector in body axes.
struct ReadVector: StreamOperation {
  /// The vector to read.
  enum Quantity {
    case gravity
    case userAcceleration
    case angularRate
    case gyroscopeBias
    case gyroscopeBiasSigma
    case hardIron
  }

  let quantity: Quantity
  let numbers: UnsafeMutablePointer<Double>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let vector: Vector3<Real>? =
      switch quantity {
      case .gravity: stream.gravity
      case .userAcceleration: stream.userAcceleration
      case .angularRate: stream.filter.correctedAngularRate
      case .gyroscopeBias: stream.filter.gyroscopeBias
      case .gyroscopeBiasSigma: stream.filter.gyroscopeBiasStandardDeviation
      case .hardIron: stream.filter.magnetometerHardIron
      }
    guard let vector else { return CARDAN_UNSUPPORTED }
    vector.store(to: numbers)
    return CARDAN_OK
  }
}

/// Reads the standard deviations of the attitude.
struct ReadSigmas: StreamOperation {
  let tilt: UnsafeMutablePointer<Double>?
  let heading: UnsafeMutablePointer<Double>?

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    tilt?.pointee = Double(stream.tiltStandardDeviation)
    heading?.pointee = Double(stream.headingStandardDeviation)
    return CARDAN_OK
  }
}

/// Reads the flags of the last sample.
struct ReadFlags: StreamOperation {
  private(set) var flags: UInt32 = 0

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    flags = UInt32(stream.flags.rawValue)
    return CARDAN_OK
  }
}

/// Reads the doubts about the readings so far.
struct ReadDoubts: StreamOperation {
  private(set) var doubts: UInt32 = 0

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    doubts = UInt32(stream.doubts.rawValue)
    return CARDAN_OK
  }
}
