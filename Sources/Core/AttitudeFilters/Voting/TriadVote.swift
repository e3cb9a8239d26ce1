import MotionSamples
import Rotations

/// The vote of up to four sensors of one kind on one body: their weighted mean without those that are wrong
/// (article Voting).
@frozen @usableFromInline
struct TriadVote<Scalar: LaneElement>: Sendable {
  @usableFromInline let limits: VotingLimits<Scalar>
  /// The number of sensors.
  @usableFromInline let count: Int
  @usableFromInline var sensors = InlineArray<4, VotingSensor<Scalar>>(repeating: VotingSensor())
  /// The last consensus, U; absent before the first.
  @usableFromInline var consensus = Vector3<Scalar>.absent
  /// The envelope of the slew rate of the consensus, U/s.
  @usableFromInline var slew: Scalar = 0.0
  /// The mean of the consensus over `lagTime`, U.
  @usableFromInline var typicalReading = Vector3<Scalar>.zero
  /// The bias of the consensus as a filter knows it, its standard deviation, its mean over `driftTime`, and for how long that
  /// was followed on each axis, U and s.
  @usableFromInline var commonBias = Vector3<Scalar>.zero
  @usableFromInline var commonDeviation = Vector3<Scalar>(repeating: .infinity)
  @usableFromInline var usualCommonBias = Vector3<Scalar>.zero
  @usableFromInline var commonTime = Vector3<Scalar>.zero

  @export(implementation)
  init(count: Int, limits: VotingLimits<Scalar>) {
    self.count = count
    self.limits = limits
  }

  /// Takes one reading of each sensor and returns the consensus; absent if no sensor has a reading.
  ///
  /// - Parameters:
  ///   - readings: The readings, absent where a sensor has none.
  ///   - interval: The time since the last update, s; 0 if unknown.
  ///   - allowance: The deviation that the motion explains, U.
  @export(implementation)
  mutating func update(
    _ readings: InlineArray<4, Vector3<Scalar>>, interval: Scalar, allowance: Scalar
  ) -> Vector3<Scalar> {
    let interval = interval > 0.0 ? Scalar.minimum(interval, SampleGuard<Scalar>.longestInterval) : 0.0
    for index in 0..<count {
      sensors[index].take(readings[index], interval: interval, largest: limits.largestReading)
    }
    learnNoise(interval)
    test(interval, allowance)
    for index in 0..<count {
      let isNoisy = isNoisy(index)
      sensors[index].decide(interval: interval, isNoisy: isNoisy)
    }
    weigh(interval)
    let mean = weightedMean()
    learnOffsets(from: mean, interval)
    watchDrift(from: mean, interval)
    follow(mean, interval)
    return mean
  }

  /// Moves the offsets (equation 2). A common factor keeps them slow once they are known, and their weighted sum at zero.
  @export(implementation)
  mutating func learnOffsets(from mean: Vector3<Scalar>, _ interval: Scalar) {
    var factor: Scalar = 1.0
    for index in 0..<count where learnsOffset(index) && sensors[index].isOffsetKnown {
      let step = sensors[index].offsetStep(from: mean, interval: interval).length
      let largest = limits.offsetRate * interval
      if step > largest { factor = Scalar.minimum(factor, largest / step) }
    }
    for index in 0..<count where learnsOffset(index) {
      let step = sensors[index].offsetStep(from: mean, interval: interval)
      sensors[index].learnOffset(step * (sensors[index].isOffsetKnown ? factor : 1.0), interval: interval)
    }
  }

  /// Whether a sensor's offset follows its deviation: in the consensus, and as it recovers.
  @export(implementation)
  func learnsOffset(_ index: Int) -> Bool {
    let sensor = sensors[index]
    guard sensor.isPresent else { return false }
    return sensor.isTrusted && sensor.weight > 0.0 || sensor.goodTime > 0.0 && sensor.state == .failed
  }

  @export(implementation)
  mutating func follow(_ mean: Vector3<Scalar>, _ interval: Scalar) {
    guard mean.x == mean.x else { return }
    if consensus.x == consensus.x, interval > 0.0 {
      let decayed = slew * Scalar.maximum(0.0, 1.0 - interval / VotingLimits<Scalar>.slewTime)
      slew = Scalar.maximum((mean - consensus).length / interval, decayed)
    }
    consensus = mean
  }
}

// Noise: the motion cancels in the differences between sensors (equations 3 and 4).
extension TriadVote {
  @export(implementation)
  mutating func learnNoise(_ interval: Scalar) {
    guard interval > 0.0 else { return }
    for index in 0..<count {
      let own = sensors[index].secondDifference
      guard own.x == own.x else { continue }
      var (sum, squares, others) = (Vector3<Scalar>.zero, Scalar.zero, Scalar.zero)
      for other in 0..<count where other != index && sensors[other].isUsable {
        let difference = own - sensors[other].secondDifference
        guard difference.x == difference.x else { continue }
        sum += difference
        squares += difference.squaredLength
        others += 1.0
      }
      // A second difference has six times the variance of a reading, on each of three axes.
      if others == 1.0 {
        sensors[index].addVariance(own.dot(sum) / 18.0, interval: interval)
      } else if others > 1.0 {
        let products = (sum.squaredLength - squares) / (others * (others - 1.0))
        sensors[index].addVariance(products / 18.0, interval: interval)
      }
    }
  }

  /// Whether a sensor is much noisier than the best of the others.
  @export(implementation)
  func isNoisy(_ index: Int) -> Bool {
    let sensor = sensors[index]
    guard sensor.varianceCount > 20.0, sensor.variance.fast > limits.noise.squared else { return false }
    var least = Scalar.infinity
    for other in 0..<count where other != index && sensors[other].isUsable {
      least = Scalar.minimum(least, Scalar.maximum(sensors[other].variance.fast, limits.leastNoise.squared))
    }
    // A noisy sensor returns at half the variance.
    let isKnown = sensor.state == .failed && sensor.fault == .noisy
    return least.isFinite && sensor.variance.fast > least * (isKnown ? 4.5 : 9.0)
  }
}

// The weighted mean.
extension TriadVote {
  @export(implementation)
  mutating func weigh(_ interval: Scalar) {
    let typical = typicalVariance
    let floor = Scalar.maximum(typical * (1.0 / 16.0), limits.leastNoise.squared)
    var (targets, sum) = (InlineArray<4, Scalar>(repeating: 0.0), Scalar.zero)
    for index in 0..<count where sensors[index].state != .failed && !sensors[index].isDeviating {
      // A sensor that drifts away loses its weight before it reaches the limit.
      let known: Scalar = sensors[index].isDrifting ? VotingLimits<Scalar>.driftPenalty : 0.0
      let drift = 1.0 + 9.0 * sensors[index].relativeResidual.squared + known
      let variance = sensors[index].varianceCount > 0.0 ? sensors[index].noiseVariance : typical
      targets[index] = 1.0 / (Scalar.maximum(variance, floor) * drift)
      sum += targets[index]
    }
    var total = Scalar.zero
    for index in 0..<count { total += sensors[index].weight }
    let gain = Scalar.minimum(1.0, interval / VotingLimits<Scalar>.weightTime)
    for index in 0..<count {
      let target = sum > 0.0 ? targets[index] / sum : 0.0
      // Nothing to ramp from at the start and when all failed.
      if target == 0.0 || total == 0.0 {
        sensors[index].weight = target
      } else {
        sensors[index].weight += (target - sensors[index].weight) * gain
      }
    }
  }

  /// The median of the known noise variances, the lower of two; zero before there is one.
  @export(implementation)
  var typicalVariance: Scalar {
    var (sorted, number) = (InlineArray<4, Scalar>(repeating: .infinity), 0)
    for index in 0..<count where sensors[index].varianceCount > 0.0 {
      sorted[number] = Scalar.maximum(sensors[index].noiseVariance, 0.0)
      number += 1
    }
    sorted.sort()
    return number > 0 ? sorted[(number - 1) / 2] : 0.0
  }

  /// The mean of the readings with weight; without one, of those not failed; without one, of all. Absent without readings.
  @export(implementation)
  func weightedMean() -> Vector3<Scalar> {
    var (sum, total) = (Vector3<Scalar>.zero, Scalar.zero)
    for index in 0..<count where sensors[index].isPresent && sensors[index].weight > 0.0 {
      sum = sum.adding(sensors[index].reading, times: sensors[index].weight)
      total += sensors[index].weight
    }
    if total > 0.0 { return sum / total }
    var (usable, all) = (
      (sum: Vector3<Scalar>.zero, count: Scalar.zero), (sum: Vector3<Scalar>.zero, count: Scalar.zero)
    )
    for index in 0..<count where sensors[index].isPresent {
      all = (all.sum + sensors[index].reading, all.count + 1.0)
      if sensors[index].isUsable { usable = (usable.sum + sensors[index].reading, usable.count + 1.0) }
    }
    let mean = usable.count > 0.0 ? usable : all
    return mean.count > 0.0 ? mean.sum / mean.count : .absent
  }
}

extension InlineArray where Element: LaneElement {
  /// Sorts a few numbers in ascending order.
  @export(implementation)
  mutating func sort() {
    for end in 1..<count {
      var place = end
      while place > 0 && self[place - 1] > self[place] {
        swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}
