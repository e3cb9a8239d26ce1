import MotionSamples
import Rotations

// The comparison of each sensor with the others (equations 5 to 8).
extension TriadVote {
  @export(implementation)
  mutating func test(_ interval: Scalar, _ allowance: Scalar) {
    var usable = 0
    for index in 0..<count where sensors[index].isUsable { usable += 1 }
    let median = usable > 2 ? self.median { $0.reading } : .absent
    let medianOffset = usable > 2 ? self.median { $0.offset } : .absent
    let blamed = usable == 2 ? blamedOfTwo(allowance) : nil
    for index in 0..<count {
      let reference = usable > 2 ? median : meanOfOthers(than: index)
      guard sensors[index].isPresent, reference.x == reference.x else {
        if sensors[index].state != .failed { (sensors[index].isDeviating, sensors[index].isStuck) = (false, false) }
        continue
      }
      let movement = Scalar.maximum(
        limits.movement, VotingLimits<Scalar>.noiseFactor * noiseOfOthers(than: index))
      sensors[index].testStuck(others: reference, movement: movement)
      let deviates = deviates(index, from: reference, interval, allowance)
      // Of two, only what the readings themselves show.
      let isOfTwo = usable == 2 && sensors[index].isUsable
      let isOff =
        usable > 2 && sensors[index].isUsable
        && (sensors[index].offset - medianOffset).length > limits.offset
      sensors[index].isDeviating = isOfTwo ? blamed == index : deviates || isOff
      sensors[index].isUndecided = isOfTwo && deviates && blamed == nil
      if isOfTwo { sensors[index].relativeResidual = 0.0 }
    }
  }

  /// Whether a reading or the mean of the last ones is further from the reference than noise, scale, mounting and delay
  /// explain. Half the limit holds for a sensor that deviated before.
  @export(implementation)
  mutating func deviates(
    _ index: Int, from reference: Vector3<Scalar>, _ interval: Scalar, _ allowance: Scalar
  ) -> Bool {
    let deviation = sensors[index].reading - reference
    let gain = Scalar.minimum(1.0, interval / VotingLimits<Scalar>.residualTime)
    sensors[index].residual += (deviation - sensors[index].residual) * gain
    sensors[index].length += (reference.length - sensors[index].length) * gain
    let sensor = sensors[index]
    let noise = VotingLimits<Scalar>.noiseFactor * noiseOf(index)
    let factor: Scalar = sensor.isDeviating ? 0.5 : 1.0
    let limit = deviationLimit(index, noise, reference.length, allowance)
    let meanNoise = noise * (gain * 0.5).squareRoot()
    let meanLimit =
      (sensor.isOffsetKnown ? limits.residual : limits.offset) + meanNoise + limits.relative * sensor.length + allowance
    sensors[index].relativeResidual = sensor.residual.length / meanLimit
    return deviation.length > limit * factor || sensor.residual.length > meanLimit * factor
  }

  /// The deviation that one reading may have, U.
  @export(implementation)
  func deviationLimit(_ index: Int, _ noise: Scalar, _ length: Scalar, _ allowance: Scalar) -> Scalar {
    (sensors[index].isOffsetKnown ? limits.deviation : limits.offset) + Scalar.minimum(noise, limits.offset)
      + limits.relative * length + VotingLimits<Scalar>.delay * slew + allowance
  }

  /// The standard deviation of the difference between a sensor and the others, U: by its own noise and the least of theirs.
  @export(implementation)
  func noiseOf(_ index: Int) -> Scalar {
    let others = noiseOfOthers(than: index)
    return (Scalar.maximum(sensors[index].noiseVariance, 0.0) + others.squared).squareRoot()
  }

  /// The largest standard deviation of the noise of the other usable sensors, U.
  @export(implementation)
  func noiseOfOthers(than index: Int) -> Scalar {
    var largest = limits.leastNoise.squared
    for other in 0..<count where other != index && sensors[other].isUsable {
      largest = Scalar.maximum(largest, sensors[other].noiseVariance)
    }
    return largest.squareRoot()
  }

  /// Of two sensors that differ, the one that stepped: its second difference is the larger. Nil if they agree and if neither
  /// stepped.
  @export(implementation)
  func blamedOfTwo(_ allowance: Scalar) -> Int? {
    var (first, second) = (-1, -1)
    for index in 0..<count where sensors[index].isUsable { (first, second) = (second, index) }
    let (one, two) = (sensors[first], sensors[second])
    let deviation = (one.reading - two.reading).length
    let noise = VotingLimits<Scalar>.noiseFactor * noiseOf(first)
    let limit = deviationLimit(first, noise, two.reading.length, allowance)
    if one.isDrifting != two.isDrifting, deviation > limit { return one.isDrifting ? first : second }
    // The one that was wrong stays so until both agree.
    if one.isDeviating != two.isDeviating, deviation > limit * 0.5 { return one.isDeviating ? first : second }
    guard deviation > limit else { return nil }
    let steps = (one.secondDifference.length, two.secondDifference.length)
    if steps.0 > limit * 0.5 && steps.0 > steps.1 * 2.0 { return first }
    if steps.1 > limit * 0.5 && steps.1 > steps.0 * 2.0 { return second }
    return nil
  }

  /// The component-wise median of the usable sensors; of four, the mean of the middle two.
  @export(implementation)
  func median(of value: (VotingSensor<Scalar>) -> Vector3<Scalar>) -> Vector3<Scalar> {
    var result = Vector3<Scalar>.zero
    for axis in 0..<3 {
      var (sorted, number) = (InlineArray<4, Scalar>(repeating: .infinity), 0)
      for index in 0..<count where sensors[index].isUsable {
        sorted[number] = value(sensors[index])[axis]
        number += 1
      }
      sorted.sort()
      result[axis] = number % 2 == 1 ? sorted[number / 2] : (sorted[number / 2 - 1] + sorted[number / 2]) * 0.5
    }
    return result
  }

  /// The mean of the other usable sensors; absent without one.
  @export(implementation)
  func meanOfOthers(than index: Int) -> Vector3<Scalar> {
    var (sum, number) = (Vector3<Scalar>.zero, Scalar.zero)
    for other in 0..<count where other != index && sensors[other].isUsable {
      sum += sensors[other].reading
      number += 1.0
    }
    return number > 0.0 ? sum / number : .absent
  }
}
