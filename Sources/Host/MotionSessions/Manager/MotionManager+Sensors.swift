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

extension MotionManager {
  /// The requested time between two values of the gyroscope, in seconds; default 0, for every reading. It may change at
  /// any time. Reads back as the interval of the hardware if that is known and longer.
  public var gyroscopeUpdateInterval: Double {
    get { value(\.gyroscope) { $0.updateInterval } }
    set { setInterval(\.gyroscope, newValue) }
  }

  /// Whether the source has a gyroscope.
  public var isGyroscopeAvailable: Bool { value(\.gyroscope) { $0.isAvailable } }
  /// Whether the gyroscope service is running.
  public var isGyroscopeActive: Bool { value(\.gyroscope) { $0.isActive } }
  /// The latest value; nil until the first one after the start. Kept after disconnection and stop.
  public var gyroscopeData: GyroscopeData? { value(\.gyroscope) { $0.latest } }
  /// The number of values dropped by slow handlers and loops since the start.
  public var gyroscopeDroppedCount: Int { value(\.gyroscope) { $0.droppedCount } }

  /// Starts the service for pulling: `gyroscopeData` then has the latest value.
  public func startGyroscopeUpdates() { startPulling(\.gyroscope) { _ in } }

  /// Starts the service and calls a handler with each value or error. It replaces a previous handler.
  public func startGyroscopeUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<GyroscopeData>
  ) {
    start(\.gyroscope, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts the service and calls a handler with batches of `duration` seconds. It replaces a previous handler.
  public func startGyroscopeUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[GyroscopeData]>
  ) {
    start(\.gyroscope, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts the service and returns its values as they come.
  public func gyroscopeUpdates() -> MotionUpdates<GyroscopeData> { updates(\.gyroscope) { _ in } }

  /// Starts the service and returns its values in batches of `duration` seconds.
  public func gyroscopeBatches(lasting duration: Double) -> MotionUpdates<[GyroscopeData]> {
    batches(\.gyroscope, lasting: duration) { _ in }
  }

  /// Stops the service for its handler and all loops.
  public func stopGyroscopeUpdates() { stop(\.gyroscope) }
}

extension MotionManager {
  /// The requested time between two values of the magnetometer, in seconds; default 0, for every reading. It may change
  /// at any time. Reads back as the interval of the hardware if that is known and longer.
  public var magnetometerUpdateInterval: Double {
    get { value(\.magnetometer) { $0.updateInterval } }
    set { setInterval(\.magnetometer, newValue) }
  }

  /// Whether the source has a magnetometer.
  public var isMagnetometerAvailable: Bool { value(\.magnetometer) { $0.isAvailable } }
  /// Whether the magnetometer service is running.
  public var isMagnetometerActive: Bool { value(\.magnetometer) { $0.isActive } }
  /// The latest value; nil until the first one after the start. Kept after disconnection and stop.
  public var magnetometerData: MagnetometerData? { value(\.magnetometer) { $0.latest } }
  /// The number of values dropped by slow handlers and loops since the start.
  public var magnetometerDroppedCount: Int { value(\.magnetometer) { $0.droppedCount } }

  /// Starts the service for pulling: `magnetometerData` then has the latest value.
  public func startMagnetometerUpdates() { startPulling(\.magnetometer) { _ in } }

  /// Starts the service and calls a handler with each value or error. It replaces a previous handler.
  public func startMagnetometerUpdates(
    to queue: some HandlerQueue, withHandler handler: @escaping MotionHandler<MagnetometerData>
  ) {
    start(\.magnetometer, handler: subscriber(queue, handler)) { _ in }
  }

  /// Starts the service and calls a handler with batches of `duration` seconds. It replaces a previous handler.
  public func startMagnetometerUpdates(
    inBatchesLasting duration: Double, to queue: some HandlerQueue,
    withHandler handler: @escaping MotionHandler<[MagnetometerData]>
  ) {
    start(\.magnetometer, handler: subscriber(batches: duration, queue, handler)) { _ in }
  }

  /// Starts the service and returns its values as they come.
  public func magnetometerUpdates() -> MotionUpdates<MagnetometerData> { updates(\.magnetometer) { _ in } }

  /// Starts the service and returns its values in batches of `duration` seconds.
  public func magnetometerBatches(lasting duration: Double) -> MotionUpdates<[MagnetometerData]> {
    batches(\.magnetometer, lasting: duration) { _ in }
  }

  /// Stops the service for its handler and all loops.
  public func stopMagnetometerUpdates() { stop(\.magnetometer) }
}
