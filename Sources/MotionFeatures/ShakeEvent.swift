/// What a `ShakeDetector` tells, as UIKit tells of `motionShake`.
@frozen
public enum ShakeEvent: UInt8, Sendable {
  /// A shake seems to have begun.
  case began
  /// The shake is over, and it was one.
  case ended
  /// It was none: too few swings, too long, or interrupted.
  case cancelled
}

#if !hasFeature(Embedded)
  extension ShakeEvent: CaseIterable {
    /// The name in files.
    public var name: String {
      switch self {
      case .began: "began"
      case .ended: "ended"
      case .cancelled: "cancelled"
      }
    }
  }
#endif
