import Rotations

/// The time by which a vector sensor reads after the gyroscope, from the rotation that both see; in constant memory.
///
/// A vector that is constant in the world changes in the sensor by dr/dt = -ω × r. The change between two readings is compared
/// with that of the gyroscope, shifted by each of 49 delays; both go through the low-pass of `AxisConsistency`. A parabola
/// through the three smallest residuals gives the delay between the steps.
public struct SensorDelay: Sendable {
  /// The number of steps to each side.
  private static let reach = 24
  /// The least size of a step, s; longer ones are an interval of the log.
  private static let step = 0.004
  /// The time constant of the low-pass, s.
  private static let timeConstant = 0.2
  /// The longest time between readings, in rows.
  private static let longestSilence = 64

  /// A reading that waits for the rows that its delays need.
  private struct Reading {
    var row: Int
    var time: Double
    var direction: Vector3<Double>
  }

  private var stride = 1
  private var angles: [Vector3<Double>] = []
  private var angle = Vector3<Double>.zero
  private var time = 0.0
  private var row = 0
  private var warmUp = (count: 0, time: 0.0)
  private var waiting: [Reading] = []
  private var before: Reading?
  private var lastReading: Vector3<Double>?
  private var lowPassed: Vector3<Double>?
  private var changes = [Vector3<Double>](repeating: .zero, count: 2 * Self.reach + 1)
  private var residuals = [Double](repeating: 0, count: 2 * Self.reach + 1)
  private var energy = 0.0

  /// An estimate before its first row.
  public init() {}

  /// Adds a row: the rate in rad/s, the reading in any unit (NaN without one), and the seconds since the row before.
  public mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5 else {
      restart()
      return
    }
    guard warmUp.count >= 20 else {
      warmUp = (warmUp.count + 1, warmUp.time + interval)
      if warmUp.count == 20 { begin() }
      return
    }
    angle += angularRate * interval
    time += interval
    row += 1
    angles[row % angles.count] = angle
    if reading != lastReading, let direction = reading.normalized {
      waiting.append(Reading(row: row, time: time, direction: direction))
    }
    lastReading = reading
    let future = Self.reach * stride
    while let next = waiting.first, next.row + future <= row {
      waiting.removeFirst()
      take(next)
    }
  }

  private mutating func begin() {
    stride = max(1, Int((Self.step * 20 / warmUp.time).rounded()))
    let length = 2 * Self.reach * stride + Self.longestSilence + 2
    angles = Array(repeating: .zero, count: length)
    row = length
  }

  private mutating func restart() {
    (before, lowPassed, lastReading) = (nil, nil, nil)
    waiting.removeAll(keepingCapacity: true)
    // Rows before the interruption are out of reach.
    row += 2 * angles.count
    angles = Array(repeating: angle, count: angles.count)
  }

  private mutating func take(_ reading: Reading) {
    defer { before = reading }
    guard let before, reading.row - before.row <= Self.longestSilence, reading.time > before.time else {
      lowPassed = nil
      return
    }
    let elapsed = reading.time - before.time
    let gain = elapsed / (Self.timeConstant + elapsed)
    guard let last = lowPassed else {
      lowPassed = reading.direction
      for place in changes.indices { changes[place] = .zero }
      return
    }
    let average = last + (reading.direction - last) * gain
    lowPassed = average
    let change = reading.direction - average
    energy += change.squaredLength
    let middle = (reading.direction + before.direction) * 0.5
    // The places of the two angles in the ring, from the earliest delay on.
    var end = (reading.row + Self.reach * stride) % angles.count
    var start = (before.row + Self.reach * stride) % angles.count
    for place in changes.indices {
      let turn = angles[end] - angles[start]
      end -= end < stride ? stride - angles.count : stride
      start -= start < stride ? stride - angles.count : stride
      let expected = middle.cross(turn) * (Self.timeConstant / elapsed)
      changes[place] += (expected - changes[place]) * gain
      residuals[place] += (change - changes[place]).squaredLength
    }
  }

  /// The delay of the sensor, s, positive if it reads after the gyroscope, the share of the change that it explains, and
  /// the ratio of the residual without a delay to that with it: 1 for a rotation that shows no delay. Nil without rotation,
  /// and at the end of the searched delays.
  public var estimate: (delay: Double, share: Double, gain: Double)? {
    guard energy > 0, energy.isFinite, let best = residuals.indices.min(by: { residuals[$0] < residuals[$1] }),
      best > 0, best < residuals.count - 1
    else { return nil }
    let (left, middle, right) = (residuals[best - 1], residuals[best], residuals[best + 1])
    let curvature = left - 2 * middle + right
    guard curvature > 0 else { return nil }
    let place = Double(best - Self.reach) + 0.5 * (left - right) / curvature
    return (place * Double(stride) * warmUp.time / 20, 1 - middle / energy, residuals[Self.reach] / max(middle, 1e-12))
  }
}
