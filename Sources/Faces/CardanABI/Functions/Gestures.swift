// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if (!hasFeature(Embedded) || CARDAN_HOSTED) && !CARDAN_SINGLE_PRECISION
  import CCardan
  import DeviceGestures
  import Rotations

  @c @implementation
  public func cardan_gesture_defaults(_ options: UnsafeMutablePointer<cardan_gesture_options>?) -> cardan_status {
    guard let options else { return CARDAN_NULL_ARGUMENT }
    let (orientation, shake) = (
      DeviceOrientationClassifier<Double>.Parameters(), ShakeDetector<Double>.Parameters()
    )
    options.pointee = cardan_gesture_options(
      size: MemoryLayout<cardan_gesture_options>.size, entry_angle: orientation.entryAngle,
      orientation_cutoff: orientation.cutoff, force_tolerance: orientation.forceTolerance,
      unknown_time: orientation.unknownTime, shake_cutoff: shake.cutoff, swing_threshold: shake.threshold,
      shortest_swing: shake.shortestSwing, quiet_time: shake.quietTime, longest_shake: shake.longestShake,
      swings_to_begin: UInt32(shake.swingsToBegin), swings_to_end: UInt32(shake.swingsToEnd))
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_gestures_create(
    _ options: UnsafePointer<cardan_gesture_options>?, _ gestures: UnsafeMutablePointer<OpaquePointer?>?
  ) -> cardan_status {
    guard let gestures else { return CARDAN_NULL_ARGUMENT }
    var detector = GestureDetector<Double>()
    if let options {
      guard UnsafeRawPointer(options).load(as: Int.self) == MemoryLayout<cardan_gesture_options>.size else {
        return CARDAN_BAD_SIZE
      }
      guard let chosen = GestureDetector(options.pointee) else { return CARDAN_BAD_ARGUMENT }
      detector = chosen
    }
    gestures.pointee = OpaquePointer(Unmanaged.passRetained(GestureHandle(detector)).toOpaque())
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_gestures_destroy(_ gestures: OpaquePointer?) {
    guard let gestures else { return }
    Unmanaged<GestureHandle>.fromOpaque(UnsafeRawPointer(gestures)).release()
  }

  @c @implementation
  public func cardan_gestures_update(
    _ gestures: OpaquePointer?, _ interval: Double, _ specificForce: UnsafePointer<Double>?,
    _ hasTurned: UnsafeMutablePointer<Int32>?, _ shake: UnsafeMutablePointer<cardan_shake>?
  ) -> cardan_status {
    guard let gestures, specificForce != nil else { return CARDAN_NULL_ARGUMENT }
    let changes = GestureHandle.of(gestures).detector.update(specificForce: Vector3(specificForce), interval: interval)
    hasTurned?.pointee = changes.orientation == nil ? 0 : 1
    shake?.pointee = changes.shake.map { cardan_shake(rawValue: UInt32($0.rawValue) + 1) } ?? CARDAN_SHAKE_NONE
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_gestures_orientation(_ gestures: OpaquePointer?) -> cardan_orientation {
    guard let gestures else { return CARDAN_ORIENTATION_UNKNOWN }
    return cardan_orientation(rawValue: UInt32(GestureHandle.of(gestures).detector.orientation.rawValue))
  }

  @c @implementation
  public func cardan_orientation_name(_ orientation: cardan_orientation) -> UnsafePointer<CChar>? {
    UInt8(exactly: orientation.rawValue).flatMap(DeviceOrientation.init(rawValue:))?.text.cString
  }

  @c @implementation
  public func cardan_shake_name(_ shake: cardan_shake) -> UnsafePointer<CChar>? {
    guard shake != CARDAN_SHAKE_NONE else { return nil }
    return UInt8(exactly: shake.rawValue - 1).flatMap(ShakeEvent.init(rawValue:))?.text.cString
  }

  @c @implementation
  public func cardan_tilt_angle(
    _ gravity: UnsafePointer<Double>?, _ angle: UnsafeMutablePointer<Double>?
  ) -> cardan_status {
    guard let angle, gravity != nil else { return CARDAN_NULL_ARGUMENT }
    guard let tilt = TiltAngle(gravity: Vector3(gravity)) else { return CARDAN_UNDETERMINED }
    angle.pointee = tilt.radians
    return CARDAN_OK
  }

  /// The object behind a `cardan_gestures`.
  private final class GestureHandle {
    var detector: GestureDetector<Double>

    init(_ detector: GestureDetector<Double>) { self.detector = detector }

    /// The object of a handle, which is not null.
    static func of(_ handle: OpaquePointer) -> GestureHandle {
      Unmanaged<GestureHandle>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }
  }

  extension GestureDetector<Double> {
    /// A detector with the options of a caller; nil for a value out of its range.
    fileprivate init?(_ options: cardan_gesture_options) {
      let aboveZero = [
        options.orientation_cutoff, options.force_tolerance, options.shake_cutoff, options.swing_threshold,
        options.quiet_time, options.longest_shake,
      ]
      guard (0...Double.pi / 4).contains(options.entry_angle), options.unknown_time >= 0, options.shortest_swing >= 0,
        aboveZero.allSatisfy({ $0 > 0 && $0.isFinite }), options.swings_to_begin > 0, options.swings_to_end > 0
      else { return nil }
      var (orientation, shake) = (
        DeviceOrientationClassifier<Double>.Parameters(), ShakeDetector<Double>.Parameters()
      )
      orientation.entryAngle = options.entry_angle
      orientation.cutoff = options.orientation_cutoff
      orientation.forceTolerance = options.force_tolerance
      orientation.unknownTime = options.unknown_time
      shake.cutoff = options.shake_cutoff
      shake.threshold = options.swing_threshold
      shake.shortestSwing = options.shortest_swing
      shake.quietTime = options.quiet_time
      shake.longestShake = options.longest_shake
      shake.swingsToBegin = Int(options.swings_to_begin)
      shake.swingsToEnd = Int(options.swings_to_end)
      self.init(orientation: orientation, shake: shake)
    }
  }
#endif
