import LogTables
import MotionSamples
import Rotations

/// The time by which a vector sensor reads after the gyroscope, from the rotation that both see; in constant memory.
///
/// A vector that is constant in the world changes in the sensor by dr/dt = -ω × r. The change between two readings is compared
/// with that of the gyroscope, shifted by each of 33 delays; both go through the low-pass of `AxisConsistency`. A parabola
/// through the three smallest residuals gives the delay between the steps. Leaving out one of eight parts of the log at a time gives
/// the standard deviation (jackknife): acceleration and a disturbed field also follow the motion.
package struct SensorDelay: Sendable {
  /// The number of steps to each side.
  private static let reach = 16
  private static let places = 2 * reach + 1
  /// The least size of a step, s; longer ones are an interval of the log.
  private static let step = 0.01
  /// The least time between readings that count, s: faster ones show no more.
  private static let leastElapsed = 0.0079
  /// The time constant of the low-pass, s.
  private static let timeConstant = 0.2
  /// The longest time between readings, in rows.
  private static let longestSilence = 64
  /// Parts of the log, and the readings after which the next part begins.
  private static let parts = 8
  private static let readingsPerPart = 256
  /// From this count of readings on, one part in 16 counts.
  private static let enough = 16_384

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
  private var lastTime = -Double.infinity
  private var count = 0
  private var lowPassed: Vector3<Double>?
  private var changes = [Vector3<Double>](repeating: .zero, count: Self.places)
  /// The residuals of the delays, part by part.
  private var residuals = [Double](repeating: 0, count: Self.places * Self.parts)
  private var energy = 0.0

  /// An estimate before its first row.
  package init() {}

  /// Adds a row: the rate in rad/s, the reading in any unit (NaN without one), and the seconds since the row before.
  package mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) {
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
    if time - lastTime >= Self.leastElapsed, reading != lastReading, reading.isFiniteInLane { enqueue(reading) }
    let future = Self.reach * stride
    while let next = waiting.first, next.row + future <= row {
      waiting.removeFirst()
      take(next)
    }
  }

  private mutating func begin() {
    stride = max(1, Int(saturating: (Self.step * 20 / warmUp.time).rounded()))
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

  private mutating func enqueue(_ reading: Vector3<Double>) {
    (lastReading, lastTime) = (reading, time)
    count += 1
    guard count < Self.enough || part % 16 == 0 else {
      (before, lowPassed) = (nil, nil)
      return
    }
    if let direction = reading.normalized { waiting.append(Reading(row: row, time: time, direction: direction)) }
  }

  /// The part of the log to which the newest reading belongs.
  private var part: Int { count / Self.readingsPerPart }

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
    let middle = (reading.direction + before.direction) * (0.5 * Self.timeConstant / elapsed)
    let first = (count < Self.enough ? part : part / 16) % Self.parts * Self.places
    // The places of the two angles in the ring, from the earliest delay on.
    var end = (reading.row + Self.reach * stride) % angles.count
    var start = (before.row + Self.reach * stride) % angles.count
    for place in changes.indices {
      let turn = angles[end] - angles[start]
      end -= end < stride ? stride - angles.count : stride
      start -= start < stride ? stride - angles.count : stride
      changes[place] += (middle.cross(turn) - changes[place]) * gain
      residuals[first + place] += (change - changes[place]).squaredLength
    }
  }

  /// A delay from the rotation that shows it.
  package struct Estimate: Sendable {
    /// The delay of the sensor, s, positive if it reads after the gyroscope.
    package var delay: Double
    /// Its standard deviation, s.
    package var standardDeviation: Double
    /// The share of the change that it explains; negative for one that it makes worse.
    package var share: Double
    /// The ratio of the residual without a delay to that with it: 1 for a rotation that shows no delay.
    package var gain: Double
  }

  /// The delay of the sensor. Nil without rotation, and at the end of the searched delays.
  package var estimate: Estimate? {
    guard energy > 0, energy.isFinite else { return nil }
    let sums = (0..<Self.places).map { place in
      (0..<Self.parts).reduce(0) { $0 + residuals[$1 * Self.places + place] }
    }
    guard let place = Self.minimum(of: sums) else { return nil }
    let step = Double(stride) * warmUp.time / 20
    let others = (0..<Self.parts).compactMap { part in
      Self.minimum(of: sums.indices.map { sums[$0] - residuals[part * Self.places + $0] })
    }
    guard others.count == Self.parts else { return nil }
    let mean = others.reduce(0, +) / Double(Self.parts)
    let squares = others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let least = sums.min() ?? 0
    return Estimate(
      delay: (place - Double(Self.reach)) * step,
      standardDeviation: (squares * Double(Self.parts - 1) / Double(Self.parts)).squareRoot() * step,
      share: 1 - least / energy, gain: sums[Self.reach] / max(least, 1e-12))
  }

  /// The place of the smallest residual, between the steps; nil at the ends.
  private static func minimum(of residuals: [Double]) -> Double? {
    guard let best = residuals.indices.min(by: { residuals[$0] < residuals[$1] }), best > 0, best < residuals.count - 1
    else { return nil }
    let (left, middle, right) = (residuals[best - 1], residuals[best], residuals[best + 1])
    let curvature = left - 2 * middle + right
    return curvature > 0 ? Double(best) + 0.5 * (left - right) / curvature : nil
  }
}
