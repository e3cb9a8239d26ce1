import AttitudeFilters
import Rotations

/// What a recording's sample came to: the attitude, number by number, and the flags.
struct FusedSample: Equatable {
  var quaternion: Quaternion<Double>
  var flags: OutcomeFlags

  var referenceFromBody: Rotation<Double> { Rotation(unchecked: quaternion) }

  init(_ referenceFromBody: Rotation<Double>, _ flags: OutcomeFlags) {
    quaternion = referenceFromBody.quaternion
    self.flags = flags
  }
}
