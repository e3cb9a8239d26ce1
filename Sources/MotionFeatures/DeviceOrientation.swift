/// How a hand-held device is held, judged by gravity. Raw values and meanings are those of UIKit's `UIDeviceOrientation`.
///
/// Device axes: x to the right of the screen, y to its top, z out of it.
@frozen
public enum DeviceOrientation: UInt8, Sendable {
  /// Not known yet, or the device moves too violently to tell.
  case unknown = 0
  /// Upright, top up: gravity along -y.
  case portrait = 1
  /// Upright, top down: gravity along +y.
  case portraitUpsideDown = 2
  /// On its left side, the bottom edge to the right: gravity along -x.
  case landscapeLeft = 3
  /// On its right side, the bottom edge to the left: gravity along +x.
  case landscapeRight = 4
  /// Flat, screen up: gravity along -z.
  case faceUp = 5
  /// Flat, screen down: gravity along +z.
  case faceDown = 6

  /// Whether it is upright, top up or down.
  @inlinable public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether it is on a side.
  @inlinable public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether it is flat.
  @inlinable public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

#if !hasFeature(Embedded)
  extension DeviceOrientation: CaseIterable {
    /// The name in files: `portrait`, `landscape-left` ...
    public var name: String {
      switch self {
      case .unknown: "unknown"
      case .portrait: "portrait"
      case .portraitUpsideDown: "portrait-upside-down"
      case .landscapeLeft: "landscape-left"
      case .landscapeRight: "landscape-right"
      case .faceUp: "face-up"
      case .faceDown: "face-down"
      }
    }
  }
#endif
