import LogTables

/// An error of a motion session, with Core Motion's number if it has one.
public enum MotionError: Error, Hashable, Sendable {
  /// The heading cannot be determined yet: move the device. Reported once, if
  /// `MotionManager.showsDeviceMovementDisplay` is set.
  case deviceRequiresMovement
  /// True north is not available, with the reason.
  case trueNorthNotAvailable(String)
  /// An invalid parameter, with the reason.
  case invalidParameter(String)
  /// An action that is invalid in the current state, with the reason.
  case invalidAction(String)
  /// A service or frame that the source cannot provide, with the reason.
  case notAvailable(String)
  /// The source has lost its device and waits for it to return; the last values stay. Without a number in Core Motion.
  case sourceDisconnected(String)
  /// The source failed for good, with the reason. Without a number in Core Motion.
  case sourceFailed(String)
  /// The log or the lines of the source are unreadable, and why. Without a number in Core Motion.
  indirect case logFailed(LogError)
  /// The source ended, as a recording does. Without a number in Core Motion.
  case sourceEnded

  /// The number of the error in Core Motion's `CMError`; nil if it has none.
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
  /// The error as a fragment of a sentence.
  public var description: String {
    switch self {
    case .deviceRequiresMovement: "heading not determined yet: move the device through all directions"
    case .trueNorthNotAvailable(let reason): "true north is not available: \(reason)"
    case .invalidParameter(let reason), .invalidAction(let reason), .notAvailable(let reason): reason
    case .sourceDisconnected(let reason): "the source is disconnected: \(reason)"
    case .sourceFailed(let reason): "the source failed: \(reason)"
    case .logFailed(let error): "the source failed: \(error)"
    case .sourceEnded: "the source has ended"
    }
  }
}
