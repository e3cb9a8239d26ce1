import MotionSamples
import Rotations

/// Where samples come from: a recording, a sensor, a network.
///
/// A source says what it has (`description`) before anything is started, and opens as often as it is asked. Each opening
/// gives a reader, from which the caller pulls one event after another; when the caller has enough it lets go of the reader,
/// which closes what it holds. There is one reader at a time unless the source says otherwise.
///
/// To write one:
/// 1. `description` is fixed: a source whose sensors are only known later (a network) declares what it will deliver.
/// 2. `open` may fail: no such device, no permission, no address. It must not wait for the first sample.
/// 3. The reader converts to SI units and device axes, and brings sensors of different rates into one order, best with
///    `SampleMerger`, one sample for each reading of the gyroscope.
public protocol MotionSource: Sendable {
  /// What can be said before the first sample. Cheap, and always the same.
  var description: SourceDescription { get }
  /// Opens the source for reading from its beginning, or from now on. Throws `sourceFailed` with the reason.
  func open() throws(MotionError) -> any MotionSourceReader
}

/// A source that is open: events are pulled from it, one after another, by one task at a time.
///
/// ## Waiting
///
/// `next` may wait as long as it takes. It may block its thread, in `poll`, `read` or a library's call, since
/// `MotionManager` gives each reader a thread of its own; or suspend.
///
/// ## Cancelling
///
/// Reading is cancelled by cancelling the task that reads. `next` must then return nil soon, within about 50 ms, also
/// while it waits: a suspension in `Task.sleep` ends by itself; a blocking call needs `withTaskCancellationHandler`, which
/// wakes it (`eventfd` beside the socket in `poll`, `iio_buffer_cancel`), or a time limit of 50 ms after which
/// `Task.isCancelled` is asked. Asking `Task.isCancelled` once for each event is cheap. After it returned nil or threw, a
/// reader is not asked again.
///
/// ## Losing the device
///
/// A reader whose device can come back (serial line, network) returns `disconnected` once and goes on trying, with
/// pauses; then `connected`, then samples. Their stamps may begin anew. One whose device cannot come back throws
/// `sourceFailed`. Silence is not an end: a network source decides after which silence it is disconnected.
///
/// ## Closing
///
/// What a reader holds is released when it goes out of scope: hold descriptors in a class with a `deinit`.
public protocol MotionSourceReader {
  /// The next event; nil at the end of the source and after cancelling. Throws where nothing more will come, and why.
  mutating func next() async throws(MotionError) -> SourceEvent?
}

/// What a source has to say.
public enum SourceEvent: Sendable {
  /// A sample in device axes and SI units, with its stamp; `interval` is not looked at. Sensors that were not read are
  /// `absent` in it. Stamps should rise; those that do not are dealt with (`SampleClock`).
  case sample(StampedSample<Double>)
  /// The device is gone, and why; the source waits for it. Told once, until `connected`.
  case disconnected(String)
  /// The device is back. (A source that has just been opened is connected and need not say so.)
  case connected
  /// The samples that follow do not go on from those before: a recording that was moved to another place.
  case discontinuity
}

/// What can be said of a source before its first sample.
public struct SourceDescription: Sendable {
  /// One sensor of a source.
  public struct Sensor: Hashable, Sendable {
    /// The time between two readings in seconds; nil where it is not known.
    public var interval: Double?

    /// A sensor with the time between its readings in seconds, where it is known.
    public init(interval: Double? = nil) { self.interval = interval }
  }

  /// What the source is called in messages: a file, a device, an address.
  public var name: String
  /// The accelerometer; nil where there is none.
  public var accelerometer: Sensor?
  /// The gyroscope; nil where there is none.
  public var gyroscope: Sensor?
  /// The magnetometer; nil where there is none.
  public var magnetometer: Sensor?
  /// What is known of the place; nil where nothing is. Without it there is no true north.
  public var trueNorth: TrueNorthReference?
  /// Where on the user the sensors are. Default: in the device.
  public var sensorLocation: SensorLocation

  /// A description from its parts; what is left out is not there.
  public init(
    name: String, accelerometer: Sensor? = nil, gyroscope: Sensor? = nil, magnetometer: Sensor? = nil,
    trueNorth: TrueNorthReference? = nil, sensorLocation: SensorLocation = .default
  ) {
    self.name = name
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
    self.trueNorth = trueNorth
    self.sensorLocation = sensorLocation
  }
}
