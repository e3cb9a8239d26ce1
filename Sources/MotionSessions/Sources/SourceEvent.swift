import MotionSamples
import Rotations

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
