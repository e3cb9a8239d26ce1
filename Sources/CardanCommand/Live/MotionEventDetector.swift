import MotionFeatures
import MotionSamples
import MotionSessions
import Rotations

/// What happened to a device: it is held another way, or it is shaken.
struct MotionEvent {
  /// What happened.
  enum Kind {
    case orientation(DeviceOrientation)
    case shake(ShakeEvent)
  }

  /// When.
  var timestamp: Timestamp
  /// What.
  var kind: Kind

  /// A line for people.
  var plainText: String { "\(time) s  \(words.subject) \(words.value)" }

  /// A line of JSON.
  var json: String { #"{"t":\#(time),"event":"\#(words.subject)","value":"\#(words.value)"}"# }

  private var time: String { Figures.fixed(Timestamp.seconds(ofNanoseconds: timestamp.nanoseconds), 3) }

  private var words: (subject: String, value: String) {
    switch kind {
    case .orientation(let orientation): ("orientation", orientation.name)
    case .shake(let event): ("shake", event.name)
    }
  }
}

/// Finds events in the readings of an accelerometer.
struct MotionEventDetector {
  private var classifier = DeviceOrientationClassifier<Double>()
  private var shakes = ShakeDetector<Double>()
  private var last: Timestamp?

  /// Takes a reading, and gives what happened with it.
  mutating func update(_ data: AccelerometerData) -> [MotionEvent] {
    let elapsed = last.map { data.timestamp.seconds(since: $0) } ?? 0
    // Where the stamps jump, time has passed all the same.
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
