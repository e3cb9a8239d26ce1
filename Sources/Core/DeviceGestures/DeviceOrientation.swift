// DeviceGestures: orientation, shakes and tilt of a device from its accelerometer.
// It needs no attitude filter and keeps no history beyond its low passes.

import MotionSamples
import Rotations

/// The orientation of a hand-held device relative to gravity. Raw values and meanings are those of UIKit's
/// `UIDeviceOrientation`.
///
/// Device axes: x to the right of the screen, y to its top, z out of it.
@frozen
public enum DeviceOrientation: UInt8, Sendable {
  /// Not yet known, or the device moves too fast.
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
  @export(implementation) public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether it is on a side.
  @export(implementation) public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether it is flat.
  @export(implementation) public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

extension DeviceOrientation {
  /// The name in files as a constant, for C.
  public var text: StaticString {
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

#if !hasFeature(Embedded)
  extension DeviceOrientation: CaseIterable {
    /// The name in files: `portrait`, `landscape-left` ...
    public var name: String { text.description }
  }
#endif

/// Detects the orientation of a device and its changes.
///
/// If the specific force, raw and low-passed, has about the magnitude of gravity and points along an axis within `entryAngle`,
/// that axis is the orientation. Between the orientations the last one is kept, so that it does not flicker at 45°: with 35° it
/// changes 55° away from the old one, and back 55° away from the new one.
@frozen
public struct DeviceOrientationClassifier<Scalar: LaneElement>: Sendable {
  /// The parameters of a classifier.
  @frozen
  public struct Parameters: Sendable {
    /// The largest angle between an axis and the vertical to enter its orientation, in radians; default 35°. From 45° on the
    /// hysteresis vanishes; near 0 an orientation is hardly ever entered.
    public var entryAngle: Scalar = 0.610865
    /// The cut-off of the low-pass in hertz; default 2. Lower is calmer and slower, higher follows jolts.
    public var cutoff: Scalar = 2
    /// The largest relative difference of the specific force, raw and low-passed, from gravity; default 0.3. Larger accepts
    /// directions during fast motion.
    public var forceTolerance: Scalar = 0.3
    /// The time in seconds without a reading within the tolerance after which the orientation is unknown; default 1. 0 makes
    /// it unknown at once, infinity never.
    public var unknownTime: Scalar = 1

    /// The defaults.
    @export(implementation) public init() {}
  }

  /// The parameters.
  public let parameters: Parameters
  /// The orientation; unknown before the first usable reading.
  @export(implementation) public var orientation: DeviceOrientation { current }
  @usableFromInline var current = DeviceOrientation.unknown
  @usableFromInline var lowPass: LowPassFilter<Scalar>
  @usableFromInline let entryCosine: Scalar
  @usableFromInline var timeWithout: Scalar = 0

  /// A classifier before its first reading.
  @export(implementation) public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    lowPass = LowPassFilter(cutoff: parameters.cutoff)
    entryCosine = Scalar.sineAndCosine(parameters.entryAngle).cosine
  }

  /// Adds a reading of the accelerometer in device axes, m/s², up at rest, `interval` seconds after the last one. (Multiply
  /// Core Motion's acceleration, in g and of opposite sign, by -9.80665.)
  ///
  /// Returns the new orientation if it changes, else nil. Readings that are not finite are ignored.
  @export(implementation)
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

  @export(implementation) func isNearGravity(_ size: Scalar) -> Bool {
    abs(size - .standardGravity) <= parameters.forceTolerance * .standardGravity
  }

  /// The orientation whose axis is within the entry angle; nil between orientations.
  @export(implementation) func position(of force: Vector3<Scalar>) -> DeviceOrientation? {
    let (x, y, z) = (abs(force.x), abs(force.y), abs(force.z))
    let largest = max(x, max(y, z))
    guard largest >= entryCosine * force.length else { return nil }
    if largest == z { return force.z > 0 ? .faceUp : .faceDown }
    if largest == y { return force.y > 0 ? .portrait : .portraitUpsideDown }
    return force.x > 0 ? .landscapeLeft : .landscapeRight
  }
}

/// Gravity in the axes of a screen, for a physics engine.
@frozen
public struct ScreenGravity<Scalar: LaneElement>: Sendable {
  /// To the right of the picture, to its top, and out of the screen. A 2D engine uses x and y.
  public let vector: Vector3<Scalar>
  /// To the right of the picture.
  @export(implementation) public var x: Scalar { vector.x }
  /// To the top of the picture; negative if things fall down.
  @export(implementation) public var y: Scalar { vector.y }

  /// Gravity on the screen from gravity in device axes, which points down: (0, -9.81, 0) m/s² in portrait.
  ///
  /// `orientation` is that of the device for which the picture is upright: portrait, the default, if the picture does not
  /// rotate with the device. Flat and unknown orientations count as portrait. The result has the unit of `gravity` times
  /// `scale`: 1 for an engine in metres, points per metre for one in points.
  @export(implementation) public init(
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
