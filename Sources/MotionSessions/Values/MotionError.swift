import MotionLogs

/// What a motion session can report, with Core Motion's numbers where it has one for it.
public enum MotionError: Error, Hashable, Sendable {
  /// The magnetometer cannot tell north yet: move the device. Told once, and only where
  /// `MotionManager.showsDeviceMovementDisplay` is set.
  case deviceRequiresMovement
  /// True north cannot be had, and why.
  case trueNorthNotAvailable(String)
  /// A value that makes no sense, and why.
  case invalidParameter(String)
  /// Something that cannot be done now, and why.
  case invalidAction(String)
  /// Something that the source cannot give, and why.
  case notAvailable(String)
  /// The source has lost its device and waits for it to come back; the last values stay. Core Motion has no number for
  /// it.
  case sourceDisconnected(String)
  /// The source failed for good, and how. Core Motion has no number for it.
  case sourceFailed(String)
  /// The log or the lines of the source are unreadable, and why. Core Motion has no number for it.
  indirect case logFailed(LogError)
  /// The source came to its end, as a recording does. Core Motion has no number for it.
  case sourceEnded

  /// The value of the same error in Core Motion's `CMError`; nil where it has none.
  public var code: Int? {
    switch self {
    case .deviceRequiresMovement: 101
    case .trueNorthNotAvailable: 102
    case .invalidParameter: 107
    case .invalidAction: 108
    case .notAvailable: 109
    case .sourceDisconnected, .sourceFailed, .logFailed, .sourceEnded: nil
    }
  }
}

extension MotionError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .deviceRequiresMovement: "the magnetometer cannot tell north yet: move the device through all directions"
    case .trueNorthNotAvailable(let reason): "true north is not available: \(reason)"
    case .invalidParameter(let reason), .invalidAction(let reason), .notAvailable(let reason): reason
    case .sourceDisconnected(let reason): "the source is disconnected: \(reason)"
    case .sourceFailed(let reason): "the source failed: \(reason)"
    case .logFailed(let error): "the source failed: \(error)"
    case .sourceEnded: "the source has ended"
    }
  }
}
