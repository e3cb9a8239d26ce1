import MotionSamples
import Rotations

/// The origin of samples: a recording, a sensor, a network.
///
/// A source declares its sensors in `description` and can be opened any number of times. `open` returns a reader, from which
/// the caller pulls one event after another and which closes its resources when it is released. One reader at a time, unless
/// the source documents otherwise.
///
/// To write a source:
/// 1. Keep `description` constant. A source that learns its sensors only later (a network) declares what it will deliver.
/// 2. Let `open` throw for a missing device, permission or address. It must not wait for the first sample.
/// 3. Let the reader convert to SI units and device axes and merge sensors of different rates, one sample for each reading
///    of the gyroscope; `SampleMerger` does this.
public protocol MotionSource: Sendable {
  /// The name and the sensors of the source: constant and cheap.
  var description: SourceDescription { get }
  /// Opens a recording at its start or a live source at the present. Throws `sourceFailed` with the reason.
  func open() throws(MotionError) -> any MotionSourceReader
}

/// An open source, from which one task pulls events one after another.
///
/// ## Waiting
///
/// `next` may wait for any time. It may suspend, or block its thread in `poll`, `read` or a library call, since
/// `MotionManager` gives each reader its own thread.
///
/// ## Cancelling
///
/// Cancelling the reading task cancels the reader: `next` must return nil within about 50 ms, also while it waits.
/// `Task.sleep` ends by itself. A blocking call needs `withTaskCancellationHandler` to wake it (`eventfd` beside the socket
/// in `poll`, `iio_buffer_cancel`) or a time limit of 50 ms, after which the reader checks `Task.isCancelled`. That check is
/// cheap enough for every event. After it has returned nil or thrown, `next` is not called again.
///
/// ## Losing the device
///
/// A reader whose device can return (serial line, network) returns `disconnected` once, retries with pauses, then returns
/// `connected` and the next samples. Their timestamps may start again. A reader whose device is lost for good throws
/// `sourceFailed`. Silence is not an end: a network source defines the silence after which it is disconnected.
///
/// ## Closing
///
/// A reader is closed by its release: keep descriptors in a class with a `deinit`.
public protocol MotionSourceReader {
  /// The next event; nil at the end of the source and after cancelling. Throws the error that ends the source.
  mutating func next() async throws(MotionError) -> SourceEvent?
}

/// An event of a source: a sample or a change of its connection.
public enum SourceEvent: Sendable {
  /// A sample with its timestamp, in device axes and SI units. Its `interval` is ignored; sensors without a reading are
  /// `absent`. Timestamps should increase; `SampleClock` handles those that do not.
  case sample(TimedSample<Double>)
  /// The device has disconnected, with the reason; the source waits for it. Sent once before `connected`.
  case disconnected(String)
  /// The device has returned. Not sent after opening.
  case connected
  /// The next sample does not continue the last one, as after a seek in a recording.
  case discontinuity
}

/// The name, sensors and place of a source.
public struct SourceDescription: Sendable {
  /// One sensor of a source.
  public struct Sensor: Hashable, Sendable {
    /// The time between two readings in seconds; nil if unknown.
    public var interval: Double?

    /// A sensor with the time between its readings in seconds, if known.
    public init(interval: Double? = nil) { self.interval = interval }
  }

  /// The name in messages: a file, a device, an address.
  public var name: String
  /// The accelerometer; nil if the source has none.
  public var accelerometer: Sensor?
  /// The gyroscope; nil if the source has none.
  public var gyroscope: Sensor?
  /// The magnetometer; nil if the source has none.
  public var magnetometer: Sensor?
  /// The declination and field of the place, required for true north; nil if unknown.
  public var trueNorth: TrueNorthReference?
  /// The location of the sensors on the user. Default: in the device.
  public var sensorLocation: SensorLocation
  /// Whether the source can be read later without loss, like a recording. Default: false.
  public var canWait: Bool

  /// A description from its parts.
  public init(
    name: String, accelerometer: Sensor? = nil, gyroscope: Sensor? = nil, magnetometer: Sensor? = nil,
    trueNorth: TrueNorthReference? = nil, sensorLocation: SensorLocation = .default,
    canWait: Bool = false
  ) {
    self.name = name
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
    self.trueNorth = trueNorth
    self.sensorLocation = sensorLocation
    self.canWait = canWait
  }
}
