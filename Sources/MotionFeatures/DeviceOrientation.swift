import MotionSamples
import Rotations

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

/// Tells how a device is held, and when that changes.
///
/// The specific force is low-passed; where it has about the size of gravity, before and after, and points along an axis within
/// `entryAngle`, that is the orientation. Between the positions the last one is kept, so that a hand at 45° does not make
/// it flicker: with 35° it changes 55° away from the old position, and back 55° away from the new one.
@frozen
public struct DeviceOrientationClassifier<Scalar: LaneElement>: Sendable {
  /// What decides.
  @frozen
  public struct Parameters: Sendable {
    /// The greatest angle between an axis and the vertical at which its position is entered, in radians; default 35°. From
    /// 45° on there is no hysteresis; near 0 a position is hardly ever reached.
    public var entryAngle: Scalar = 0.610865
    /// The cut-off of the low-pass in hertz; default 2. Lower is calmer and later, higher follows each jolt.
    public var cutoff: Scalar = 2
    /// By how much the specific force, as read and low-passed, may differ from gravity, relative; default 0.3. Larger takes directions
    /// in violent motion as gravity's.
    public var forceTolerance: Scalar = 0.3
    /// Time in seconds after which the orientation is unknown where no reading was within the tolerance; default 1. 0
    /// makes it unknown at once, infinity never.
    public var unknownTime: Scalar = 1

    /// The defaults.
    @inlinable public init() {}
  }

  /// What decides.
  public let parameters: Parameters
  /// The orientation; unknown before the first usable reading.
  @inlinable public var orientation: DeviceOrientation { current }
  @usableFromInline var current = DeviceOrientation.unknown
  @usableFromInline var lowPass: LowPassFilter<Scalar>
  @usableFromInline let entryCosine: Scalar
  @usableFromInline var timeWithout: Scalar = 0

  /// A classifier that knows nothing yet.
  @inlinable public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    lowPass = LowPassFilter(cutoff: parameters.cutoff)
    entryCosine = Scalar.sineAndCosine(parameters.entryAngle).cosine
  }

  /// Takes what the accelerometer measures, in device axes and m/s², up at rest, `interval` seconds after the last reading.
  /// (Core Motion's acceleration, in g and of opposite sign, times -9.80665.)
  ///
  /// Gives the new orientation where it changes, else nil. A reading that is not finite is left out.
  @inlinable
  @discardableResult
  public mutating func update(specificForce: Vector3<Scalar>, interval: Scalar) -> DeviceOrientation? {
    if interval > 0 && interval.isFinite { timeWithout += interval }
    let force = lowPass.update(specificForce, interval: interval)
    var next = current
    if isNearGravity(specificForce.length) && isNearGravity(force.length) {
      timeWithout = 0
      next = position(of: force) ?? current
    } else if timeWithout > parameters.unknownTime {
      next = .unknown
    }
    defer { current = next }
    return next == current ? nil : next
  }

  @inlinable func isNearGravity(_ size: Scalar) -> Bool {
    abs(size - .standardGravity) <= parameters.forceTolerance * .standardGravity
  }

  /// The position whose axis is the nearest to up, where it is near enough.
  @inlinable func position(of force: Vector3<Scalar>) -> DeviceOrientation? {
    let (x, y, z) = (abs(force.x), abs(force.y), abs(force.z))
    let largest = max(x, max(y, z))
    guard largest >= entryCosine * force.length else { return nil }
    if largest == z { return force.z > 0 ? .faceUp : .faceDown }
    if largest == y { return force.y > 0 ? .portrait : .portraitUpsideDown }
    return force.x > 0 ? .landscapeLeft : .landscapeRight
  }
}

/// Gravity for a physics engine: how things fall on a screen that a hand turns.
@frozen
public struct ScreenGravity<Scalar: LaneElement>: Sendable {
  /// To the right of what is shown, to its top, and out of the screen. A 3D engine takes all of it, a 2D engine x and y.
  public let vector: Vector3<Scalar>
  /// To the right of what is shown.
  @inlinable public var x: Scalar { vector.x }
  /// To the top of what is shown; negative where things fall down.
  @inlinable public var y: Scalar { vector.y }

  /// Gravity on the screen from gravity in device axes, which points down: (0, -9.81, 0) m/s² in portrait.
  ///
  /// `orientation` is that of the device for which the picture is drawn upright: portrait, the default, for a picture that
  /// does not turn with the device. Flat and unknown orientations count as portrait. The result has the unit of `gravity`,
  /// times `scale`: 1 for an engine in metres, points per metre for one in points.
  @inlinable public init(
    gravity: Vector3<Scalar>, drawnFor orientation: DeviceOrientation = .portrait, scale: Scalar = 1
  ) {
    let (right, top): (Scalar, Scalar)
    switch orientation {
    case .portraitUpsideDown: (right, top) = (-gravity.x, -gravity.y)
    case .landscapeLeft: (right, top) = (-gravity.y, gravity.x)
    case .landscapeRight: (right, top) = (gravity.y, -gravity.x)
    case .portrait, .faceUp, .faceDown, .unknown: (right, top) = (gravity.x, gravity.y)
    }
    vector = Vector3(x: right, y: top, z: gravity.z) * scale
  }
}
