extension MotionManager {
  /// The time between two values of the accelerometer, in seconds; default 0, for all that the hardware gives. It may be changed at
  /// any time. Where the interval of the hardware is known and longer, that one is read back.
  public var accelerometerUpdateInterval: Double {
    get { value(\.accelerometer) { $0.updateInterval } }
    set { setInterval(\.accelerometer, newValue) }
  }

  /// Whether the source has an accelerometer.
  public var isAccelerometerAvailable: Bool { value(\.accelerometer) { $0.isAvailable } }
  /// Whether somebody has started the accelerometer and nobody has stopped it.
  public var isAccelerometerActive: Bool { value(\.accelerometer) { $0.isActive } }
  /// The latest value; nil before the first one since the start. Kept when the source is disconnected and after stopping.
  public var accelerometerData: AccelerometerData? { value(\.accelerometer) { $0.latest } }
  /// How many values slow handlers and loops have not taken in time since the start.
  public var accelerometerDroppedCount: Int { value(\.accelerometer) { $0.droppedCount } }

  /// Starts for pulling: `accelerometerData` has the latest value from now on.
  public func startAccelerometerUpdates() { startPulling(\.accelerometer) { _ in } }

  /// Starts, and calls a handler with each value, or with an error. It takes the place of a handler before it.
  public func startAccelerometerUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<AccelerometerData>
  ) {
    start(\.accelerometer, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts, and calls a handler with all values of `duration` seconds at a time. It takes the place of a handler before
  /// it.
  public func startAccelerometerUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[AccelerometerData]>
  ) {
    start(\.accelerometer, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts, and gives the values as they come.
  public func accelerometerUpdates() -> MotionUpdates<AccelerometerData> { updates(\.accelerometer) { _ in } }

  /// Starts, and gives all values of `duration` seconds at a time.
  public func accelerometerBatches(lasting duration: Double) -> MotionUpdates<[AccelerometerData]> {
    batches(\.accelerometer, lasting: duration) { _ in }
  }

  /// Stops the service for all: the handler and every loop.
  public func stopAccelerometerUpdates() { stop(\.accelerometer) }
}
