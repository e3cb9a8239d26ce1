import Rotations

/// The heading of a hand-held device as a compass shows it: radians from north towards east, in [0, 2 pi).
///
/// It is where the top edge (y) points, and where the back (-z) looks once the screen stands steeper than 60°, because the top
/// edge of an upright device points to the sky.
func deviceHeading(_ enuFromBody: Rotation<Double>) -> Double {
  let screen = enuFromBody.rotate(.unitZ)
  let isSteep = abs(screen.z) < 0.5
  let forward = isSteep ? -screen : enuFromBody.rotate(.unitY)
  let angle = Double.arcTangent(y: forward.x, x: forward.y)
  return angle < 0 ? angle + 2 * .pi : angle
}
