import LogTables
import Rotations

/// A band of frequencies of vectors, in axes that do not turn; in constant memory.
///
/// A vector that is constant in the world leaves the low-pass of the slow time constant in axes that do not turn, and its rest goes
/// through low-passes of the fast ones, one after the other. The filters are carried along in the axes of the body. A constant bias of
/// the gyroscope carries the slow low-pass along wrongly: its effect is one vector for each axis of the bias.
struct InertialBand: Sendable {
  private let slow: Double
  private let fast: [Double]
  private let width: Int
  // The low-passes of the vectors, then the effects of a bias for each of its axes, then the bands for each fast time constant.
  private var states: [Vector3<Double>]
  private var isEmpty = true

  /// A band between time constants in s, of `width` vectors; the first is the reading.
  init(slow: Double, fast: [Double], width: Int) {
    (self.slow, self.fast, self.width) = (slow, fast, width)
    states = [Vector3<Double>](repeating: .zero, count: (width + 3) * (1 + fast.count))
  }

  /// The band of each vector and of the three effects of a bias, for a fast time constant.
  func output(_ stage: Int) -> [Vector3<Double>] {
    let start = (width + 3) * (1 + stage)
    return Array(states[start..<start + width + 3])
  }

  /// Begins again with the next vectors.
  mutating func restart() { isEmpty = true }

  /// Turns the filters into the axes of the body after a rotation, and returns the slow part of a reading there.
  mutating func turn(_ bodyFromBefore: Matrix3<Double>, reading: Vector3<Double>, interval: Double) -> Vector3<Double> {
    if isEmpty { return reading }
    for index in states.indices { states[index] = bodyFromBefore * states[index] }
    return states[0] + (reading - states[0]) * (interval / (slow + interval))
  }

  /// Adds vectors in the axes of the body, the reading first.
  mutating func add(_ vectors: [Vector3<Double>], interval: Double) {
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
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = interval
      states[width + axis] = states[width + axis] * (1 - gain) - unit.cross(states[0])
      pass(-states[width + axis], width + axis, interval)
    }
  }

  private mutating func pass(_ vector: Vector3<Double>, _ index: Int, _ interval: Double) {
    var (vector, place) = (vector, index)
    for time in fast {
      place += width + 3
      states[place] += (vector - states[place]) * (interval / (time + interval))
      vector = states[place]
    }
  }
}
