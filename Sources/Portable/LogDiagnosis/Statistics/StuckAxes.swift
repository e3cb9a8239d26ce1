import LogTables
import Rotations

/// Finds axes of a sensor that keep one value while another axis moves, in constant memory.
package struct StuckAxes: Sendable {
  /// The shortest time that counts, s.
  private static let shortest = 1.0
  /// The least number of changes of another axis in that time.
  private static let leastChanges = 10

  private struct Run {
    var value = Double.nan
    var duration = 0.0
    var start: Int64 = 0
    var least = Vector3<Double>.zero
    var most = Vector3<Double>.zero
    var changes = 0
    var isCounted = false
  }

  /// What an axis did.
  package struct Axis: Sendable {
    /// The time for which the axis was stuck, s.
    package internal(set) var time = 0.0
    /// The timestamp at which it first was, ns.
    package internal(set) var start: Int64?
    /// The value at which it last was.
    package internal(set) var value = 0.0
    /// Whether the axis ever had another value.
    package internal(set) var hasMoved = false
  }

  private let leastMotion: Double
  private var runs = [Run](repeating: Run(), count: 3)
  private var last: Vector3<Double>?
  /// The axes x, y and z.
  package private(set) var axes = [Axis](repeating: Axis(), count: 3)

  /// A search that takes a range of `leastMotion`, in the unit of the sensor, as motion of another axis.
  package init(leastMotion: Double) { self.leastMotion = leastMotion }

  /// Adds a reading, the seconds since the row before, and its timestamp in ns.
  package mutating func add(_ reading: Vector3<Double>, interval: Double, at timestamp: Int64) {
    guard reading.isFiniteInLane else { return }
    let hasChanged = last.map { $0 != reading } ?? true
    last = reading
    for axis in 0..<3 {
      guard reading[axis] == runs[axis].value else {
        if !runs[axis].value.isNaN { axes[axis].hasMoved = true }
        runs[axis] = Run(value: reading[axis], start: timestamp, least: reading, most: reading)
        continue
      }
      extend(axis, reading, interval, hasChanged)
    }
  }

  private mutating func extend(_ axis: Int, _ reading: Vector3<Double>, _ interval: Double, _ hasChanged: Bool) {
    runs[axis].duration += interval
    if hasChanged { runs[axis].changes += 1 }
    for other in 0..<3 where other != axis {
      runs[axis].least[other] = min(runs[axis].least[other], reading[other])
      runs[axis].most[other] = max(runs[axis].most[other], reading[other])
    }
    if runs[axis].isCounted {
      axes[axis].time += interval
    } else if runs[axis].duration >= Self.shortest, runs[axis].changes >= Self.leastChanges,
      (runs[axis].most - runs[axis].least).largestMagnitude >= leastMotion
    {
      runs[axis].isCounted = true
      axes[axis].time += runs[axis].duration
      axes[axis].value = reading[axis]
      axes[axis].start = axes[axis].start ?? runs[axis].start
    }
  }
}

/// Finds a sensor that repeats one reading while another sensor moves, in constant memory.
package struct FrozenSensor: Sendable {
  private let shortest: Double
  private let leastMotion: Double
  private var last: Vector3<Double>?
  private var duration = 0.0
  private var witnessed = 0.0
  private var start: Int64 = 0
  private var isCounted = false
  /// The time for which the sensor was frozen, s.
  package private(set) var time = 0.0
  /// The timestamp at which it first was, ns.
  package private(set) var firstStart: Int64?

  /// A search for at least `shortest` seconds, during which the other sensor moves by `leastMotion`.
  package init(shortest: Double, leastMotion: Double) { (self.shortest, self.leastMotion) = (shortest, leastMotion) }

  /// Adds a reading, the seconds since the row before, the motion of the other sensor in them, and the timestamp in ns.
  package mutating func add(_ reading: Vector3<Double>, interval: Double, witness: Double, at timestamp: Int64) {
    guard reading.isFiniteInLane else { return }
    guard reading == last else {
      (last, duration, witnessed, start, isCounted) = (reading, 0, 0, timestamp, false)
      return
    }
    duration += interval
    if witness.isFinite { witnessed += witness }
    if isCounted {
      time += interval
    } else if duration >= shortest, witnessed >= leastMotion {
      isCounted = true
      time += duration
      firstStart = firstStart ?? start
    }
  }
}
