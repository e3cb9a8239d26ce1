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
  private var lows: [Vector3<Double>]
  private var ofBias = [Vector3<Double>](repeating: .zero, count: 3)
  /// The band of each vector and of the three effects of a bias, for each fast time constant.
  private(set) var outputs: [[Vector3<Double>]]
  private var isEmpty = true

  /// A band between time constants in s, of `width` vectors; the first is the reading.
  init(slow: Double, fast: [Double], width: Int) {
    (self.slow, self.fast, self.width) = (slow, fast, width)
    lows = [Vector3<Double>](repeating: .zero, count: width)
    outputs = [[Vector3<Double>]](
      repeating: [Vector3<Double>](repeating: .zero, count: width + 3), count: fast.count)
  }

  /// Begins again with the next vectors.
  mutating func restart() { isEmpty = true }

  /// Turns the filters into the axes of the body after a rotation, and returns the slow part of a reading there.
  mutating func turn(_ bodyFromBefore: Matrix3<Double>, reading: Vector3<Double>, interval: Double) -> Vector3<Double> {
    if isEmpty { return reading }
    for index in lows.indices { lows[index] = bodyFromBefore * lows[index] }
    for index in ofBias.indices { ofBias[index] = bodyFromBefore * ofBias[index] }
    for stage in outputs.indices {
      for index in outputs[stage].indices { outputs[stage][index] = bodyFromBefore * outputs[stage][index] }
    }
    return lows[0] + (reading - lows[0]) * (interval / (slow + interval))
  }

  /// Adds vectors in the axes of the body, the reading first.
  mutating func add(_ vectors: [Vector3<Double>], interval: Double) {
    if isEmpty {
      lows = vectors
      for index in ofBias.indices { ofBias[index] = .zero }
      for stage in outputs.indices {
        for index in outputs[stage].indices { outputs[stage][index] = .zero }
      }
      isEmpty = false
      return
    }
    let gain = interval / (slow + interval)
    for index in lows.indices {
      lows[index] += (vectors[index] - lows[index]) * gain
      pass(vectors[index] - lows[index], index, interval)
    }
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = interval
      ofBias[axis] = ofBias[axis] * (1 - gain) - unit.cross(lows[0])
      pass(-ofBias[axis], width + axis, interval)
    }
  }

  private mutating func pass(_ vector: Vector3<Double>, _ index: Int, _ interval: Double) {
    var vector = vector
    for stage in fast.indices {
      outputs[stage][index] += (vector - outputs[stage][index]) * (interval / (fast[stage] + interval))
      vector = outputs[stage][index]
    }
  }
}
