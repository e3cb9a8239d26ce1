import DeviceGestures

extension MotionManager {
  /// Whether the source has an accelerometer.
  public var areGesturesAvailable: Bool { value(\.gestures) { $0.isAvailable } }
  /// Whether the service of gestures is running.
  public var areGesturesActive: Bool { value(\.gestures) { $0.isActive } }
  /// The orientation of the device; unknown before the first start and until one is found. Kept after stop.
  public var deviceOrientation: DeviceOrientation { session.withLock { $0.gestureEstimator.orientation } }
  /// The number of gestures dropped by slow handlers and loops since the start.
  public var gestureDroppedCount: Int { value(\.gestures) { $0.droppedCount } }

  /// When orientations change and what is a shake. They count from the next start of the service.
  public var gestureParameters: GestureParameters {
    get { session.withLock { $0.gestureParameters } }
    set { session.withLock { $0.gestureParameters = newValue } }
  }

  /// Starts the service for pulling: `deviceOrientation` then has the orientation.
  public func startGestureUpdates() { startPulling(\.gestures, prepare: prepareGestures) }

  /// Starts the service and calls a handler with each gesture or error. It replaces a previous handler.
  public func startGestureUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<DeviceGesture>
  ) {
    start(\.gestures, handler: subscriber(queue, handler), prepare: prepareGestures)
  }

  /// Starts the service and returns the gestures as they come.
  public func gestureUpdates() -> MotionUpdates<DeviceGesture> { updates(\.gestures, prepare: prepareGestures) }

  /// Stops the service for its handler and all loops.
  public func stopGestureUpdates() { stop(\.gestures) }

  /// Resets the detector if the service is about to start.
  private func prepareGestures(_ session: inout MotionSession) {
    if !session.gestures.isActive { session.gestureEstimator = GestureEstimator(session.gestureParameters) }
  }
}
