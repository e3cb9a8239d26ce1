extension MotionManager {
  /// The time between two values of the gyroscope, in seconds; default 0, for all that the hardware gives. It may be changed at
  /// any time. Where the interval of the hardware is known and longer, that one is read back.
  public var gyroscopeUpdateInterval: Double {
    get { value(\.gyroscope) { $0.updateInterval } }
    set { setInterval(\.gyroscope, newValue) }
  }

  /// Whether the source has a gyroscope.
  public var isGyroscopeAvailable: Bool { value(\.gyroscope) { $0.isAvailable } }
  /// Whether somebody has started the gyroscope and nobody has stopped it.
  public var isGyroscopeActive: Bool { value(\.gyroscope) { $0.isActive } }
  /// The latest value; nil before the first one since the start. Kept when the source is disconnected and after stopping.
  public var gyroscopeData: GyroscopeData? { value(\.gyroscope) { $0.latest } }
  /// How many values slow handlers and loops have not taken in time since the start.
  public var gyroscopeDroppedCount: Int { value(\.gyroscope) { $0.droppedCount } }

  /// Starts for pulling: `gyroscopeData` has the latest value from now on.
  public func startGyroscopeUpdates() { startPulling(\.gyroscope) { _ in } }

  /// Starts, and calls a handler with each value, or with an error. It takes the place of a handler before it.
  public func startGyroscopeUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<GyroscopeData>
  ) {
    start(\.gyroscope, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts, and calls a handler with all values of `duration` seconds at a time. It takes the place of a handler before
  /// it.
  public func startGyroscopeUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[GyroscopeData]>
  ) {
    start(\.gyroscope, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts, and gives the values as they come.
  public func gyroscopeUpdates() -> MotionUpdates<GyroscopeData> { updates(\.gyroscope) { _ in } }

  /// Starts, and gives all values of `duration` seconds at a time.
  public func gyroscopeBatches(lasting duration: Double) -> MotionUpdates<[GyroscopeData]> {
    batches(\.gyroscope, lasting: duration) { _ in }
  }

  /// Stops the service for all: the handler and every loop.
  public func stopGyroscopeUpdates() { stop(\.gyroscope) }
}
