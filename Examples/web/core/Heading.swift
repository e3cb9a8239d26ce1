import Rotations

/// The heading of a hand-held device as a compass shows it: radians from north towards east, in [0, 2 pi).
///
/// It is where the person looks who reads the screen: along the back (-z) of a device that is held upright, and along its
/// top edge (y) where it lies flatter than 45°, screen up or down.
func deviceHeading(_ enuFromBody: Rotation<Double>) -> Double {
  let screen = enuFromBody.rotate(.unitZ)
  let isFlat = abs(screen.z) > 0.70710678118654752
  let forward = isFlat ? enuFromBody.rotate(.unitY) : -screen
  let angle = Double.arcTangent(y: forward.x, x: forward.y)
  return angle < 0 ? angle + 2 * .pi : angle
}
