import CMathShims
import LogTables
import MotionSamples
import Rotations

/// The fast noise of a sensor from second differences, which suppress motion; in constant memory.
package struct NoiseStatistics: Sendable {
  /// Seconds of a window.
  private static let windowLength = 1.0
  /// The variance of a second difference over that of a reading.
  private static let gain = 6.0

  private let spacing: Double
  private var sinceLast = 0.0
  private var before: (Vector3<Double>, Vector3<Double>)?
  private var last = Vector3<Double>.zero
  private var products = 0.0
  private var squares = 0.0
  private var window = (count: 0, sum: 0.0, time: 0.0)
  /// Windows by the magnitude of their noise: eight to an octave, from 2^-16 on.
  private var histogram = [Int](repeating: 0, count: 256)
  /// The white noise per axis in the quietest second, in the sensor's unit per √Hz; nil before the first.
  package private(set) var floor: Double?

  /// Statistics before the first reading, of readings at least `spacing` seconds apart.
  init(spacing: Double = 0) { self.spacing = spacing }

  /// Adds a reading, and the seconds since the row before. Repeated and absent readings are ignored.
  package mutating func add(_ reading: Vector3<Double>, interval: Double) {
    window.time += interval
    sinceLast += interval
    guard sinceLast >= spacing else { return }
    sinceLast = 0
    guard reading.isFiniteInLane, reading != before?.1 else { return }
    defer { before = (before?.1 ?? reading, reading) }
    guard let (first, second) = before else { return }
    let difference = reading - second * 2 + first
    products += difference.dot(last)
    squares += difference.squaredLength
    last = difference
    let square = difference.squaredLength / Self.gain
    window.count += 1
    window.sum += square
    guard window.time >= Self.windowLength else { return }
    if window.count >= 10 {
      let variance = window.sum / Double(window.count) / 3
      let density = (variance * window.time / Double(window.count)).squareRoot()
      floor = min(floor ?? density, density)
      let magnitude = (window.sum / Double(window.count)).squareRoot()
      histogram[min(255, max(0, Int(saturating: (cardan_log2(max(magnitude, 1e-30)) + 16) * 8)))] += 1
    }
    window = (0, 0, 0)
  }

  /// Whether successive second differences are correlated as those of white noise, by -2/3: vibration has another correlation.
  package var isWhite: Bool { squares > 0 && abs(products / squares + 2 / 3) < 0.03 }

  /// The root mean square of the vector's fast part that 80 % of the seconds stay below, in the sensor's unit, to a ninth;
  /// zero before the first second.
  package var usual: Double {
    let total = histogram.reduce(0, +)
    var below = 0
    let bin = histogram.firstIndex { count in
      below += count
      return 5 * below >= 4 * total
    }
    return total > 0 ? cardan_exp2((Double(bin ?? 0) + 0.5) / 8 - 16) : 0
  }
}
