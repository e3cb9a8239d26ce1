import SystemLibrary

/// The fit of Allan variances by a sum of noise processes, by generalized least squares.
///
/// The weights are the inverse covariance of the variances, which follows from the fit: at most `rounds` iterations. Sets of
/// processes with a negative squared coefficient are rejected. Of the others, the one with the least weighted sum of squares
/// plus 4 for each parameter is chosen (Akaike's criterion adds 2; with 4, a process must exceed two standard deviations). The
/// correlation time of a Gauss-Markov bias is searched among octaves, then refined by Gauss-Newton steps.
struct NoiseRegression {
  /// A set of processes with their coefficients.
  struct Candidate {
    /// The processes.
    var coefficients: [NoiseProcess: NoiseCoefficient]
    /// The weighted sum of squared residuals.
    var residual: Double

    var parameterCount: Int { coefficients.keys.reduce(0) { $0 + $1.parameterCount } }
    var cost: Double { residual + 4 * Double(parameterCount) }
  }

  private let factors: [Int]
  private let variances: [Double]
  private let interval: Double
  private let degrees: [PowerLawNoise: [Double]]
  private let covariance: AllanCovariance

  private static let rounds = 8
  private static let leastCorrelationTime = 1.0

  /// A regression of points, with the degrees of freedom of each point by the colour of noise.
  init(points: ArraySlice<AllanDeviation.Point>, interval: Double, degrees: [PowerLawNoise: [Double]]) {
    factors = points.map(\.averagingFactor)
    variances = points.map { $0.deviation * $0.deviation }
    self.interval = interval
    self.degrees = degrees
    covariance = AllanCovariance(factors: factors, interval: interval)
  }

  /// The best candidate, if any.
  func solution() -> Candidate? {
    // The first weights are those of white noise with the measured variances.
    var model = variances
    var deviations = (degrees[.white] ?? []).map { (2 / $0).squareRoot() }
    var correlation = covariance.correlation([.whiteNoise: NoiseCoefficient(square: 1, squareDeviation: 0)])
    var times = correlationTimes
    var best: Candidate?
    for _ in 0..<Self.rounds {
      guard let weighting = Weighting(deviations, correlation), var found = candidate(model, weighting, times) else {
        break
      }
      refine(&found, model, weighting)
      let isSettled =
        Set(found.coefficients.keys) == best.map { Set($0.coefficients.keys) }
        && abs(found.residual - (best?.residual ?? .infinity)) < 1e-3
      best = found
      if isSettled { break }
      if let time = found.coefficients[.gaussMarkovBias]?.correlationTime { times = correlationTimes + [time] }
      (model, deviations) = self.model(found.coefficients)
      correlation = covariance.correlation(found.coefficients)
    }
    return best
  }

  /// The octaves in which a Gauss-Markov bias is distinguishable: its maximum must be below the longest times, and correlation
  /// times under a second belong to filters in the sensor.
  private var correlationTimes: [Double] {
    factors.dropLast(2).map { Double($0) * interval }.filter { $0 >= Self.leastCorrelationTime }
  }

  /// The variances of a model, and their relative standard deviations by the dominant process at each time.
  private func model(_ coefficients: [NoiseProcess: NoiseCoefficient]) -> (variances: [Double], deviations: [Double]) {
    var (variances, deviations): ([Double], [Double]) = ([], [])
    for (index, factor) in factors.enumerated() {
      let parts = NoiseProcess.allCases.map { process in
        (process, coefficients[process]?.variance(of: process, factor: factor, interval: interval) ?? 0)
      }
      let dominant = parts.max { $0.1 < $1.1 }?.0 ?? .whiteNoise
      variances.append(parts.reduce(0) { $0 + $1.1 })
      deviations.append((2 / (degrees[dominant.colour]?[index] ?? 1)).squareRoot())
    }
    return (variances, deviations)
  }

  /// The best set of processes for given weights.
  private func candidate(_ model: [Double], _ weighting: Weighting, _ times: [Double]) -> Candidate? {
    // Relative to the model, which makes all rows near 1.
    let right = zip(variances, model).map { $0 / $1 }
    let plain = NoiseProcess.allCases.filter { $0 != .gaussMarkovBias && $0 != .ramp }
    let columns = plain.map { column($0, .infinity, model) }
    let humps = times.map { ($0, column(.gaussMarkovBias, $0, model)) }
    var best: Candidate?
    for set in 0..<(1 << plain.count) {
      let chosen = plain.indices.filter { set & (1 << $0) != 0 }
      let alternatives: [(Double, [Double])?] = [nil] + humps
      for hump in alternatives {
        let processes = chosen.map { plain[$0] } + (hump == nil ? [] : [.gaussMarkovBias])
        guard !processes.isEmpty, processes.count < factors.count else { continue }
        let chosenColumns = chosen.map { columns[$0] } + (hump.map { [$0.1] } ?? [])
        guard let found = weighting.solve(chosenColumns, right), found.solution.allSatisfy({ $0 > 0 }) else { continue }
        var coefficients: [NoiseProcess: NoiseCoefficient] = [:]
        for (index, process) in processes.enumerated() {
          let time = process == .gaussMarkovBias ? hump?.0 ?? .infinity : .infinity
          coefficients[process] = NoiseCoefficient(
            square: found.solution[index], squareDeviation: found.deviations[index], correlationTime: time)
        }
        let candidate = Candidate(coefficients: coefficients, residual: found.residual)
        if candidate.cost < best?.cost ?? .infinity { best = candidate }
      }
    }
    return best
  }

  private func column(_ process: NoiseProcess, _ time: Double, _ model: [Double]) -> [Double] {
    zip(factors, model).map { process.unitVariance(factor: $0, interval: interval, correlationTime: time) / $1 }
  }

  /// One Gauss-Newton step of the correlation time of a Gauss-Markov bias, within a factor of two, with its uncertainty and its
  /// effect on those of the coefficients.
  private func refine(_ candidate: inout Candidate, _ model: [Double], _ weighting: Weighting) {
    guard let bias = candidate.coefficients[.gaussMarkovBias] else { return }
    let processes = NoiseProcess.allCases.filter { candidate.coefficients[$0] != nil }
    let step = 0.01
    let later = column(.gaussMarkovBias, bias.correlationTime * exp(step), model)
    let earlier = column(.gaussMarkovBias, bias.correlationTime * exp(-step), model)
    let derivative = zip(later, earlier).map { ($0 - $1) * bias.square / (2 * step) }
    let columns = processes.map { column($0, bias.correlationTime, model) } + [derivative]
    let right = zip(variances, model).map { $0 / $1 }
    guard columns.count < factors.count, let found = weighting.solve(columns, right) else { return }
    for (index, process) in processes.enumerated() where found.solution[index] > 0 {
      candidate.coefficients[process]?.square = found.solution[index]
      candidate.coefficients[process]?.squareDeviation = found.deviations[index]
    }
    let change = min(max(found.solution[processes.count], -log(2)), log(2))
    let longest = correlationTimes.last ?? bias.correlationTime
    candidate.coefficients[.gaussMarkovBias]?.correlationTime = min(
      max(bias.correlationTime * exp(change), Self.leastCorrelationTime), longest)
    candidate.coefficients[.gaussMarkovBias]?.logCorrelationTimeDeviation = found.deviations[processes.count]
    candidate.residual = found.residual
  }
}
