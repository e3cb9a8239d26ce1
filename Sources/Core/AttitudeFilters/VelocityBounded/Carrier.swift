import MotionSamples
import Rotations

/// The carrier of the sensor: what the default filter may assume of its velocity.
@frozen
public enum Carrier: UInt8, Sendable {
  /// Any carrier: the density of its velocity is learned.
  case automatic
  /// A hand or a limb that stays in its place.
  case hand
  /// A walking person.
  case walk
  /// A drone that hovers and flies.
  case drone
  /// A car, a motorcycle, a train or a fixed-wing aircraft: it moves along one axis of the body, `forwardAxis`, only.
  case vehicle

  /// The names in `--carrier`, in the order of the raw values.
  @inlinable static var names: StaticString { "auto hand walk drone vehicle" }

  /// The spectral density of the velocity, (m/s)² s; 0 to learn it.
  @inlinable
  func velocityDensity<Scalar: RealLanes>(as type: Scalar.Type) -> Scalar {
    switch self {
    case .automatic, .vehicle: 0.0
    case .hand: 0.1
    case .walk, .drone: 2.0
    }
  }
}

extension VelocityBoundedParameters {
  /// The fixed spectral density of the velocity, (m/s)² s: the one given, else that of the carrier; 0 to learn it.
  @inlinable @inline(__always)
  var fixedVelocityDensity: Scalar {
    carrier.velocityDensity(as: Scalar.self).replacing(with: velocityDensity, where: velocityDensity .> 0.0)
  }

  /// The axis along which the carrier moves, in body axes.
  @inlinable @inline(__always)
  var forward: Vector3<Scalar> {
    let size: Scalar = forwardAxis.isNegative ? -1.0 : 1.0
    var forward = Vector3<Scalar>.zero
    forward[forwardAxis.index] = size
    return forward
  }
}

extension ParameterVisitor {
  /// Visits a signed axis of the body.
  @inlinable @inline(__always)
  mutating func axis(_ name: StaticString, _ axis: inout SignedAxis, _ summary: StaticString) {
    var number = axis.index + (axis.isNegative ? 3 : 0)
    choice(name, "x y z -x -y -z", &number, summary)
    let positive: SignedAxis = number % 3 == 0 ? .x : number % 3 == 1 ? .y : .z
    axis = number < 3 ? positive : -positive
  }

  /// Visits the carrier.
  @inlinable @inline(__always)
  mutating func carrier(_ carrier: inout Carrier) {
    var number = Int(carrier.rawValue)
    choice(
      "carrier", Carrier.names, &number,
      "What carries the sensor: auto learns the density of its velocity, hand is 0.1 (m/s)^2 s, walk and drone are 2, a vehicle moves along the forward axis only."
    )
    carrier = Carrier(rawValue: UInt8(truncatingIfNeeded: number)) ?? .automatic
  }
}
