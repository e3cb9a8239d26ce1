// MotionSessions: device motion from sensors and recordings, with an interface like Core Motion's.
// Units and signs of Core Motion exist only here; the path below is that of every other entrance.

import AttitudeFilters
import Dispatch
import MotionSamples
import ParallelWork
import Rotations

/// Device motion and raw sensors of any `MotionSource`: the counterpart of Core Motion's `CMMotionManager`.
///
/// There are five services: accelerometer, gyroscope, magnetometer, device motion and gestures. Each is available if the source
/// has its sensors, and delivers in four ways, also at the same time; all but gestures have their own interval:
/// - pull: `startDeviceMotionUpdates()`, then read `deviceMotion` at any time (a game's frame, a timer);
/// - push: `startDeviceMotionUpdates(to:withHandler:)` calls a handler on a queue;
/// - loop: `for try await motion in manager.deviceMotionUpdates()`;
/// - batches of values, for handlers and loops.
///
/// The first service to start opens the source and the last one to stop closes it. Starting a service that is not
/// available does nothing. The filter gets every sample; the interval selects the results to deliver, always the
/// newest. Intervals below that of the hardware have no effect.
///
/// Managers share nothing. Every function may be called from any thread and from handlers. After `stop` has returned,
/// no handler is called again, except for a call that is already running on another thread. Releasing the manager stops
/// it.
public final class MotionManager: Sendable {
  let source: (any MotionSource)?
  let buffering: Buffering
  let trueNorth: TrueNorthReference?
  let conditioner: SampleConditioner<Double>
  let filter: FilterSelection
  let latency: Double
  let session: Locked<MotionSession>
  private let thread = SourceThread()
  private let reading = Locked<Task<Void, Never>?>(nil)

  /// A manager for a source.
  ///
  /// - Parameters:
  ///   - source: The origin of samples; nil for a device without sensors, on which every start does nothing.
  ///   - trueNorth: The declination and field of the place. Default: that of the source.
  ///   - buffering: The handling of values that are not taken in time, at least 1. Default: keep 64; then a source that can wait, as
  ///     a recording can, is held, so that nothing is lost, and of any other the oldest are dropped and counted.
  ///   - magneticReference: The origin of the filter's undisturbed magnetic field. Default: learned.
  ///   - conditioner: The mounting and the calibration of the sensors, for device motion; the raw sensors stay in
  ///     device axes and uncalibrated. `CalibrationFile` of `SensorCalibration` reads calibrations. Default: perfect
  ///     sensors in device axes.
  ///   - filter: The filter and its parameters, such as `FilterSelection(.vqf)`. Default: the default filter.
  ///   - latency: The time for which device motion waits for what the default filter learns later, s, from 0; see
  ///     `MotionQueue`. Motions then come several at once, at the filter's steps; those that wait come when the source ends,
  ///     disconnects or moves to another place. Default: 0.
  public init(
    source: (any MotionSource)?, trueNorth: TrueNorthReference? = nil, buffering: Buffering? = nil,
    magneticReference: MagneticReferenceOrigin = .learned, conditioner: SampleConditioner<Double> = SampleConditioner(),
    filter: FilterSelection = FilterSelection(), latency: Double = 0
  ) {
    let description = source?.description
    let buffering = buffering ?? (description?.canWait == true ? .holdsSource(64) : .dropsOldest(64))
    precondition(buffering.capacity >= 1, "a buffer must have room for at least one value")
    precondition(latency == 0 || latency > 0 && filter.kind == .default, "only the default filter has a latency")
    self.latency = latency
    self.source = source
    self.buffering = buffering
    self.conditioner = conditioner
    self.trueNorth = trueNorth ?? description?.trueNorth
    var filter = filter
    if magneticReference == .place, let known = self.trueNorth?.magneticReference {
      filter.setMagneticReference(strength: known.strength, dip: known.dip)
    }
    self.filter = filter
    session = Locked(MotionSession(source: description, axes: conditioner.axes))
  }

  /// Ends the source as if it had no more samples: motions that wait are delivered, then `MotionError.sourceEnded`.
  public func endSource() { reading.withLock { $0?.cancel() } }

  deinit { reading.withLock { $0.take() }?.cancel() }

  /// The description of the source; nil without a source.
  public var sourceDescription: SourceDescription? { source?.description }

  /// Whether the source has its device. True before the first start.
  public var isSourceConnected: Bool { session.withLock { $0.isConnected } }

  /// Whether handlers of device motion get `MotionError.deviceRequiresMovement`, once after each start, if the heading
  /// cannot be determined until the device is moved. Default: false.
  public var showsDeviceMovementDisplay: Bool {
    get { session.withLock { $0.showsDeviceMovementDisplay } }
    set { session.withLock { $0.showsDeviceMovementDisplay = newValue } }
  }

  /// Changes the services, then starts or stops reading accordingly. Returns the result of `change`.
  func change<Result: Sendable, Failure: Error>(
    _ change: (inout MotionSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Held throughout, to serialize starts and stops of several threads.
    try reading.withLock { reading throws(Failure) in
      var epoch: Int?
      let result = try session.withLock { session throws(Failure) in
        let wasActive = session.isActive
        let result = try change(&session)
        if session.isActive != wasActive { epoch = session.beginEpoch() }
        if !session.deviceMotion.isActive { session.estimator = nil }
        return (result, session.isActive)
      }
      if let epoch {
        reading?.cancel()
        reading = result.1 ? read(epoch: epoch) : nil
      }
      return result.0
    }
  }

  /// Reads the source on its thread until it ends or a new epoch starts.
  private func read(epoch: Int) -> Task<Void, Never>? {
    guard let source else { return nil }
    let (session, holdsSource, latency) = (session, buffering.holdsSource, latency)
    return Task(executorPreference: thread) {
      let error: MotionError
      do throws(MotionError) {
        var reader = try source.open()
        while let event = try await reader.next() {
          guard let deliveries = session.withLock({ $0.take(event, epoch: epoch) }) else { return }
          await deliveries.send(waits: holdsSource)
        }
        error = .sourceEnded
      } catch let failure {
        error = failure
      }
      // What waited for the latency comes at once: no receiver was slow.
      await session.withLock { $0.end(error, epoch: epoch) }?.send(waits: holdsSource || latency > 0)
    }
  }
}

/// The executor on which a manager reads its source. It runs no other task, so the source may block it.
final class SourceThread: TaskExecutor {
  private let queue = DispatchQueue(label: "cardan.motion-source", qos: .userInteractive)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
