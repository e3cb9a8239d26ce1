import MotionSamples
import Rotations

/// What carries the sensor: what the default filter may assume of its velocity.
@frozen
public enum Platform: UInt8, Sendable {
  /// Anything: the filter learns how its velocity varies.
  case automatic
  /// A car, a motorcycle, a train or a fixed-wing aircraft: it moves along one axis of the body, `forwardAxis`, only.
  case vehicle

  /// The names in `--platform`, in the order of the raw values.
  @export(implementation) static var names: StaticString { "auto vehicle" }
}

extension VelocityBoundedParameters {
  /// The axis along which a vehicle moves, in body axes.
  @export(implementation) @inline(__always)
  var forward: Vector3<Scalar> {
    let size: Scalar = forwardAxis.isNegative ? -1.0 : 1.0
    var forward = Vector3<Scalar>.zero
    forward[forwardAxis.index] = size
    return forward
  }
}

extension ParameterVisitor {
  /// Visits a signed axis of the body.
  @export(implementation) @inline(__always)
  mutating func axis(_ name: StaticString, _ axis: inout SignedAxis, _ summary: StaticString) {
    var number = axis.index + (axis.isNegative ? 3 : 0)
    choice(name, "x y z -x -y -z", &number, summary)
    let positive: SignedAxis = number % 3 == 0 ? .x : number % 3 == 1 ? .y : .z
    axis = number < 3 ? positive : -positive
  }

  /// Visits the platform.
  @export(implementation) @inline(__always)
  mutating func platform(_ platform: inout Platform) {
    var number = Int(platform.rawValue)
    choice(
      "platform", Platform.names, &number,
      "What carries the sensor: auto learns how its velocity varies, a vehicle moves along the forward axis only.")
    platform = Platform(rawValue: UInt8(truncatingIfNeeded: number)) ?? .automatic
  }
}
