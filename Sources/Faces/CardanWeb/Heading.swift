import DeviceGestures
import Rotations

/// The heading of a hand-held device as a compass on it shows it (`DeviceHeading`): radians from north towards east, in [0, 2 pi).
func deviceHeading(_ enuFromBody: Rotation<Double>) -> Double {
  let direction = DeviceHeading.direction(whereUpIs: enuFromBody.inverse.rotate(.unitZ))
  let forward = enuFromBody.rotate(direction)
  let angle = Double.arcTangent(y: forward.x, x: forward.y)
  return angle < 0 ? angle + 2 * .pi : angle
}
