import LogTables
import Rotations

/// A band of frequencies of vectors, in axes that do not turn; in constant memory.
///
/// A vector that is constant in the world leaves the low-pass of the slow time constant in axes that do not turn, and its rest goes
/// through low-passes of the fast ones, one after the other. The filters are carried along in the axes of the body. An error of the
/// gyroscope carries the slow low-pass along wrongly: its effect is one vector for each kind of error.
struct InertialBand: Sendable {
  private let slow: Double
  private let fast: [Double]
  private let width: Int
  private let errors: Int
  // The low-passes of the vectors, then the effects of the errors, then the bands for each fast time constant.
  private var states: [Vector3<Double>]
  private var isEmpty = true

  /// A band between time constants in s, of `width` vectors; the first is the reading. `errors` is the number of the gyroscope's.
  init(slow: Double, fast: [Double], width: Int, errors: Int) {
    (self.slow, self.fast, self.width, self.errors) = (slow, fast, width, errors)
    states = [Vector3<Double>](repeating: .zero, count: (width + errors) * (1 + fast.count))
  }

  /// The band of each vector and of the effects of the errors, for a fast time constant.
  func output(_ stage: Int) -> [Vector3<Double>] {
    let start = (width + errors) * (1 + stage)
    return Array(states[start..<start + width + errors])
  }

  /// Begins again with the next vectors.
  mutating func restart() { isEmpty = true }

  /// Turns the filters into the axes of the body after a rotation, and returns the slow part of a reading there.
  mutating func turn(_ bodyFromBefore: Matrix3<Double>, reading: Vector3<Double>, interval: Double) -> Vector3<Double> {
    if isEmpty { return reading }
    for index in states.indices { states[index] = bodyFromBefore * states[index] }
    return states[0] + (reading - states[0]) * (interval / (slow + interval))
  }

  /// Adds vectors in the axes of the body, the reading first, and the rates that the errors of the gyroscope add to its own.
  mutating func add(_ vectors: [Vector3<Double>], errors rates: [Vector3<Double>], interval: Double) {
    if isEmpty {
      for index in states.indices { states[index] = index < width ? vectors[index] : .zero }
      isEmpty = false
      return
    }
    let gain = interval / (slow + interval)
    for index in 0..<width {
      states[index] += (vectors[index] - states[index]) * gain
      pass(vectors[index] - states[index], index, interval)
    }
    for (place, rate) in rates.enumerated() {
      let index = width + place
      states[index] = states[index] * (1 - gain) - (rate * interval).cross(states[0])
      pass(-states[index], index, interval)
    }
  }

  private mutating func pass(_ vector: Vector3<Double>, _ index: Int, _ interval: Double) {
    var (vector, place) = (vector, index)
    for time in fast {
      place += width + errors
      states[place] += (vector - states[place]) * (interval / (time + interval))
      vector = states[place]
    }
  }
}

/// The errors of a gyroscope that an estimate of its agreement with another sensor holds: the bias, and the symmetric part of its gain.
/// The antisymmetric part is a rotation of its axes.
enum RateErrors {
  /// The number of the unknowns.
  static let count = 9

  /// The rates that the errors add to a rate, each in proportion to its unknown.
  static func effects(on rate: Vector3<Double>) -> [Vector3<Double>] {
    [.unitX, .unitY, .unitZ] + SymmetricEffects.of(rate)
  }
}
