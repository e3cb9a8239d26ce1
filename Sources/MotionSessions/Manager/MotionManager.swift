import AttitudeFilters
import MotionSamples
import Rotations

/// Motion as an application meets it: the counterpart of Core Motion's `CMMotionManager`, over any `MotionSource`.
///
/// There are four services: accelerometer, gyroscope, magnetometer and device motion. Each is available where the source
/// has its sensors, has an interval of its own, and delivers in four ways, also at the same time:
/// - pull: `startDeviceMotionUpdates()`, then read `deviceMotion` whenever it is wanted (a game's frame, a timer);
/// - push: `startDeviceMotionUpdates(to:withHandler:)` calls a handler on a queue;
/// - `for try await motion in manager.deviceMotionUpdates()`;
/// - batches, which gather values over a time, for handlers and loops.
///
/// The source is opened by the first service that starts and let go of by the last one that stops. Starting what the
/// source does not have does nothing. All samples go through the filter, whatever the intervals; an interval chooses which
/// results are delivered, always the newest. An interval shorter than the hardware's is that of the hardware.
///
/// Several managers may exist; nothing is shared between them. Everything may be called from any thread, also from
/// handlers. After `stop` has returned no handler is called any more, but for a call that is already running on another
/// thread. A manager that goes out of scope stops.
public final class MotionManager: Sendable {
  let source: (any MotionSource)?
  let buffering: Buffering
  let trueNorth: TrueNorthReference?
  let conditioner: SampleConditioner<Double>
  let filter: FilterSelection
  let session: Locked<MotionSession>
  private let thread = SourceThread()
  private let reading = Locked<Task<Void, Never>?>(nil)

  /// A manager for a source.
  ///
  /// - Parameters:
  ///   - source: Where samples come from; nil for a device without sensors, on which every start does nothing.
  ///   - trueNorth: What is known of the place, before what the source knows. Default: what the source knows.
  ///   - buffering: What happens to what is not taken in time. At least 1. Default: 64 values wait, then the oldest goes.
  ///   - magneticReference: Where the filter has the undisturbed magnetic field from. Default: it learns it.
  ///   - conditioner: How the sensors are mounted, and their errors. What the single sensors deliver is in device axes and not
  ///     calibrated. `CalibrationFile` of `OfflineEstimation` has calibrations from a file. Default: perfect sensors in device
  ///     axes.
  ///   - filter: The filter, and what is tuned in it, as `FilterSelection(.vqf)`. Default: the default filter.
  public init(
    source: (any MotionSource)?, trueNorth: TrueNorthReference? = nil, buffering: Buffering = .dropsOldest(64),
    magneticReference: MagneticReferenceOrigin = .learned, conditioner: SampleConditioner<Double> = SampleConditioner(),
    filter: FilterSelection = FilterSelection()
  ) {
    precondition(buffering.capacity >= 1, "a buffer must have room for at least one value")
    let description = source?.description
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

  deinit { reading.withLock { $0.take() }?.cancel() }

  /// What is read; nil for none.
  public var sourceDescription: SourceDescription? { source?.description }

  /// Whether the source has its device. True before anything is started.
  public var isSourceConnected: Bool { session.withLock { $0.isConnected } }

  /// Whether handlers of device motion are told, once after each start, that the device must be moved for the
  /// magnetometer to tell north (`MotionError.deviceRequiresMovement`). Default: false.
  public var showsDeviceMovementDisplay: Bool {
    get { session.withLock { $0.showsDeviceMovementDisplay } }
    set { session.withLock { $0.showsDeviceMovementDisplay = newValue } }
  }

  /// Changes what is wanted of the source, then begins or ends reading accordingly. Gives what `change` does.
  func change<Result: Sendable, Failure: Error>(
    _ change: (inout MotionSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Held throughout, so that starts and stops of several threads come one after another.
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

  /// Reads the source on its thread until it ends or another epoch begins.
  private func read(epoch: Int) -> Task<Void, Never>? {
    guard let source else { return nil }
    let (session, holdsSource) = (session, buffering.holdsSource)
    return Task(executorPreference: thread) {
      let error: MotionError
      do throws(MotionError) {
        var reader = try source.open()
        while let event = try await reader.next() {
          guard let deliveries = session.withLock({ $0.take(event, epoch: epoch) }) else { return }
          deliveries.send()
          if holdsSource { await deliveries.waitForRoom() }
        }
        error = .sourceEnded
      } catch let failure {
        error = failure
      }
      session.withLock { $0.end(error, epoch: epoch) }?.send()
    }
  }
}
