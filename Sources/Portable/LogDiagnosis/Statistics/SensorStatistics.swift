import LogTables
import Rotations

/// Statistics of the readings of a three-axis sensor, in constant memory.
package struct SensorStatistics: Sendable {
  /// One end of the range of an axis, and the longest run of readings there.
  package struct Extreme: Sendable {
    /// The largest magnitude with this sign.
    package private(set) var value = 0.0
    /// The longest run of successive readings of exactly that value.
    package private(set) var longestRun = 0
    /// The number of readings of exactly that value.
    package private(set) var count = 0
    /// The largest change into a run of three readings or out of it: that of a smooth peak is a step of the sensor.
    private(set) var edge = 0.0
    private var run = 0
    private var entry = 0.0
    private var last: Double?

    mutating func add(_ magnitude: Double) {
      defer { last = magnitude }
      if magnitude > value {
        entry = last.map { magnitude - $0 } ?? 0
        value = magnitude
        (run, longestRun, count, edge) = (1, 1, 1, 0)
      } else if magnitude == value {
        if run == 0 { entry = last.map { magnitude - $0 } ?? 0 }
        run += 1
        count += 1
        longestRun = max(longestRun, run)
        if run == 3 { edge = max(edge, entry) }
      } else {
        if run >= 3 { edge = max(edge, value - magnitude) }
        run = 0
      }
    }
  }

  /// Rows without a finite reading.
  package private(set) var absentCount = 0
  /// Successive rows without a reading: now, and the most.
  private var absence = (rows: 0, longest: 0)
  /// Rows with a reading.
  package private(set) var count = 0
  /// Readings of zero in all axes.
  package private(set) var zeroCount = 0
  /// Readings that differ from the one before: a sensor slower than the log repeats its readings.
  package private(set) var changeCount = 0
  /// The upper and lower ends of x, y and z: six values.
  package private(set) var extremes = [Extreme](repeating: Extreme(), count: 6)
  /// The largest magnitude.
  package private(set) var largestMagnitude = 0.0
  /// Readings while the sensor moves, and how many of them repeat the one before.
  package private(set) var moving = (count: 0, repeats: 0)
  /// Single readings far from those on both sides.
  package private(set) var spikes = SpikeCount()
  /// Jumps from one end of the range to the other.
  package private(set) var overflows = OverflowCount()

  /// The smallest change of each axis, and the number of its changes.
  private var steps = [(least: Double, count: Int)](repeating: (.infinity, 0), count: 3)

  private var sum = Vector3<Double>.zero
  private var sumOfMagnitudes = 0.0
  private var sumOfSquaredMagnitudes = 0.0
  private var last = Vector3<Double>.zero

  /// Statistics before the first reading.
  package init() {}

  /// Adds the reading of the next row, and whether the sensor moves there.
  package mutating func add(_ reading: Vector3<Double>, isMoving: Bool = true) {
    guard reading.isFiniteInLane else {
      absentCount += 1
      absence.rows += 1
      absence.longest = max(absence.longest, absence.rows)
      return
    }
    absence.rows = 0
    let isRepeat = count > 0 && reading == last
    if isMoving {
      moving.count += 1
      if isRepeat { moving.repeats += 1 }
    }
    if !isRepeat {
      if count > 0 { addSteps(reading - last) }
      changeCount += 1
      spikes.add(reading)
      overflows.add(reading)
    }
    last = reading
    count += 1
    let magnitude = reading.length
    if magnitude == 0 { zeroCount += 1 }
    sum += reading
    sumOfMagnitudes += magnitude
    sumOfSquaredMagnitudes += magnitude * magnitude
    largestMagnitude = max(largestMagnitude, magnitude)
    // A reading that is held is not saturated.
    guard !isRepeat else { return }
    for axis in 0..<3 {
      extremes[2 * axis].add(reading[axis])
      extremes[2 * axis + 1].add(-reading[axis])
    }
  }

  private mutating func addSteps(_ change: Vector3<Double>) {
    for axis in 0..<3 where change[axis] != 0 {
      steps[axis].least = min(steps[axis].least, abs(change[axis]))
      steps[axis].count += 1
    }
  }

  /// The step of the finest axis: readings are multiples of it. Nil for fewer than 30 changes of an axis; axes that hardly change do
  /// not count.
  package var resolution: Double? {
    let most = steps.map { $0.count }.max() ?? 0
    return most < 30 ? nil : steps.filter { 5 * $0.count >= most }.map { $0.least }.min()
  }

  /// The mean reading; zero before the first.
  package var mean: Vector3<Double> { count == 0 ? .zero : sum * (1 / Double(count)) }
  /// The mean magnitude; zero before the first reading.
  package var meanMagnitude: Double { count == 0 ? 0 : sumOfMagnitudes / Double(count) }
  /// The standard deviation of the magnitude; zero before the first reading.
  package var magnitudeStandardDeviation: Double {
    guard count > 0 else { return 0 }
    return max(0, sumOfSquaredMagnitudes / Double(count) - meanMagnitude * meanMagnitude).squareRoot()
  }
  /// The standard deviation of the magnitude, relative to its mean; zero before the first reading.
  package var variation: Double { meanMagnitude > 0 ? magnitudeStandardDeviation / meanMagnitude : 0 }
  /// The share of rows without a reading, from 0 to 1.
  package var absentShare: Double {
    let rows = count + absentCount
    return rows == 0 ? 0 : Double(absentCount) / Double(rows)
  }

  /// Whether the sensor reads regularly at a rate of its own, at most 0.7 of that of the rows.
  package var hasOwnRate: Bool {
    count > 0 && absentShare > 0.3 && absence.longest <= 2 * (count + absentCount) / count
  }

  /// The share of the readings in motion that repeat the one before, 0 to 1.
  package var heldShare: Double { moving.count == 0 ? 0 : Double(moving.repeats) / Double(moving.count) }

  /// The smallest change into a run of saturated readings or out of it, in steps of the axis.
  private static let leastEdge = 2.5

  /// The axes (0 to 2) that stayed at one end of their range for three or more successive readings, where `isLimit` takes the
  /// value for the end of a sensor's range, or where the axis stayed at both ends: signs of saturation.
  package func saturatedAxes(isLimit: (Double) -> Bool) -> [(axis: Int, value: Double, count: Int)] {
    (0..<3).compactMap { axis in
      let ends = [extremes[2 * axis], extremes[2 * axis + 1]]
      let clipped = ends.filter { $0.longestRun >= 3 && $0.value > 0 && $0.edge > Self.leastEdge * steps[axis].least }
      guard let largest = clipped.max(by: { $0.value < $1.value }) else { return nil }
      let isSymmetric = clipped.count == 2 && abs(ends[0].value - ends[1].value) < 0.01 * largest.value
      guard isSymmetric || isLimit(largest.value) || largest.longestRun >= 10 else { return nil }
      return (axis, largest.value, clipped.reduce(0) { $0 + $1.count })
    }
  }
}

/// Counts single readings that lie far from the readings on both sides, which agree; in constant memory.
package struct SpikeCount: Sendable {
  private var before: (Vector3<Double>, Vector3<Double>)?
  private var seen = 0
  private var meanSquare = 0.0
  /// The number of spikes.
  package private(set) var count = 0
  /// The largest distance from the neighbours, in the unit of the sensor.
  package private(set) var largest = 0.0

  mutating func add(_ reading: Vector3<Double>) {
    guard let (first, middle) = before else {
      before = (reading, reading)
      return
    }
    before = (middle, reading)
    seen += 1
    guard seen > 2 else { return }
    let step = (reading - first).length
    let height = (middle - (first + reading) * 0.5).length
    let isSpike = height > 8 * meanSquare.squareRoot() && height > 10 * step && seen > 20
    if isSpike {
      count += 1
      largest = max(largest, height)
    }
    // The steps around a spike do not raise the level that it is compared with.
    let bounded =
      isSpike ? meanSquare : min(height * height + step * step, seen < 20 ? .infinity : 9 * meanSquare + 1e-12)
    meanSquare += (bounded - meanSquare) / Double(min(seen, 200))
  }
}
