import DeviceGestures
import MotionSamples
import Rotations

/// A change of orientation, or what a reading does to a shake: the counterpart of UIKit's `orientationDidChangeNotification`,
/// `motionBegan`, `motionEnded` and `motionCancelled`.
public struct DeviceGesture: MotionItem {
  /// What happened.
  public enum Change: Hashable, Sendable {
    /// The device has a new orientation.
    case orientation(DeviceOrientation)
    /// A shake began, ended or was cancelled.
    case shake(ShakeEvent)
  }

  /// The time of the reading, since the epoch of the source.
  public var timestamp: Timestamp
  /// What happened.
  public var change: Change

  /// A gesture from its parts.
  public init(timestamp: Timestamp, change: Change) {
    self.timestamp = timestamp
    self.change = change
  }
}

/// The gestures of a session, from readings of the accelerometer at session times.
struct GestureEstimator {
  private var detector: GestureDetector<Double>
  /// The session time of the last reading, ns.
  private var time: Int64?

  init(_ parameters: GestureParameters) {
    detector = GestureDetector(orientation: parameters.orientation, shake: parameters.shake)
  }

  var orientation: DeviceOrientation { detector.orientation }

  /// What a reading in device axes, m/s², changes; the first reading follows on nothing.
  mutating func changes(_ specificForce: Vector3<Double>, at time: Int64) -> [DeviceGesture.Change] {
    let interval = self.time.map { Double(time - $0) * 1e-9 } ?? 0
    self.time = time
    let found = detector.update(specificForce: specificForce, interval: interval)
    return [found.orientation.map { .orientation($0) }, found.shake.map { .shake($0) }].compactMap { $0 }
  }
}

/// The parameters of the gestures of a manager.
public struct GestureParameters: Sendable {
  /// When an orientation is taken, and when it is left. Default: those of `DeviceOrientationClassifier`.
  public var orientation = DeviceOrientationClassifier<Double>.Parameters()
  /// How strong, fast and long a shake is. Default: those of `ShakeDetector`.
  public var shake = ShakeDetector<Double>.Parameters()

  /// The defaults.
  public init() {}
}
