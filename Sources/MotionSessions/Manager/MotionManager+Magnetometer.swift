extension MotionManager {
  /// The time between two values of the magnetometer, in seconds; default 0, for all that the hardware gives. It may be changed at
  /// any time. Where the interval of the hardware is known and longer, that one is read back.
  public var magnetometerUpdateInterval: Double {
    get { value(\.magnetometer) { $0.updateInterval } }
    set { setInterval(\.magnetometer, newValue) }
  }

  /// Whether the source has a magnetometer.
  public var isMagnetometerAvailable: Bool { value(\.magnetometer) { $0.isAvailable } }
  /// Whether somebody has started the magnetometer and nobody has stopped it.
  public var isMagnetometerActive: Bool { value(\.magnetometer) { $0.isActive } }
  /// The latest value; nil before the first one since the start. Kept when the source is disconnected and after stopping.
  public var magnetometerData: MagnetometerData? { value(\.magnetometer) { $0.latest } }
  /// How many values slow handlers and loops have not taken in time since the start.
  public var magnetometerDroppedCount: Int { value(\.magnetometer) { $0.droppedCount } }

  /// Starts for pulling: `magnetometerData` has the latest value from now on.
  public func startMagnetometerUpdates() { startPulling(\.magnetometer) { _ in } }

  /// Starts, and calls a handler with each value, or with an error. It takes the place of a handler before it.
  public func startMagnetometerUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<MagnetometerData>
  ) {
    start(\.magnetometer, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts, and calls a handler with all values of `duration` seconds at a time. It takes the place of a handler before
  /// it.
  public func startMagnetometerUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[MagnetometerData]>
  ) {
    start(\.magnetometer, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts, and gives the values as they come.
  public func magnetometerUpdates() -> MotionUpdates<MagnetometerData> { updates(\.magnetometer) { _ in } }

  /// Starts, and gives all values of `duration` seconds at a time.
  public func magnetometerBatches(lasting duration: Double) -> MotionUpdates<[MagnetometerData]> {
    batches(\.magnetometer, lasting: duration) { _ in }
  }

  /// Stops the service for all: the handler and every loop.
  public func stopMagnetometerUpdates() { stop(\.magnetometer) }
}
