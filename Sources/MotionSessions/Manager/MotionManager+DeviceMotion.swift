import AttitudeFilters
import Rotations

extension MotionManager {
  /// The time between two values of device motion, in seconds; default 0, for all that the hardware gives. It may be changed
  /// at any time, and does not change what the filter sees. Where the interval of the hardware is known and longer, that one
  /// is read back.
  public var deviceMotionUpdateInterval: Double {
    get { value(\.deviceMotion) { $0.updateInterval } }
    set { setInterval(\.deviceMotion, newValue) }
  }

  /// Whether the source has an accelerometer and a gyroscope.
  public var isDeviceMotionAvailable: Bool { value(\.deviceMotion) { $0.isAvailable } }
  /// Whether somebody has started device motion and nobody has stopped it.
  public var isDeviceMotionActive: Bool { value(\.deviceMotion) { $0.isActive } }
  /// The latest value; nil before the first one since the start. Kept when the source is disconnected and after stopping.
  public var deviceMotion: DeviceMotion? { value(\.deviceMotion) { $0.latest } }
  /// How many values slow handlers and loops have not taken in time since the start.
  public var deviceMotionDroppedCount: Int { value(\.deviceMotion) { $0.droppedCount } }

  /// The frames that device motion can be had in: those of north need a magnetometer, true north the place besides.
  public var availableAttitudeReferenceFrames: Set<ReferenceFrame> {
    guard isDeviceMotionAvailable else { return [] }
    return Set(ReferenceFrame.allCases.filter { obstacle(to: $0) == nil })
  }

  /// The frame in use, or while device motion is not active the default, `xArbitraryZVertical`.
  public var attitudeReferenceFrame: ReferenceFrame {
    session.withLock { $0.estimator?.frame } ?? Self.defaultFrame
  }

  /// Starts for pulling, in the frame that is in use or in the default: `deviceMotion` has the latest value from now on.
  public func startDeviceMotionUpdates() { startPulling(\.deviceMotion, prepare: prepare) }

  /// Starts for pulling in a frame.
  ///
  /// Throws `notAvailable` or `trueNorthNotAvailable` where the source cannot give that frame, and `invalidAction` while
  /// device motion is active in another one. Where there is no device motion at all it does nothing.
  public func startDeviceMotionUpdates(using frame: ReferenceFrame) throws(MotionError) {
    try startPulling(\.deviceMotion) { session throws(MotionError) in try prepare(&session, frame) }
  }

  /// Starts in the frame that is in use or in the default, and calls a handler with each value, or with an error. It takes
  /// the place of a handler before it.
  public func startDeviceMotionUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<DeviceMotion>
  ) {
    start(\.deviceMotion, handler: subscriber(queue, handler), prepare: prepare)
  }

  /// The same in a frame; throws as `startDeviceMotionUpdates(using:)`.
  public func startDeviceMotionUpdates(
    using frame: ReferenceFrame, to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<DeviceMotion>
  ) throws(MotionError) {
    try start(\.deviceMotion, handler: subscriber(queue, handler)) { session throws(MotionError) in
      try prepare(&session, frame)
    }
  }

  /// Starts in the frame that is in use or in the default, and calls a handler with all values of `duration` seconds at a
  /// time. It takes the place of a handler before it.
  public func startDeviceMotionUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[DeviceMotion]>
  ) {
    start(\.deviceMotion, handler: subscriber(batches: duration, queue, handler), prepare: prepare)
  }

  /// Starts in the frame that is in use or in the default, and gives the values as they come.
  public func deviceMotionUpdates() -> MotionUpdates<DeviceMotion> { updates(\.deviceMotion, prepare: prepare) }

  /// The same in a frame; throws as `startDeviceMotionUpdates(using:)`.
  public func deviceMotionUpdates(using frame: ReferenceFrame) throws(MotionError) -> MotionUpdates<DeviceMotion> {
    try updates(\.deviceMotion) { session throws(MotionError) in try prepare(&session, frame) }
  }

  /// Starts in the frame that is in use or in the default, and gives all values of `duration` seconds at a time.
  public func deviceMotionBatches(lasting duration: Double) -> MotionUpdates<[DeviceMotion]> {
    batches(\.deviceMotion, lasting: duration, prepare: prepare)
  }

  /// Stops device motion for all: the handler and every loop.
  public func stopDeviceMotionUpdates() { stop(\.deviceMotion) }
}

extension MotionManager {
  private static var defaultFrame: ReferenceFrame { .xArbitraryZVertical }

  /// Why a frame cannot be had; nil where it can.
  private func obstacle(to frame: ReferenceFrame) -> MotionError? {
    let name = source?.description.name ?? ""
    if frame.usesMagnetometer, source?.description.magnetometer == nil {
      return .notAvailable("\(frame.name) needs a magnetometer, and \(name) has none")
    }
    if frame == .xTrueNorthZVertical, trueNorth == nil {
      return .trueNorthNotAvailable("\(frame.name) needs the place of the device, and \(name) does not know it")
    }
    return nil
  }

  /// Before device motion starts in a frame.
  private func prepare(_ session: inout MotionSession, _ frame: ReferenceFrame) throws(MotionError) {
    if let error = obstacle(to: frame) { throw error }
    if let current = session.estimator?.frame {
      guard current == frame else {
        throw .invalidAction("device motion is active in \(current.name); stop it before it starts in \(frame.name)")
      }
      return
    }
    session.estimator = estimator(frame)
  }

  /// Before device motion starts in whatever frame is in use.
  private func prepare(_ session: inout MotionSession) {
    if session.estimator == nil { session.estimator = estimator(Self.defaultFrame) }
  }

  private func estimator(_ frame: ReferenceFrame) -> DeviceMotionEstimator {
    DeviceMotionEstimator(
      frame: frame, declination: trueNorth?.declination, sensorLocation: source?.description.sensorLocation ?? .default,
      conditioner: conditioner, filter: filter)
  }
}
