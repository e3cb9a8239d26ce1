import LogTables
import Rotations

// Bias at rest, noise and vibration (checks N, O and P).

extension LogInspection {
  /// The bias of the gyroscope and its drift, noise, and vibration.
  var restFindings: [Finding] {
    let bias = bias
    return bias + (bias.contains { $0.severity > .note } ? [] : driftByGravity) + noise
  }

  /// A drift that gravity shows in motion, in both bands of frequencies.
  private var driftByGravity: [Finding] {
    guard let (fast, slow) = forceAgreement.estimates,
      max(fast.driftDeviation, slow.driftDeviation) < 0.3 * .pi / 180, slow.explained.drift > 0.2
    else { return [] }
    // A gain turns with the motion, which may be slow.
    if let gain = forceAgreement.gyroscopeGain?.slow, gain.remainder < 1 - slow.explained.drift { return [] }
    let least = min(fast.drift.length - 3 * fast.driftDeviation, slow.drift.length - 3 * slow.driftDeviation)
    guard Threshold.biasTrend.severity(of: least * 180 / .pi) != nil else { return [] }
    return Threshold.biasTrend.finding(
      .biasDrift, of: slow.drift.length * 180 / .pi, "change of the bias over the log, against gravity", nil,
      [.init("standard deviation", slow.driftDeviation * 180 / .pi, "deg/s")], advice: Self.driftAdvice)
  }

  private static let driftAdvice = Finding.Advice(
    [.smoothing], action: "let the gyroscope warm up, and rest it now and then")

  private var bias: [Finding] {
    let degrees = 180 / Double.pi
    let long = rests.rests.filter { $0.time >= 2 }
    // A bias shows in every rest; a slow turn does not.
    guard let least = long.map({ $0.rate.length }).min() else { return [] }
    let mean =
      long.reduce(Vector3<Double>.zero) { $0 + $1.rate * $1.time } / long.reduce(0) { $0 + $1.time }
    // A drift changes it by a part, a slow turn back and forth by more than all of it.
    let isSame = long.allSatisfy { ($0.rate - mean).length < mean.length }
    let largest = Threshold.bias.finding(
      .bias, of: isSame ? least * degrees : 0, "rate at rest", nil, [.init("time at rest", rests.time, "s")],
      advice: Finding.Advice(
        action: "calibrate it with 'cardan calibrate gyroscope', or let it rest at the start"))
    guard let pair = Self.farthest(long) else { return largest }
    let change = (pair.last.rate - pair.first.rate).length * degrees
    let warmth = Self.fit(long, over: { $0.temperature }, least: 2)
    let isWarmth = warmth.map { Threshold.biasOfTemperature.severity(of: $0) != nil } ?? false
    let overTime = long.count < 3 ? 1 : Self.fit(long, over: { seconds(at: $0.start) }, least: 5) ?? 0
    // Slow turns of a vehicle are taken for rests; their rates follow nothing.
    guard isWarmth || Threshold.biasOfTemperature.severity(of: overTime) != nil else { return largest }
    let evidence = [
      Finding.Evidence("after", seconds(at: pair.last.start) - seconds(at: pair.first.end), "s"),
      .init(isWarmth ? "R² against temperature" : "R² against time", isWarmth ? warmth ?? 0 : overTime),
    ]
    return largest
      + Threshold.biasDrift.finding(
        isWarmth ? .biasOfTemperature : .biasDrift, of: change, "change of the rate at rest", nil, evidence,
        times: [seconds(at: pair.first.start)...seconds(at: pair.last.end)],
        advice: isWarmth
          ? Finding.Advice(action: "calibrate it over temperature: 'cardan calibrate gyroscope --temperature-order 1'")
          : Self.driftAdvice)
  }

  /// The rests whose rates differ most; nil for fewer than two.
  private static func farthest(
    _ rests: [RestStatistics.Rest]
  ) -> (first: RestStatistics.Rest, last: RestStatistics.Rest)? {
    var best: (first: RestStatistics.Rest, last: RestStatistics.Rest)?
    var largest = -1.0
    for (index, first) in rests.enumerated() {
      for last in rests[(index + 1)...] where (last.rate - first.rate).squaredLength > largest {
        largest = (last.rate - first.rate).squaredLength
        best = (first, last)
      }
    }
    return best
  }

  /// The share of the bias's variance that a line over a quantity explains; nil for fewer than three rests, or a range of the quantity
  /// below `least`.
  private static func fit(
    _ rests: [RestStatistics.Rest], over quantity: (RestStatistics.Rest) -> Double, least: Double
  ) -> Double? {
    let known = rests.map { (place: quantity($0), rate: $0.rate) }.filter { $0.place.isFinite }
    let places = known.map { $0.place }
    guard known.count >= 3, let low = places.min(), let high = places.max(), high - low >= least else { return nil }
    let count = Double(known.count)
    let meanPlace = places.reduce(0, +) / count
    let meanRate = known.reduce(Vector3<Double>.zero) { $0 + $1.rate } / count
    var (square, product, total) = (0.0, Vector3<Double>.zero, 0.0)
    for rest in known {
      let distance = rest.place - meanPlace
      square += distance * distance
      product += (rest.rate - meanRate) * distance
      total += (rest.rate - meanRate).squaredLength
    }
    return total > 0 ? product.squaredLength / square / total : nil
  }

  private var noise: [Finding] {
    // The second differences of slow rows are motion.
    guard (intervals.meanInterval ?? 1) < 0.0252 else { return [] }
    let advice = Finding.Advice(action: "look for vibration, or set the sensor's low-pass filter")
    var found: [Finding] = []
    if let floor = gyroscopeNoise.floor {
      found += Threshold.gyroscopeNoise.finding(
        .noisy(.gyroscope), of: floor * 180 / .pi, "noise in the quietest second", advice: advice)
    }
    let ofForce = accelerometerNoise.floor.map {
      Threshold.accelerometerNoise.finding(
        .noisy(.accelerometer), of: $0 / 9.80665e-3, "noise in the quietest second", advice: advice)
    }
    if let ofForce, !ofForce.isEmpty, accelerometerNoise.isWhite { return found + ofForce }
    // A second difference enlarges the vibration at which it is most sensitive.
    let vibration = Threshold.vibration.finding(
      .vibration, of: max(accelerometerNoise.usual, vibration.usual / 1.6), "fast part of the specific force, RMS",
      advice: Finding.Advice(action: "mount the sensor on a damper, or set its low-pass filter"))
    return found + (vibration.isEmpty ? ofForce ?? [] : vibration)
  }
}
