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
  private var classifier = DeviceOrientationClassifier<Double>()
  private var shakes = ShakeDetector<Double>()
  private var last: Timestamp?

  /// Adds a reading and returns the events that it completes.
  mutating func update(_ data: AccelerometerData) -> [MotionEvent] {
    let elapsed = last.map { data.timestamp.seconds(since: $0) } ?? 0
    // A jump of the timestamps counts as one second.
    let interval = (0...1).contains(elapsed) ? elapsed : 1
    last = data.timestamp
    let specificForce: Vector3<Double> = -AccelerationUnit.standardGravities.toSI(data.acceleration)
    var kinds: [MotionEvent.Kind] = []
    if let orientation = classifier.update(specificForce: specificForce, interval: interval) {
      kinds.append(.orientation(orientation))
    }
    if let event = shakes.update(specificForce: specificForce, interval: interval) { kinds.append(.shake(event)) }
    return kinds.map { MotionEvent(timestamp: data.timestamp, kind: $0) }
  }
}
