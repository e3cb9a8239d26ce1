import DeviceGestures
import MotionSamples
import Rotations
import Testing

@Suite struct ShakeDetectorTests {
  func events(_ motion: HandMotion) -> [(time: Double, event: ShakeEvent)] {
    var detector = ShakeDetector<Double>()
    return motion.events { detector.update(specificForce: $0, interval: $1) }
  }

  @Test(arguments: [2.5, 4, 6])
  func aShakeBeginsAndEnds(frequency: Double) {
    var motion = HandMotion()
    motion.hold(1)
    motion.shake(1.5, frequency: frequency, amplitude: 0.1)
    motion.hold(2)
    let events = events(motion)
    #expect(events.map(\.event) == [.began, .ended])
    // Four swings are two periods; the end comes half a second after the last swing.
    #expect(events[0].time > 1 && events[0].time < 1.1 + 2 / frequency)
    #expect(events[1].time > 2.5 && events[1].time < 3.1)
  }

  @Test func twoShakesAreTwo() {
    var motion = HandMotion(up: .unitZ)
    for _ in 0..<2 {
      motion.hold(1)
      motion.shake(1)
    }
    motion.hold(1)
    #expect(events(motion).map(\.event) == [.began, .ended, .began, .ended])
  }

  /// Turns between all positions, there and back with a short rest, from slow to a flick of the wrist.
  @Test(arguments: [0.2, 0.3, 0.5, 1, 3])
  func turnsAreNone(duration: Double) {
    let directions: [Vector3<Double>] = [.unitX, .unitY, .unitZ, -.unitX, -.unitY, -.unitZ]
    for from in directions {
      for to in directions {
        var motion = HandMotion(up: from)
        motion.hold(1)
        for pause in [0.1, 0.5, 2] {
          motion.turn(to: to, in: duration)
          motion.hold(pause)
          motion.turn(to: from, in: duration)
          motion.hold(1)
        }
        #expect(events(motion).isEmpty, "\(from) \(to)")
      }
    }
  }

  /// Taps of 5 g for 10 ms with a rebound, four a second.
  @Test func tapsAreNone() {
    var motion = HandMotion(up: .unitZ)
    motion.hold(5) { time in
      let phase = time.truncatingRemainder(dividingBy: 0.25)
      return Vector3(x: 0, y: 0, z: phase < 0.0099 ? 49 : phase < 0.0199 ? -30 : 0)
    }
    #expect(events(motion).isEmpty)
  }

  /// Walking (2 steps a second, ±0.4 g and a heel strike) and running (3 a second: flight at 0 g, landing with 3 g).
  @Test func stepsAreNone() {
    var walk = HandMotion()
    walk.hold(10) { time in
      let phase = (time * 2).truncatingRemainder(dividingBy: 1)
      let wave = Double.sineAndCosine(2 * .pi * phase)
      return Vector3(x: 1.5 * wave.cosine, y: 4 * wave.sine + (phase < 0.1 ? 10 : 0), z: 0)
    }
    #expect(events(walk).isEmpty)
    var run = HandMotion()
    run.hold(10) { time in
      let phase = (time * 3).truncatingRemainder(dividingBy: 1)
      return Vector3(x: 0, y: phase < 0.4 ? 14.7 : -9.8, z: 0)
    }
    #expect(events(run).isEmpty)
  }

  @Test func vibrationIsCancelledOnce() {
    var motion = HandMotion()
    motion.hold(1)
    motion.shake(20)
    motion.hold(2)
    motion.shake(1)
    motion.hold(1)
    let events = events(motion)
    #expect(events.map(\.event) == [.began, .cancelled, .began, .ended])
    #expect(abs(events[1].time - events[0].time - 4) < 0.05)
  }

  /// Four swings and no more: it began, and was none.
  @Test func tooFewSwingsAreCancelled() {
    var motion = HandMotion()
    motion.hold(1)
    motion.hold(0.6) { time in Vector3(x: [30.0, -30, 30, -30][min(3, Int(time / 0.15))], y: 0, z: 0) }
    motion.hold(1)
    #expect(events(motion).map(\.event).first == .began)
    #expect(events(motion).map(\.event).last == .cancelled)
    #expect(events(motion).count == 2)
  }

  @Test func aGapInterrupts() {
    var motion = HandMotion()
    motion.hold(1)
    motion.shake(0.6)
    var detector = ShakeDetector<Double>()
    #expect(motion.events { detector.update(specificForce: $0, interval: $1) }.map(\.event) == [.began])
    #expect(detector.isShaking)
    var other = detector
    #expect(detector.update(specificForce: .unitY * .standardGravity, interval: 1) == .cancelled)
    #expect(!detector.isShaking)
    #expect(other.interrupt() == .cancelled && other.interrupt() == nil)
  }

  @Test func badReadingsAndOtherRates() {
    for interval in [0.005, 0.01, 0.02, 0.04] {
      var detector = ShakeDetector<Float>()
      var events: [ShakeEvent] = []
      for index in 0..<Int(4 / interval) {
        let time = Double(index) * interval
        let wave = time > 1 && time < 2 ? 30 * Double.sineAndCosine(2 * .pi * 3.3 * time).sine : 0
        var force = Vector3<Float>(x: Float(wave), y: 9.81, z: 0)
        if index % 10 == 7 { force = .absent }
        if let event = detector.update(specificForce: force, interval: Float(interval)) { events.append(event) }
      }
      #expect(events == [.began, .ended], "\(interval)")
    }
    var detector = ShakeDetector<Double>()
    for value in [Double.nan, .infinity, -1, 0] {
      #expect(detector.update(specificForce: Vector3(repeating: value), interval: value) == nil)
    }
  }
}
