import MotionSamples
import Rotations

// The drift of one sensor over minutes (equations 9 to 11).
extension TriadVote {
  /// Takes what a filter knows of the bias of the consensus, U, with its standard deviation.
  @export(implementation)
  mutating func learn(bias: Vector3<Scalar>, deviation: Vector3<Scalar>) {
    commonBias = bias
    commonDeviation = Vector3(x: deviation.x.magnitude, y: deviation.y.magnitude, z: deviation.z.magnitude)
  }

  /// Compares the bias of each sensor with what it was over the last minutes.
  @export(implementation)
  mutating func watchDrift(from mean: Vector3<Scalar>, _ interval: Scalar) {
    guard count > 1, interval > 0.0, mean.x == mean.x else { return }
    typicalReading += (mean - typicalReading) * Scalar.minimum(1.0, interval / VotingLimits<Scalar>.lagTime)
    let limit = limits.drift + limits.relative * typicalReading.length
    followCommonBias(interval, limit)
    var usable = 0
    for index in 0..<count where sensors[index].isUsable {
      usable += 1
      sensors[index].followBias(from: mean, interval: interval)
    }
    guard usable > 1 else { return }
    let median = usable > 2 ? self.median { $0.biasChange } : .zero
    for index in 0..<count where sensors[index].isUsable {
      let drift = usable > 2 ? (sensors[index].biasChange - median).length : driftOfTwo(index, limit)
      let isOff = drift > limit * (sensors[index].isDrifting ? 0.5 : 1.0)
      // Of two, an unknown bias changes nothing.
      guard drift == drift, sensors[index].addDrift(isOff, interval: interval) else { continue }
      if sensors[index].isDrifting { settle() }
    }
  }

  /// The mean of the bias of the consensus over the last minutes, on the axes on which the filter knows it.
  @export(implementation)
  mutating func followCommonBias(_ interval: Scalar, _ limit: Scalar) {
    for axis in 0..<3 where commonDeviation[axis] * 4.0 < limit {
      commonTime[axis] = Scalar.minimum(commonTime[axis] + interval, VotingLimits<Scalar>.driftTime)
      usualCommonBias[axis] += (commonBias[axis] - usualCommonBias[axis]) * (interval / commonTime[axis])
    }
  }

  /// The change of the bias of one of two sensors, if that of the other one is at most a quarter of their difference (11): the
  /// largest of the three axes, of those on which the filter knows the bias. NaN if it knows none.
  @export(implementation)
  func driftOfTwo(_ index: Int, _ limit: Scalar) -> Scalar {
    var other = index
    for place in 0..<count where place != index && sensors[place].isUsable { other = place }
    var largest = Scalar(Double.nan)
    for axis in 0..<3 where commonDeviation[axis] * 4.0 < limit && commonTime[axis] > VotingLimits<Scalar>.driftStart {
      let common = commonBias[axis] - usualCommonBias[axis]
      let own = common + sensors[index].biasChange[axis]
      let others = common + sensors[other].biasChange[axis]
      let isOwn = others.magnitude < (own - others).magnitude * 0.25
      let change = isOwn ? own.magnitude : 0.0
      if largest != largest || change > largest { largest = change }
    }
    return largest
  }

  /// Moves all offsets to the present deviations, so that a share that falls makes no step. Their weighted sum is zero.
  @export(implementation)
  mutating func settle() {
    for index in 0..<count where sensors[index].isTrusted {
      sensors[index].offset += sensors[index].lag
      sensors[index].residual -= sensors[index].lag
      sensors[index].lag = .zero
    }
  }
}

extension VotingSensor {
  /// Follows the present offset from the consensus, and its mean over the last minutes (9).
  @export(implementation)
  mutating func followBias(from consensus: Vector3<Scalar>, interval: Scalar) {
    let gain = Scalar.minimum(1.0, interval / VotingLimits<Scalar>.lagTime)
    lag += (reading - consensus - lag) * gain
    guard learned > VotingLimits<Scalar>.driftStart else {
      usualTime = 0.0
      return
    }
    usualTime = Scalar.minimum(usualTime + interval, VotingLimits<Scalar>.driftTime)
    usualOffset += (offset + lag - usualOffset) * (interval / usualTime)
  }

  /// How far the sensor's offset has moved from its mean over the last minutes, U (10).
  @export(implementation)
  var biasChange: Vector3<Scalar> { usualTime > 0.0 ? offset + lag - usualOffset : .zero }

  /// Adds an update to the evidence of a drift. Returns whether `isDrifting` changed.
  @export(implementation)
  mutating func addDrift(_ isOff: Bool, interval: Scalar) -> Bool {
    driftEvidence += isOff ? interval : -interval
    driftEvidence = driftEvidence.clamped(0.0, VotingLimits<Scalar>.driftPatience)
    let before = isDrifting
    if driftEvidence >= VotingLimits<Scalar>.driftPatience { isDrifting = true }
    if driftEvidence <= 0.0 { isDrifting = false }
    return isDrifting != before
  }
}
