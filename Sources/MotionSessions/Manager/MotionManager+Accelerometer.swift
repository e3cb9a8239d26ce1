extension MotionManager {
  /// The requested time between two values of the accelerometer, in seconds; default 0, for every reading. It may
  /// change at any time. Reads back as the interval of the hardware if that is known and longer.
  public var accelerometerUpdateInterval: Double {
    get { value(\.accelerometer) { $0.updateInterval } }
    set { setInterval(\.accelerometer, newValue) }
  }

  /// Whether the source has an accelerometer.
  public var isAccelerometerAvailable: Bool { value(\.accelerometer) { $0.isAvailable } }
  /// Whether the accelerometer service is running.
  public var isAccelerometerActive: Bool { value(\.accelerometer) { $0.isActive } }
  /// The latest value; nil until the first one after the start. Kept after disconnection and stop.
  public var accelerometerData: AccelerometerData? { value(\.accelerometer) { $0.latest } }
  /// The number of values dropped by slow handlers and loops since the start.
  public var accelerometerDroppedCount: Int { value(\.accelerometer) { $0.droppedCount } }

  /// Starts the service for pulling: `accelerometerData` then has the latest value.
  public func startAccelerometerUpdates() { startPulling(\.accelerometer) { _ in } }

  /// Starts the service and calls a handler with each value or error. It replaces a previous handler.
  public func startAccelerometerUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<AccelerometerData>
  ) {
    start(\.accelerometer, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts the service and calls a handler with batches of `duration` seconds. It replaces a previous handler.
  public func startAccelerometerUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[AccelerometerData]>
  ) {
    start(\.accelerometer, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts the service and returns its values as they come.
  public func accelerometerUpdates() -> MotionUpdates<AccelerometerData> { updates(\.accelerometer) { _ in } }

  /// Starts the service and returns its values in batches of `duration` seconds.
  public func accelerometerBatches(lasting duration: Double) -> MotionUpdates<[AccelerometerData]> {
    batches(\.accelerometer, lasting: duration) { _ in }
  }

  /// Stops the service for its handler and all loops.
  public func stopAccelerometerUpdates() { stop(\.accelerometer) }
}
