import Rotations

/// Statistics of the readings of a three-axis sensor, in constant memory.
public struct SensorStatistics: Sendable {
  /// One end of the range of an axis, and the longest run of readings there.
  public struct Extreme: Sendable {
    /// The largest magnitude with this sign.
    public private(set) var value = 0.0
    /// The longest run of successive readings of exactly that value.
    public private(set) var longestRun = 0
    private var run = 0

    mutating func add(_ magnitude: Double) {
      if magnitude > value {
        value = magnitude
        run = 1
        longestRun = 1
      } else if magnitude == value {
        run += 1
        longestRun = max(longestRun, run)
      } else {
        run = 0
      }
    }
  }

  /// Rows without a finite reading.
  public private(set) var absentCount = 0
  /// Rows with a reading.
  public private(set) var count = 0
  /// Readings of zero in all axes.
  public private(set) var zeroCount = 0
  /// Readings that differ from the one before: a sensor slower than the log repeats its readings.
  public private(set) var changeCount = 0
  /// The upper and lower ends of x, y and z: six values.
  public private(set) var extremes = [Extreme](repeating: Extreme(), count: 6)
  /// The largest magnitude.
  public private(set) var largestMagnitude = 0.0

  private var sum = Vector3<Double>.zero
  private var sumOfMagnitudes = 0.0
  private var sumOfSquaredMagnitudes = 0.0
  private var last = Vector3<Double>.zero

  /// Statistics before the first reading.
  public init() {}

  /// Adds the reading of the next row.
  public mutating func add(_ reading: Vector3<Double>) {
    guard reading.isFiniteInLane else {
      absentCount += 1
      return
    }
    if count == 0 || reading != last { changeCount += 1 }
    last = reading
    count += 1
    let magnitude = reading.length
    if magnitude == 0 { zeroCount += 1 }
    sum += reading
    sumOfMagnitudes += magnitude
    sumOfSquaredMagnitudes += magnitude * magnitude
    largestMagnitude = max(largestMagnitude, magnitude)
    for axis in 0..<3 {
      extremes[2 * axis].add(reading[axis])
      extremes[2 * axis + 1].add(-reading[axis])
    }
  }

  /// The mean reading; zero before the first.
  public var mean: Vector3<Double> { count == 0 ? .zero : sum * (1 / Double(count)) }
  /// The mean magnitude; zero before the first reading.
  public var meanMagnitude: Double { count == 0 ? 0 : sumOfMagnitudes / Double(count) }
  /// The standard deviation of the magnitude; zero before the first reading.
  public var magnitudeStandardDeviation: Double {
    guard count > 0 else { return 0 }
    return max(0, sumOfSquaredMagnitudes / Double(count) - meanMagnitude * meanMagnitude).squareRoot()
  }
  /// The share of rows without a reading, from 0 to 1.
  public var absentShare: Double {
    let rows = count + absentCount
    return rows == 0 ? 0 : Double(absentCount) / Double(rows)
  }

  /// The axes (0 to 2) that stayed at one end of their range, of magnitude `least` or more, for `run` or more successive
  /// readings: signs of saturation.
  public func saturatedAxes(run: Int, atLeast least: Double) -> [(axis: Int, value: Double)] {
    extremes.enumerated().compactMap { place, extreme in
      guard extreme.longestRun >= run, extreme.value >= least else { return nil }
      return (place / 2, place.isMultiple(of: 2) ? extreme.value : -extreme.value)
    }
  }
}
