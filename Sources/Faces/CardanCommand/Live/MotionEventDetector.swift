import DeviceGestures
import MotionSamples
import MotionSessions
import Rotations

/// A change of a device's orientation, or a shake.
struct MotionEvent {
  enum Kind {
    case orientation(DeviceOrientation)
    case shake(ShakeEvent)
  }

  var timestamp: Timestamp
  var kind: Kind

  /// The event as a line of text.
  var plainText: String { "\(time) s  \(words.subject) \(words.value)" }

  /// The event as a line of JSON.
  var json: String { #"{"t":\#(time),"event":"\#(words.subject)","value":"\#(words.value)"}"# }

  private var time: String { Figures.fixed(Timestamp.seconds(ofNanoseconds: timestamp.nanoseconds), 3) }

  private var words: (subject: String, value: String) {
    switch kind {
    case .orientation(let orientation): ("orientation", orientation.name)
    case .shake(let event): ("shake", event.name)
    }
  }
}

/// Detects events in the readings of an accelerometer.
struct MotionEventDetector {
  private var gestures = GestureDetector<Double>()
  private var last: Timestamp?

  /// Adds a reading and returns the events that it completes.
  mutating func update(_ data: AccelerometerData) -> [MotionEvent] {
    let interval = last.map { data.timestamp.seconds(since: $0) } ?? 0
    last = data.timestamp
    let (orientation, shake) = gestures.update(
      specificForce: -AccelerationUnit.standardGravities.toSI(data.acceleration), interval: interval)
    let kinds = [orientation.map { MotionEvent.Kind.orientation($0) }, shake.map { .shake($0) }].compactMap { $0 }
    return kinds.map { MotionEvent(timestamp: data.timestamp, kind: $0) }
  }
}
