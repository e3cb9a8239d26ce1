import MotionSamples
import Rotations

/// Keeps rests and the motions between them, in bounded memory: 500 rests, 40 motions of at most 20 s.
struct TransitionRecorder: Sendable {
  /// The rests of the recording, evenly spread.
  var rests: [RestSegment] { restList.elements }
  /// The motions between neighbouring rests, evenly spread.
  var transitions: [RestTransition] { transitionList.elements }

  /// A longer motion is left out, s.
  private static let longestMotion = 20.0
  /// The end of a rest is known by then, s.
  private static let decisionTime = 1.0

  private struct TimedStep {
    var time: Double
    var step: RestTransition.Step
  }

  private var finder: RestFinder
  private var restList = ThinnedList<RestSegment>(capacity: 500)
  private var transitionList = ThinnedList<RestTransition>(capacity: 40)
  private var lastRest: RestSegment?
  private var recent: [TimedStep] = []
  /// Whether `recent` holds everything since the last rest.
  private var isWhole = false
  /// The motion that led to the rest that goes on; nil where there is no rest now, or its motion is not whole.
  private var arrival: [RestTransition.Step]?
  private var isResting = false

  init(thresholds: RestFinder.Thresholds) { finder = RestFinder(thresholds: thresholds) }

  /// Takes a sample in the order of the recording.
  mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) {
    if let rest = finder.add(sample, temperature: temperature) { close(rest) }
    guard sample.interval > 0, sample.interval < 0.5, sample.angularRate.isFiniteInLane else {
      // What the sensor did meanwhile is not known.
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

  /// A rest has ended: it becomes known with the motion before it, and a new motion has begun.
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

  /// Forgets what is older than so many seconds, now and then.
  private mutating func trim(to duration: Double) {
    guard let first = recent.first, finder.time - first.time > 2 * duration else { return }
    let limit = finder.time - duration
    recent.removeAll { $0.time <= limit }
  }
}
