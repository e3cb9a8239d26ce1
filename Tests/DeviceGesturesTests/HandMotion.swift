import MotionSamples
import Rotations

/// Readings of an accelerometer in a hand, at 100 Hz: poses and turns between them, with shakes, taps and steps on top.
struct HandMotion {
  static let interval = 0.01
  /// Specific force in device axes, in m/s².
  var readings: [Vector3<Double>] = []
  /// Where up is, in device axes.
  var up = Vector3<Double>.unitY

  /// Holds the attitude for `duration` seconds, with `extra` added to the reading at each time.
  mutating func hold(_ duration: Double, adding extra: (Double) -> Vector3<Double> = { _ in .zero }) {
    for step in 0..<Int((duration / Self.interval).rounded()) {
      readings.append(up * .standardGravity + extra(Double(step) * Self.interval))
    }
  }

  /// Turns until up lies elsewhere, smoothly, at a radius of 0.1 m from the axis of the elbow: with the tangential and
  /// centripetal acceleration of that.
  mutating func turn(to target: Vector3<Double>, in duration: Double) {
    let start = up
    let dot = max(-1, min(1, start.dot(target)))
    let angle = Double.arcCosine(dot)
    guard angle > 1e-6 else { return hold(duration) }
    // For opposite directions any axis will do that is at right angles to both.
    let side = abs(dot) < 0.999 ? start.cross(target) : start.cross(abs(start.x) < 0.5 ? .unitX : .unitY)
    guard let axis = side.normalized else { return }
    let count = Int((duration / Self.interval).rounded())
    for step in 1...count {
      let time = Double(step) / Double(count)
      // A smooth course from 0 to 1, and its derivatives.
      let (sine, cosine) = Double.sineAndCosine(2 * .pi * time)
      let share = time - sine / (2 * .pi)
      let rate = angle * (1 - cosine) / duration
      let acceleration = angle * 2 * .pi * sine / (duration * duration)
      up = Rotation(unitAxis: axis, angle: angle * share).rotate(start)
      let radial = Vector3<Double>.unitY
      let motion =
        axis.cross(radial) * (0.1 * acceleration) + axis.cross(axis.cross(radial)) * (0.1 * rate * rate)
      readings.append(up * .standardGravity + motion)
    }
    up = target
  }

  /// A shake along x: this many cycles per second, this amplitude in metres.
  mutating func shake(_ duration: Double, frequency: Double = 4, amplitude: Double = 0.05) {
    let rate = 2 * Double.pi * frequency
    hold(duration) { Vector3(x: -amplitude * rate * rate * Double.sineAndCosine(rate * $0).sine, y: 0, z: 0) }
  }

  /// The events of a detector over all readings, with their times in seconds.
  func events<Event>(_ update: (Vector3<Double>, Double) -> Event?) -> [(time: Double, event: Event)] {
    readings.enumerated().compactMap { index, reading in
      update(reading, Self.interval).map { (Double(index) * Self.interval, $0) }
    }
  }
}
