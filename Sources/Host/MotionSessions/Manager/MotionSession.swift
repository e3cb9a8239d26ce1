import AttitudeFilters
import MotionSamples
import Rotations

/// The state of a manager and its transitions: a value without threads, which the manager keeps behind its lock.
struct MotionSession {
  var accelerometer: Service<AccelerometerData>
  var gyroscope: Service<GyroscopeData>
  var magnetometer: Service<MagnetometerData>
  var deviceMotion: Service<DeviceMotion>
  var gestures: Service<DeviceGesture>
  /// Whether to report `deviceRequiresMovement`, once.
  var showsDeviceMovementDisplay = false
  /// Present while device motion is active.
  var estimator: DeviceMotionEstimator?
  var gestureParameters = GestureParameters()
  var gestureEstimator = GestureEstimator(GestureParameters())
  /// Incremented by each start and stop of reading; events of an earlier epoch are ignored.
  private(set) var epoch = 0
  private(set) var isConnected = true

  /// The mounting of the sensors in the device.
  private let axes: AxisMapping
  private var clock = SampleClock()
  /// The session time in nanoseconds: the sum of the clock's intervals. Never decreases.
  private var time: Int64 = 0
  /// Whether the next sample does not continue the last one.
  private var isInterrupted = false

  /// The minimum interval after an interruption, in seconds, whatever the timestamps: a gap after which the filter
  /// finds its attitude again.
  private static let shortestInterruption = 1.0

  init(source: SourceDescription?, axes: AxisMapping = .identity) {
    self.axes = axes
    let (accelerometer, gyroscope, magnetometer) = (source?.accelerometer, source?.gyroscope, source?.magnetometer)
    self.accelerometer = Service(isAvailable: accelerometer != nil, hardwareInterval: accelerometer?.interval)
    self.gyroscope = Service(isAvailable: gyroscope != nil, hardwareInterval: gyroscope?.interval)
    self.magnetometer = Service(isAvailable: magnetometer != nil, hardwareInterval: magnetometer?.interval)
    deviceMotion = Service(
      isAvailable: accelerometer != nil && gyroscope != nil, hardwareInterval: gyroscope?.interval)
    gestures = Service(isAvailable: accelerometer != nil, hardwareInterval: nil)
  }

  var isActive: Bool {
    accelerometer.isActive || gyroscope.isActive || magnetometer.isActive || deviceMotion.isActive || gestures.isActive
  }

  /// Begins or ends reading and returns the new epoch; events of earlier epochs are ignored.
  mutating func beginEpoch() -> Int {
    epoch += 1
    clock = SampleClock()
    isConnected = true
    isInterrupted = false
    return epoch
  }

  /// Processes an event and returns the deliveries; nil if the reader's epoch has ended.
  mutating func take(_ event: SourceEvent, epoch: Int) -> Deliveries? {
    guard epoch == self.epoch else { return nil }
    switch event {
    case .sample(let stamped):
      return take(stamped)
    case .disconnected(let reason):
      isConnected = false
      let waiting = interrupt()
      return tell(.sourceDisconnected(reason), isLast: false, after: waiting)
    case .connected:
      isConnected = true
      return interrupt()
    case .discontinuity:
      return interrupt()
    }
  }

  /// Processes the end of the source and returns the deliveries; nil if the reader's epoch has ended.
  mutating func end(_ error: MotionError, epoch: Int) -> Deliveries? {
    guard epoch == self.epoch else { return nil }
    let deliveries = tell(error, isLast: true, after: interrupt())
    stopAll()
    return deliveries
  }

  /// Ends a stretch of samples and returns the motions that waited for later ones.
  private mutating func interrupt() -> Deliveries {
    clock = SampleClock()
    isInterrupted = true
    estimator?.finish()
    var deliveries = Deliveries()
    addMotions(to: &deliveries)
    return deliveries
  }

  private mutating func take(_ stamped: TimedSample<Double>) -> Deliveries {
    let reading = clock.read(stamped.timestamp)
    time += reading.nanoseconds
    var timed = stamped
    timed.sample.interval = isInterrupted ? max(reading.interval, Self.shortestInterruption) : reading.interval
    estimator?.process(
      timed, SampleTiming(sessionTime: time, isDiscontinuous: isInterrupted || reading.isDiscontinuity))
    isInterrupted = false
    var deliveries = deliveries(of: stamped)
    addMotions(to: &deliveries)
    return deliveries
  }

  /// Adds the device motions that are ready and due.
  private mutating func addMotions(to deliveries: inout Deliveries) {
    while let (sessionTime, isMovementNeeded) = estimator?.turn() {
      if isMovementNeeded && showsDeviceMovementDisplay {
        deliveries.motions.append(
          Delivery(result: .failure(.deviceRequiresMovement), subscribers: deviceMotion.subscribers))
      }
      if let motion = deviceMotion.offer(at: sessionTime, { estimator!.motion() }) { deliveries.motions.append(motion) }
    }
  }

  private mutating func deliveries(of stamped: TimedSample<Double>) -> Deliveries {
    let (timestamp, sample) = (stamped.timestamp, axes.apply(to: stamped.sample))
    var deliveries = Deliveries()
    if sample.specificForce.isFiniteInLane {
      deliveries.accelerometer = accelerometer.offer(at: time) {
        AccelerometerData(timestamp: timestamp, specificForce: sample.specificForce)
      }
      if gestures.isActive {
        for change in gestureEstimator.changes(sample.specificForce, at: time) {
          let gesture = gestures.offer(at: time) { DeviceGesture(timestamp: timestamp, change: change) }
          if let gesture { deliveries.gestures.append(gesture) }
        }
      }
    }
    if sample.angularRate.isFiniteInLane {
      deliveries.gyroscope = gyroscope.offer(at: time) {
        GyroscopeData(timestamp: timestamp, rotationRate: sample.angularRate)
      }
    }
    if sample.magneticField.isFiniteInLane {
      deliveries.magnetometer = magnetometer.offer(at: time) {
        MagnetometerData(timestamp: timestamp, magneticField: sample.magneticField)
      }
    }
    return deliveries
  }

  private func tell(_ error: MotionError, isLast: Bool, after waiting: Deliveries) -> Deliveries {
    Deliveries(
      accelerometer: Delivery(result: .failure(error), isLast: isLast, subscribers: accelerometer.subscribers),
      gyroscope: Delivery(result: .failure(error), isLast: isLast, subscribers: gyroscope.subscribers),
      magnetometer: Delivery(result: .failure(error), isLast: isLast, subscribers: magnetometer.subscribers),
      motions: waiting.motions + [
        Delivery(result: .failure(error), isLast: isLast, subscribers: deviceMotion.subscribers)
      ], gestures: [Delivery(result: .failure(error), isLast: isLast, subscribers: gestures.subscribers)])
  }

  private mutating func stopAll() {
    _ = accelerometer.stop()
    _ = gyroscope.stop()
    _ = magnetometer.stop()
    _ = deviceMotion.stop()
    _ = gestures.stop()
    estimator = nil
    _ = beginEpoch()
  }
}
