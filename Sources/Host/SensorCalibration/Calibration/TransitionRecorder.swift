import MotionSamples
import Rotations

/// The motion from one rest to the next, with all readings of the gyroscope.
struct RestTransition: Sendable {
  /// A reading, rad/s, and its interval, s.
  struct Step: Sendable {
    var angularRate: Vector3<Double>
    var interval: Double
  }

  /// The rest before.
  var before: RestSegment
  /// The rest after.
  var after: RestSegment
  /// The readings in between.
  var steps: [Step]
}

/// Records rests and the motions between them, in bounded memory: 500 rests, 40 motions of at most 20 s.
struct TransitionRecorder: Sendable {
  /// The rests, evenly distributed over the recording.
  var rests: [RestSegment] { restList.elements }
  /// The motions between neighbouring rests, evenly distributed over the recording.
  var transitions: [RestTransition] { transitionList.elements }

  /// The longest motion, s; longer ones are ignored.
  private static let longestMotion = 20.0
  /// The time within which the end of a rest is detected, s.
  private static let decisionTime = 1.0

  private struct TimedStep {
    var time: Double
    var step: RestTransition.Step
  }

  private var finder = RestFinder()
  private var restList = ThinnedList<RestSegment>(capacity: 500)
  private var transitionList = ThinnedList<RestTransition>(capacity: 40)
  private var lastRest: RestSegment?
  private var recent: [TimedStep] = []
  /// Whether `recent` has all samples since the last rest.
  private var isWhole = false
  /// The motion before the current rest; nil outside rests, and if the motion is incomplete.
  private var arrival: [RestTransition.Step]?
  private var isResting = false

  /// Takes the next sample.
  mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) {
    if let rest = finder.add(sample, temperature: temperature) { close(rest) }
    guard sample.interval > 0, sample.interval < 0.5, sample.angularRate.isFiniteInLane else {
      // The motion in a gap is unknown.
      recent.removeAll()
      isWhole = false
      return
    }
    let step = RestTransition.Step(angularRate: sample.angularRate, interval: sample.interval)
    recent.append(TimedStep(time: finder.time, step: step))
    if let start = finder.restingSince {
      if !isResting { arrive(at: start) }
      trim(to: Self.decisionTime)
    } else if let first = recent.first, finder.time - first.time > Self.longestMotion {
      isWhole = false
      trim(to: Self.decisionTime)
    }
  }

  /// Ends the recording.
  mutating func finish() {
    if let rest = finder.finish() { close(rest) }
  }

  /// A rest has lasted long enough to count.
  private mutating func arrive(at start: Double) {
    isResting = true
    arrival = isWhole ? recent.prefix { $0.time <= start }.map(\.step) : nil
  }

  /// Records an ended rest with the motion before it, and starts a new motion.
  private mutating func close(_ rest: RestSegment) {
    restList.offer(rest)
    if let lastRest, let arrival {
      transitionList.offer(RestTransition(before: lastRest, after: rest, steps: arrival))
    }
    lastRest = rest
    recent.removeAll { $0.time <= rest.start + rest.duration }
    isWhole = true
    isResting = false
    arrival = nil
  }

  /// Removes samples older than a duration in s, from time to time.
  private mutating func trim(to duration: Double) {
    guard let first = recent.first, finder.time - first.time > 2 * duration else { return }
    let limit = finder.time - duration
    recent.removeAll { $0.time <= limit }
  }
}

/// A bounded number of elements, evenly distributed over a sequence of any length: a full list drops every second element, and
/// from then on takes half as many.
struct ThinnedList<Element: Sendable>: Sendable {
  /// The elements, in order.
  private(set) var elements: [Element] = []
  private let capacity: Int
  private var stride = 1
  private var offered = 0

  /// An empty list of at most `capacity` elements, at least two.
  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Offers an element.
  mutating func offer(_ element: Element) {
    defer { offered += 1 }
    guard offered.isMultiple(of: stride) else { return }
    if elements.count == capacity {
      elements = elements.indices.filter { $0.isMultiple(of: 2) }.map { elements[$0] }
      stride *= 2
      guard offered.isMultiple(of: stride) else { return }
    }
    elements.append(element)
  }
}
