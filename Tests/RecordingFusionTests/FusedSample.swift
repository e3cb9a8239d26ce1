import AttitudeFilters
import Rotations

/// What a recording's sample came to: the attitude, number by number, and the flags.
struct FusedSample: Equatable {
  var quaternion: Quaternion<Double>
  var flags: OutcomeFlags

  var enuFromBody: Rotation<Double> { Rotation(unchecked: quaternion) }

  init(_ enuFromBody: Rotation<Double>, _ flags: OutcomeFlags) {
    quaternion = enuFromBody.quaternion
    self.flags = flags
  }
}
