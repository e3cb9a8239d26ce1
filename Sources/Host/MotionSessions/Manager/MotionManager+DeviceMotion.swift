import AttitudeFilters
import Rotations

extension MotionManager {
  /// The requested time between two values of device motion, in seconds; default 0, for every sample. It may change at
  /// any time and does not affect the filter, which gets every sample. Reads back as the interval of the hardware if
  /// that is known and longer.
  public var deviceMotionUpdateInterval: Double {
    get { value(\.deviceMotion) { $0.updateInterval } }
    set { setInterval(\.deviceMotion, newValue) }
  }

  /// Whether the source has an accelerometer and a gyroscope.
  public var isDeviceMotionAvailable: Bool { value(\.deviceMotion) { $0.isAvailable } }
  /// Whether device motion is running.
  public var isDeviceMotionActive: Bool { value(\.deviceMotion) { $0.isActive } }
  /// The latest value; nil until the first one after the start. Kept after disconnection and stop.
  public var deviceMotion: DeviceMotion? { value(\.deviceMotion) { $0.latest } }
  /// The number of values dropped by slow handlers and loops since the start.
  public var deviceMotionDroppedCount: Int { value(\.deviceMotion) { $0.droppedCount } }

  /// The available reference frames: magnetic north needs a magnetometer, true north the place as well.
  public var availableAttitudeReferenceFrames: Set<ReferenceFrame> {
    guard isDeviceMotionAvailable else { return [] }
    return Set(ReferenceFrame.allCases.filter { obstacle(to: $0) == nil })
  }

  /// The frame in use; the default, `xArbitraryZVertical`, while device motion is not active.
  public var attitudeReferenceFrame: ReferenceFrame {
    session.withLock { $0.estimator?.frame } ?? Self.defaultFrame
  }

  /// Starts the service in the frame in use for pulling: `deviceMotion` then has the latest value.
  public func startDeviceMotionUpdates() { startPulling(\.deviceMotion, prepare: prepare) }

  /// Starts the service in a frame for pulling. Does nothing if `isDeviceMotionAvailable` is false.
  ///
  /// Throws `notAvailable` or `trueNorthNotAvailable` if the frame is not available, `invalidAction` while device
  /// motion is active in another frame.
  public func startDeviceMotionUpdates(using frame: ReferenceFrame) throws(MotionError) {
    try startPulling(\.deviceMotion) { session throws(MotionError) in try prepare(&session, frame) }
  }

  /// Starts the service in the frame in use and calls a handler with each value or error. It replaces a previous
  /// handler.
  public func startDeviceMotionUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<DeviceMotion>
  ) {
    start(\.deviceMotion, handler: subscriber(queue, handler), prepare: prepare)
  }

  /// Starts the service in a frame and calls a handler with each value or error. Throws as
  /// `startDeviceMotionUpdates(using:)`.
  public func startDeviceMotionUpdates(
    using frame: ReferenceFrame, to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<DeviceMotion>
  ) throws(MotionError) {
    try start(\.deviceMotion, handler: subscriber(queue, handler)) { session throws(MotionError) in
      try prepare(&session, frame)
    }
  }

  /// Starts the service in the frame in use and calls a handler with batches of `duration` seconds. It replaces a
  /// previous handler.
  public func startDeviceMotionUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[DeviceMotion]>
  ) {
    start(\.deviceMotion, handler: subscriber(batches: duration, queue, handler), prepare: prepare)
  }

  /// Starts the service in the frame in use and returns its values as they come.
  public func deviceMotionUpdates() -> MotionUpdates<DeviceMotion> { updates(\.deviceMotion, prepare: prepare) }

  /// Starts the service in a frame and returns its values as they come. Throws as `startDeviceMotionUpdates(using:)`.
  public func deviceMotionUpdates(using frame: ReferenceFrame) throws(MotionError) -> MotionUpdates<DeviceMotion> {
    try updates(\.deviceMotion) { session throws(MotionError) in try prepare(&session, frame) }
  }

  /// Starts the service in the frame in use and returns its values in batches of `duration` seconds.
  public func deviceMotionBatches(lasting duration: Double) -> MotionUpdates<[DeviceMotion]> {
    batches(\.deviceMotion, lasting: duration, prepare: prepare)
  }

  /// Stops device motion for its handler and all loops.
  public func stopDeviceMotionUpdates() { stop(\.deviceMotion) }
}

extension MotionManager {
  private static var defaultFrame: ReferenceFrame { .xArbitraryZVertical }

  /// The reason why a frame is not available; nil if it is.
  private func obstacle(to frame: ReferenceFrame) -> MotionError? {
    let name = source?.description.name ?? ""
    if frame.usesMagnetometer, source?.description.magnetometer == nil {
      return .notAvailable("\(frame.name) needs a magnetometer; \(name) has none")
    }
    if frame == .xTrueNorthZVertical, trueNorth == nil {
      return .trueNorthNotAvailable(
        "\(frame.name) needs the place of the device; give trueNorth to the source or the manager")
    }
    return nil
  }

  /// Prepares a start in a frame.
  private func prepare(_ session: inout MotionSession, _ frame: ReferenceFrame) throws(MotionError) {
    if let error = obstacle(to: frame) { throw error }
    if let current = session.estimator?.frame {
      guard current == frame else {
        throw .invalidAction("device motion is active in \(current.name); stop it to start in \(frame.name)")
      }
      return
    }
    session.estimator = estimator(frame)
  }

  /// Prepares a start in the frame in use or the default.
  private func prepare(_ session: inout MotionSession) {
    if session.estimator == nil { session.estimator = estimator(Self.defaultFrame) }
  }

  private func estimator(_ frame: ReferenceFrame) -> DeviceMotionEstimator {
    DeviceMotionEstimator(
      frame: frame, declination: trueNorth?.declination, sensorLocation: source?.description.sensorLocation ?? .default,
      conditioner: conditioner, filter: filter, latency: latency)
  }
}
