import LiveSources
import DeviceGestures
import MotionSessions
import Rotations

/// Turns motion into the readings of `net.hadess.SensorProxy`.
struct SensorProxyReadings {
  private var meter = LevelMeter()
  private var orientation = SensorProxy.Orientation.undefined

  /// The tilt of the screen from the horizontal below which it faces up or down, in degrees.
  private static let flatTilt = 20.0

  /// The reading after a motion.
  mutating func update(_ motion: DeviceMotion) -> SensorProxy.Reading {
    reading(meter.update(motion), heading: motion.heading < 0 ? nil : motion.heading)
  }

  /// The reading of an accelerometer alone.
  mutating func update(_ data: AccelerometerData) -> SensorProxy.Reading { reading(meter.update(data), heading: nil) }

  private mutating func reading(_ level: LevelReading, heading: Double?) -> SensorProxy.Reading {
    switch level.orientation {
    case .portrait: orientation = .normal
    case .portraitUpsideDown: orientation = .bottomUp
    case .landscapeLeft: orientation = .rightUp
    case .landscapeRight: orientation = .leftUp
    // A device that is laid down keeps its orientation.
    case .faceUp, .faceDown, .unknown: break
    }
    return .init(orientation: orientation, tilt: Self.tilt(gravity: level.gravity), heading: heading)
  }

  private static func tilt(gravity: Vector3<Double>) -> SensorProxy.Tilt {
    let inPlane = (gravity.x * gravity.x + gravity.y * gravity.y).squareRoot()
    let elevation = Double.arcTangent(y: -gravity.z, x: inPlane) * 180 / .pi
    return switch elevation {
    case (90 - flatTilt)...: .faceUp
    case flatTilt...: .tiltedUp
    case ...(flatTilt - 90): .faceDown
    case ...(-flatTilt): .tiltedDown
    default: .vertical
    }
  }
}
