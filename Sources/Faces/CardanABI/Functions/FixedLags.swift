// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if (!hasFeature(Embedded) || CARDAN_HOSTED) && !CARDAN_SINGLE_PRECISION
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import Rotations

  /// The object behind a `cardan_fixed_lag`.
  private final class DelayedHandle {
    /// The stream in the memory of the filter's handle.
    let stream: UnsafeMutablePointer<MotionStream<DefaultFilter<Double>>>
    var queue: MotionQueue<DefaultFilter<Double>, Void>

    init?(_ stream: UnsafeMutablePointer<MotionStream<DefaultFilter<Double>>>, latency: Double) {
      guard let queue = MotionQueue<DefaultFilter<Double>, Void>(latency: latency, of: stream.pointee) else {
        return nil
      }
      self.stream = stream
      self.queue = queue
    }

    /// The object of a handle, which is not null.
    static func of(_ handle: OpaquePointer) -> DelayedHandle {
      Unmanaged<DelayedHandle>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    func take(_ sample: MotionSample<Double>) {
      queue.take(stream.pointee.conditioner.condition(sample), in: &stream.pointee) { _ in }
    }
  }

  @c @implementation
  public func cardan_fixed_lag_create(
    _ filter: OpaquePointer?, _ latency: Double, _ lag: UnsafeMutablePointer<OpaquePointer?>?
  ) -> cardan_status {
    let (memory, status) = FilterMemory.of(filter)
    guard let memory else { return status }
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    guard (0...60).contains(latency) else { return CARDAN_BAD_ARGUMENT }
    let header = memory.header.pointee
    guard header.kind == .default, !header.mergesSensors,
      let handle = DelayedHandle(memory.stream(of: DefaultFilter<Double>.self), latency: latency)
    else { return CARDAN_UNSUPPORTED }
    lag.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_fixed_lag_destroy(_ lag: OpaquePointer?) {
    guard let lag else { return }
    Unmanaged<DelayedHandle>.fromOpaque(UnsafeRawPointer(lag)).release()
  }

  @c @implementation
  public func cardan_fixed_lag_update(
    _ lag: OpaquePointer?, _ interval: Double, _ angularRate: UnsafePointer<Double>?,
    _ specificForce: UnsafePointer<Double>?, _ magneticField: UnsafePointer<Double>?
  ) -> cardan_status {
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    DelayedHandle.of(lag).take(
      MotionSample(
        interval: interval, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
        magneticField: Vector3(magneticField)))
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_fixed_lag_update_at(
    _ lag: OpaquePointer?, _ timestamp: Int64, _ angularRate: UnsafePointer<Double>?,
    _ specificForce: UnsafePointer<Double>?, _ magneticField: UnsafePointer<Double>?
  ) -> cardan_status {
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    let interval = DelayedHandle.of(lag).stream.pointee.interval(to: Timestamp(nanoseconds: timestamp))
    return cardan_fixed_lag_update(lag, interval, angularRate, specificForce, magneticField)
  }

  @c @implementation
  public func cardan_fixed_lag_fuse(
    _ lag: OpaquePointer?, _ recording: UnsafePointer<cardan_recording>?
  ) -> cardan_status {
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    let (rows, status) = FusionRows.reading(recording, nil)
    guard let samples = rows?.samples else { return status }
    let handle = DelayedHandle.of(lag)
    for index in 0..<samples.count {
      let interval = samples.begin(index, in: &handle.stream.pointee)
      var sample = samples.sample(index)
      sample.interval = interval
      handle.take(sample)
    }
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_fixed_lag_finish(_ lag: OpaquePointer?) -> cardan_status {
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    let handle = DelayedHandle.of(lag)
    handle.queue.finish(handle.stream.pointee)
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_fixed_lag_ready(_ lag: OpaquePointer?) -> Int {
    lag.map { DelayedHandle.of($0).queue.readyCount } ?? 0
  }

  @c @implementation
  public func cardan_fixed_lag_next(
    _ lag: OpaquePointer?, _ motion: UnsafeMutablePointer<cardan_motion>?
  ) -> cardan_status {
    guard let lag, let motion else { return CARDAN_NULL_ARGUMENT }
    guard motion.pointee.size == MemoryLayout<cardan_motion>.size else { return CARDAN_BAD_SIZE }
    guard let ready = DelayedHandle.of(lag).queue.next() else { return CARDAN_NOTHING_READY }
    motion.pointee.fill(with: ready.motion)
    return CARDAN_OK
  }

  @c @implementation
  public func cardan_fixed_lag_take(
    _ lag: OpaquePointer?, _ count: Int, _ results: UnsafePointer<cardan_results>?
  ) -> cardan_status {
    guard let lag else { return CARDAN_NULL_ARGUMENT }
    guard results.map({ $0.pointee.size == MemoryLayout<cardan_results>.size }) ?? true else { return CARDAN_BAD_SIZE }
    let handle = DelayedHandle.of(lag)
    guard let rows = ResultRows(results), (0...handle.queue.readyCount).contains(count) else {
      return CARDAN_BAD_ARGUMENT
    }
    for row in 0..<count {
      if let ready = handle.queue.next(), results != nil { rows.store(ready.motion, at: row) }
    }
    return CARDAN_OK
  }
#endif
