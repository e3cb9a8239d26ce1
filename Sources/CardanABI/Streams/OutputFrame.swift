import AttitudeFilters
import Rotations

/// From ENU, in which filters work, to the frame that was asked for, which may begin where the body pointed at the start.
struct OutputFrame {
  /// The first attitude that is good enough to name a heading, or the latest one until it is found.
  private(set) var firstENUFromBody = Rotation<Real>.identity
  /// From ENU to the frame of the settings.
  private(set) var outputFromENU: Rotation<Real>
  /// Whether the frame stays as it is.
  private(set) var isFirstFound = false
  /// Whether it is ENU itself, so that there is nothing to turn.
  private(set) var isENU: Bool

  init(_ settings: StreamSettings) {
    outputFromENU = settings.outputFromENU(in: settings.frame, startingAt: .identity)
    isENU = settings.frame == .enu && settings.declination == 0
  }

  /// Takes every field of another one by itself: the bytes between fields stay.
  mutating func copyFields(of other: Self) {
    firstENUFromBody = other.firstENUFromBody
    outputFromENU = other.outputFromENU
    isFirstFound = other.isFirstFound
    isENU = other.isENU
  }

  /// From body to the frame.
  @inline(__always)
  func outputFromBody(_ enuFromBody: Rotation<Real>) -> Rotation<Real> {
    isENU ? enuFromBody : outputFromENU * enuFromBody
  }

  /// Takes the attitude after a sample. A frame whose heading is that of the start follows the body until the filter, which
  /// may be learning where north is, has found its heading; without a magnetometer there is nothing to wait for.
  @inline(__always)
  mutating func follow(
    _ enuFromBody: @autoclosure () -> Rotation<Real>, _ isInitializing: Bool,
    _ settings: @autoclosure () -> StreamSettings
  ) {
    if !isFirstFound { startAt(enuFromBody(), isInitializing, settings()) }
  }

  private mutating func startAt(_ enuFromBody: Rotation<Real>, _ isInitializing: Bool, _ settings: StreamSettings) {
    firstENUFromBody = enuFromBody
    outputFromENU = settings.outputFromENU(in: settings.frame, startingAt: firstENUFromBody)
    isFirstFound = !settings.usesMagnetometer || !isInitializing
  }
}
