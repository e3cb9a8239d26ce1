import MotionSamples
import Rotations

/// The processing chain from raw samples to motion: axes, calibration, clock, filter, frame, gravity.
///
/// ```swift
/// var stream = MotionStream()
/// let motion = stream.update(
///   MotionSample(
///     interval: 0.01, angularRate: Vector3(x: 0, y: 0, z: 0.1), specificForce: Vector3(x: 0, y: 0, z: 9.81)))
/// print(EulerAngles(motion.outputFromBody), motion.gravity, motion.userAcceleration)
/// ```
///
/// The command, the C and Python libraries, sessions, the web page and firmware all run this type. It is a value in
/// plain memory: a copy is a snapshot. `update` never traps. The state stays finite for any input, and `Motion.flags`
/// reports how the sample was handled. A state that a memory error has broken is reset, with the flags `correctedByJump` and
/// `initializing`.
public struct MotionStream<Filter: AttitudeFilter> where Filter.Scalar: LaneElement {
  /// The number type.
  public typealias Scalar = Filter.Scalar

  /// The filter, whose attitude is in ENU.
  public var filter: Filter
  /// The clock that converts timestamps to intervals.
  public var clock: SampleClock
  /// The magnitude of gravity subtracted from the acceleration, m/s².
  public var gravityMagnitude: Scalar
  /// The time of the last sample; zero for samples with intervals only.
  public var timestamp = Timestamp(nanoseconds: 0)
  /// Whether samples before the last one are missing or out of order.
  public var isDiscontinuous = false

  @usableFromInline var stages: (conditioner: SampleConditioner<Scalar>, frame: OutputFrame<Scalar>, areBypassed: Bool)
  @usableFromInline var lastForce = Vector3<Scalar>.absent
  @usableFromInline var lastOutcome = UpdateOutcome<Scalar>()
  @usableFromInline var inputCheck = InputCheck<Scalar>()

  /// A stream before its first sample.
  @export(implementation)
  public init(filter: Filter, settings: StreamSettings<Scalar> = StreamSettings()) {
    self.filter = filter
    stages = (settings.conditionerForFrame, settings.outputFrame, false)
    clock = SampleClock(parameters: settings.clock)
    gravityMagnitude = settings.gravityMagnitude
  }

  /// Makes a stream before its first sample in memory that holds nothing, with less of the stack than a copy of it takes.
  @export(implementation) @inline(never)
  public static func initialize(
    _ stream: UnsafeMutablePointer<Self>, parameters: Filter.Parameters, settings: UnsafePointer<StreamSettings<Scalar>>
  ) {
    withUnsafeMutablePointer(to: &stream.pointee.filter) { Filter.initialize($0, parameters: parameters) }
    stream.pointee.stages.conditioner = settings.pointee.conditioner
    stream.pointee.stages.conditioner.usesMagnetometer = settings.pointee.usesMagnetometer
    stream.pointee.stages.frame = settings.pointee.outputFrame
    stream.pointee.stages.areBypassed = false
    stream.pointee.clock = SampleClock(parameters: settings.pointee.clock)
    stream.pointee.gravityMagnitude = settings.pointee.gravityMagnitude
    stream.pointee.forgetSamples()
  }

  /// The conversion of raw samples to samples in body axes.
  public var conditioner: SampleConditioner<Scalar> {
    @export(implementation) get { stages.conditioner }
    @export(implementation) set {
      stages.conditioner = newValue
      stages.areBypassed = false
    }
  }

  /// The conversion from ENU to the requested frame.
  public var frame: OutputFrame<Scalar> {
    @export(implementation) get { stages.frame }
    @export(implementation) set {
      stages.frame = newValue
      stages.areBypassed = false
    }
  }

  /// The settings around the filter.
  @export(implementation)
  public var settings: StreamSettings<Scalar> {
    var settings = StreamSettings<Scalar>()
    settings.conditioner = conditioner
    settings.clock = clock.parameters
    settings.frame = frame.frame
    settings.declination = frame.declination
    settings.gravityMagnitude = gravityMagnitude
    return settings
  }

  /// Resets the stream; keeps the filter's parameters and the settings.
  @export(implementation) @inline(never)
  public mutating func reset() {
    // Never inlined, like the initializer: keeps their stack use out of that of an update.
    filter.reset()
    clock = SampleClock(parameters: clock.parameters)
    frame = OutputFrame(frame.frame, declination: frame.declination)
    forgetSamples()
  }

  @export(implementation)
  mutating func forgetSamples() {
    timestamp = Timestamp(nanoseconds: 0)
    isDiscontinuous = false
    lastForce = .absent
    lastOutcome = UpdateOutcome()
    inputCheck = InputCheck()
  }

  /// Processes a raw sample with its interval and returns the motion after it.
  ///
  /// - Parameters:
  ///   - sample: Readings in sensor axes; absent ones are vectors of NaN.
  ///   - temperature: The gyroscope temperature in degrees Celsius. Default: unknown.
  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>, temperature: Double = .nan) -> Motion<Scalar> {
    process(sample, temperature: temperature)
    return motion()
  }

  /// Processes a raw sample with its timestamp, which may repeat or be discontinuous, and returns the motion after it.
  /// The clock replaces the sample's interval.
  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(
    _ sample: MotionSample<Scalar>, at timestamp: Timestamp, temperature: Double = .nan
  ) -> Motion<Scalar> {
    var timed = sample
    timed.interval = interval(to: timestamp)
    return update(timed, temperature: temperature)
  }
}

// The chain in steps, without a `Motion` after each sample. Always inlined: a call would copy the filter.
extension MotionStream {
  /// Processes a row: observes its velocities, and processes its sample after the interval that the clock finds.
  @export(implementation) @inline(__always)
  public mutating func process(_ row: TimedSample<Scalar>) {
    updateFilter(conditioned(row))
    updateFrame()
  }

  /// Observes the velocities of a row and returns its sample for `updateFilter`, after the interval that the clock finds.
  @export(implementation) @inline(__always)
  mutating func conditioned(_ row: TimedSample<Scalar>) -> MotionSample<Scalar> {
    observe(velocity: row.velocity, speed: row.speed)
    var sample = row.sample
    sample.interval = interval(to: row.timestamp)
    return bypassesStages ? sample : stages.conditioner.condition(sample, temperature: row.temperature)
  }

  /// The interval from the previous sample to the one at this timestamp, in seconds, from the clock.
  @export(implementation) @inline(__always)
  public mutating func interval(to timestamp: Timestamp) -> Scalar {
    let reading = clock.read(timestamp)
    self.timestamp = timestamp
    isDiscontinuous = reading.isDiscontinuity
    return Scalar(reading.interval)
  }

  /// Processes a raw sample.
  @export(implementation) @inline(__always)
  public mutating func process(_ sample: MotionSample<Scalar>, temperature: Double = .nan) {
    updateFilter(bypassesStages ? sample : stages.conditioner.condition(sample, temperature: temperature))
    updateFrame()
  }

  /// Whether `updateFilter` accepts raw samples unchanged and `updateFrame` has no effect.
  @export(implementation) @inline(__always)
  public var bypassesStages: Bool { stages.areBypassed }

  /// Updates the filter with a conditioned sample.
  @export(implementation) @inline(__always)
  public mutating func updateFilter(_ sample: MotionSample<Scalar>) {
    note(sample)
    lastOutcome = filter.update(sample)
    resetIfBroken()
  }

  /// Keeps what the filter does not of a conditioned sample.
  @export(implementation) @inline(__always)
  mutating func note(_ sample: MotionSample<Scalar>) {
    lastForce = sample.specificForce
    inputCheck.add(sample)
  }

  /// Resets the filter if a memory error or two threads on one stream broke its state. No reading does.
  @export(implementation) @inline(__always)
  mutating func resetIfBroken() {
    if _slowPath(!filter.hasFiniteAttitude) { beginAgain() }
  }

  /// Resets the filter, whose state was broken, and says so in the outcome of the sample.
  @export(implementation) @inline(never)
  mutating func beginAgain() {
    filter.reset()
    frame = OutputFrame(frame.frame, declination: frame.declination)
    lastOutcome.isCorrectedByJump = true
    lastOutcome.isInitializing = true
  }

  /// Updates the frame after a sample, until it is settled.
  @export(implementation) @inline(__always)
  public mutating func updateFrame() {
    if bypassesStages { return }
    if !stages.frame.isSettled {
      stages.frame.follow(
        levelFromBody: filter.levelFromBody, headingOffset: filter.headingOffset,
        hasTilt: !lastOutcome.isSpecificForceRejected && !lastOutcome.isSpecificForceAbsent,
        isHeadingKnown: !stages.conditioner.usesMagnetometer || lastOutcome.hasFoundNorth)
    }
    stages.areBypassed = stages.conditioner.isIdentity && stages.frame.isSettled
  }
}

// Results between two samples. Always inlined: a call would copy the filter. `__always` is only a hint, which does not hold for the
// complete motion and the flags.
extension MotionStream {
  /// The complete motion. Gravity and standard deviations take some instructions; omitted ones are NaN.
  @export(implementation) @inline(always)
  public func motion(hasGravity: Bool = true, hasStandardDeviations: Bool = true) -> Motion<Scalar> {
    // Swift 6.3 loses what is assigned to parts of a motion that becomes a global constant, so all of it is passed at once.
    let gravity = hasGravity ? gravity : .absent
    return Motion(
      timestamp: timestamp, outputFromBody: outputFromBody, gravity: gravity,
      userAcceleration: hasGravity ? lastForce + gravity : .absent, angularRate: filter.correctedAngularRate,
      gyroscopeBias: filter.gyroscopeBias,
      tiltStandardDeviation: hasStandardDeviations ? tiltStandardDeviation : Scalar(Double.nan),
      headingStandardDeviation: hasStandardDeviations ? headingStandardDeviation : Scalar(Double.nan), flags: flags,
      doubts: doubts)
  }

  /// The attitude in the frame of the settings.
  @export(implementation) @inline(__always)
  public var outputFromBody: Rotation<Scalar> { stages.frame.outputFromBody(filter.enuFromBody) }

  /// Gravity in body axes, m/s².
  @export(implementation) @inline(__always)
  public var gravity: Vector3<Scalar> { Motion.gravity(inBodyOf: filter.enuFromBody, magnitude: gravityMagnitude) }

  /// The last sample's acceleration without gravity in body axes, m/s²; absent if the specific force was absent.
  @export(implementation) @inline(__always)
  public var userAcceleration: Vector3<Scalar> { lastForce + gravity }

  /// Standard deviation of the tilt, rad; NaN if the filter has none.
  @export(implementation) @inline(__always)
  public var tiltStandardDeviation: Scalar { filter.tiltStandardDeviation ?? Scalar(Double.nan) }

  /// Standard deviation of the heading, rad; of the heading since the start while north is unknown; NaN if the filter has none.
  @export(implementation) @inline(__always)
  public var headingStandardDeviation: Scalar { filter.headingStandardDeviation ?? Scalar(Double.nan) }

  /// The outcome flags of the clock and the filter for the last sample.
  @export(implementation) @inline(always)
  public var flags: OutcomeFlags {
    var flags = lastOutcome.flags
    flags.set(.discontinuity, when: isDiscontinuous)
    flags.set(.velocityRejected, when: filter.isVelocityRejected)
    if stages.frame.frame.startsAtZeroHeading { flags.clear(.headingUnknown) }
    return flags
  }
}

extension MotionStream {
  /// What is doubtful about the readings since the start or the last reset. A snapshot does not keep it.
  @export(implementation)
  public var doubts: InputDoubts { inputCheck.doubts }
}

extension UpdateOutcome where Scalar.Mask == Bool {
  /// Whether the heading relies on the magnetic field.
  @export(implementation) @inline(__always)
  var hasFoundNorth: Bool { !isInitializing && !isHeadingUnknown }
}

extension MotionStream where Filter.Parameters: NamedParameters {
  /// A stream of a filter with these parameters.
  @export(implementation) @inline(never)
  public init(parameters: Filter.Parameters, settings: StreamSettings<Scalar> = StreamSettings()) {
    self.init(filter: Filter(parameters: parameters), settings: settings)
  }
}

extension MotionStream where Filter == DefaultFilter<Double> {
  /// A stream of the default filter in double precision.
  @export(implementation)
  public init(settings: StreamSettings<Double> = StreamSettings()) {
    self.init(filter: DefaultFilter(), settings: settings)
  }
}

// Observations of velocity beside the samples.

extension MotionStream {
  /// Observes the velocities of a row that has some, to be used with its sample.
  @export(implementation) @inline(__always)
  public mutating func observe(velocity: GroundVelocity<Scalar>, speed: ForwardSpeed<Scalar>) {
    if velocity.isPresent.isTrueInAnyLane { observe(velocity: velocity) }
    if speed.isPresent.isTrueInAnyLane { observe(speed: speed) }
  }

  /// Observes a velocity over ground in ENU of true north, as satellites measure it; the declination of the settings turns it to
  /// the filter's north. Not-a-number is no observation.
  ///
  /// - Returns: Whether the filter takes velocities.
  @export(implementation) @discardableResult
  public mutating func observe(velocity: GroundVelocity<Scalar>) -> Bool {
    let turned = Rotation(aboutZ: frame.declination).rotate(Vector3(x: velocity.east, y: velocity.north, z: 0.0))
    var observation = velocity
    (observation.east, observation.north) = (turned.x, turned.y)
    return filter.observe(observation)
  }

  /// Observes a speed along the forward axis of the body. Not-a-number is no observation.
  ///
  /// - Returns: Whether the filter takes speeds.
  @export(implementation) @discardableResult
  public mutating func observe(speed: ForwardSpeed<Scalar>) -> Bool { filter.observe(speed) }
}
