/// The noise processes in the readings of one sensor axis, found in their Allan variance.
///
/// The overlapping Allan variances at octaves are fitted by a sum of the five processes of IEEE Std 952-1997, by
/// generalized least squares: weighted with the inverse of their covariance, which follows from the fit itself (three to
/// six rounds; `AllanCovariance`, `EquivalentDegreesOfFreedom`). Squared coefficients cannot be negative, so of the 31 sets of
/// processes those with a negative one are out; of the others the one wins whose weighted sum of squares, plus 4 for each
/// process, is least (two more than Akaike's criterion: a process must stand two standard deviations clear to count).
/// The idea is that of S. Guerrier et al., "Wavelet-variance-based estimation for composite stochastic processes",
/// Journal of the American Statistical Association 108(503), 2013. A process that is not seen is no proof of its absence: a
/// longer recording may show it.
public struct NoiseFit: Sendable {
  /// The processes that were seen.
  public let coefficients: [NoiseProcess: NoiseCoefficient]
  /// The averaging times that were fitted, with the deviations measured there.
  public let fitted: AllanDeviation
  /// The weighted sum of the squared residuals: near the number of averaging times less the number of processes where the
  /// five processes are all there is.
  public let residual: Double

  /// The least duration of a stretch without gaps, in seconds, below which nothing is said.
  public static let leastDuration = 10.0
  /// The least number of readings in such a stretch.
  public static let leastCount = 512

  private static let penalty = 4.0
  private static let rounds = 6

  /// Fits a series.
  ///
  /// Throws `tooShort` where the longest stretch is shorter than `leastDuration` or `leastCount`, and `constant`.
  public init(of series: SegmentedSeries) throws(AllanError) {
    let longest = series.longestCount
    let needed = max(Self.leastDuration, Double(Self.leastCount) * series.interval)
    // A millionth of an interval makes up for rounding.
    guard Double(longest) * series.interval >= needed - 1e-6 * series.interval else {
      throw .tooShort(longest: Double(longest) * series.interval, needed: needed)
    }
    // Windows of an eighth: about six independent squares at the longest.
    let octaves = AllanDeviation.factors(upTo: longest / 8, perOctave: 1)
    fitted = try AllanDeviation(of: series, factors: octaves)
    guard fitted.points.allSatisfy({ $0.deviation > 0 }) else { throw .constant }
    let best = Self.solution(fitted, series)
    coefficients = best.coefficients
    residual = best.residual
  }

  /// The Allan variance of the fit at an averaging time in seconds.
  public func variance(averagingTime: Double) -> Double {
    let factor = max(1, Int((averagingTime / fitted.interval).rounded()))
    return coefficients.reduce(0) {
      $0 + $1.value.square * $1.key.unitVariance(factor: factor, interval: fitted.interval)
    }
  }

  /// A coefficient where its process was seen.
  public subscript(process: NoiseProcess) -> NoiseCoefficient? { coefficients[process] }

  private struct Candidate {
    var coefficients: [NoiseProcess: NoiseCoefficient]
    var residual: Double
    var cost: Double { residual + NoiseFit.penalty * Double(coefficients.count) }
  }

  private static func solution(_ measured: AllanDeviation, _ series: SegmentedSeries) -> Candidate {
    let factors = measured.points.map(\.averagingFactor)
    let covariance = AllanCovariance(factors: factors, interval: measured.interval)
    let degrees = Dictionary(
      uniqueKeysWithValues: PowerLawNoise.allCases.map { noise in
        (noise, factors.map { AllanDeviation.degreesOfFreedom(series, .overlapping, noise, factor: $0) })
      })
    // The first weights are those of white noise that has the measured variances.
    var model = measured.points.map { $0.deviation * $0.deviation }
    var spread = (degrees[.white] ?? []).map { (2 / $0).squareRoot() }
    var correlation = covariance.correlation(squares: [.whiteNoise: 1])
    var best = Candidate(coefficients: [:], residual: .infinity)
    for _ in 0..<rounds {
      guard let found = bestCandidate(measured, model, spread, correlation) else { return best }
      let isSettled =
        Set(found.coefficients.keys) == Set(best.coefficients.keys)
        && abs(found.residual - best.residual) < 1e-3
      best = found
      if isSettled { break }
      let squares = best.coefficients.mapValues(\.square)
      (model, spread) = Self.model(factors, measured.interval, squares, degrees)
      correlation = covariance.correlation(squares: squares)
    }
    return best
  }

  /// The variances of a model, and their relative standard deviations, by the process that prevails at each time.
  private static func model(
    _ factors: [Int], _ interval: Double, _ squares: [NoiseProcess: Double], _ degrees: [PowerLawNoise: [Double]]
  ) -> (variances: [Double], spread: [Double]) {
    var (variances, spread): ([Double], [Double]) = ([], [])
    for (index, factor) in factors.enumerated() {
      let parts = NoiseProcess.allCases.map { process in
        (process, (squares[process] ?? 0) * process.unitVariance(factor: factor, interval: interval))
      }
      let prevailing = parts.max { $0.1 < $1.1 }?.0 ?? .whiteNoise
      variances.append(parts.reduce(0) { $0 + $1.1 })
      spread.append((2 / (degrees[prevailing.colour]?[index] ?? 1)).squareRoot())
    }
    return (variances, spread)
  }

  /// The best of all sets of processes for given weights; nil where the weights cannot be found.
  private static func bestCandidate(
    _ measured: AllanDeviation, _ model: [Double], _ spread: [Double], _ correlation: DenseMatrix
  ) -> Candidate? {
    let count = model.count
    var covariance = correlation
    for row in 0..<count {
      for column in 0..<count { covariance[row, column] *= spread[row] * spread[column] }
    }
    guard let weights = try? NormalEquations(matrix: covariance).inverse() else { return nil }
    // Relative to the model, so that all rows are near 1.
    let right = zip(measured.points, model).map { $0.deviation * $0.deviation / $1 }
    var best: Candidate?
    for set in 1..<(1 << NoiseProcess.allCases.count) {
      let processes = NoiseProcess.allCases.enumerated().filter { set & (1 << $0.offset) != 0 }.map(\.element)
      guard processes.count <= count else { continue }
      let columns = processes.map { process in
        zip(measured.points, model).map {
          process.unitVariance(factor: $0.averagingFactor, interval: measured.interval) / $1
        }
      }
      guard let candidate = candidate(processes, columns, right, weights) else { continue }
      if candidate.cost < best?.cost ?? .infinity { best = candidate }
    }
    return best
  }

  /// The least-squares solution for a set of processes; nil where a coefficient is not positive.
  private static func candidate(
    _ processes: [NoiseProcess], _ columns: [[Double]], _ right: [Double], _ weights: DenseMatrix
  ) -> Candidate? {
    let weighted = columns.map { times(weights, $0) }
    // Columns are scaled to a unit diagonal: coefficients differ by many powers of ten.
    let scales = zip(columns, weighted).map { 1 / dot($0, $1).squareRoot() }
    var matrix = DenseMatrix(rowCount: columns.count, columnCount: columns.count)
    for row in columns.indices {
      for column in columns.indices {
        matrix[row, column] = dot(columns[row], weighted[column]) * scales[row] * scales[column]
      }
    }
    guard let inverse = try? NormalEquations(matrix: matrix).inverse() else { return nil }
    let projections = zip(weighted, scales).map { dot($0, right) * $1 }
    let solution = times(inverse, projections)
    guard solution.allSatisfy({ $0 > 0 }) else { return nil }
    var residuals = right
    var coefficients: [NoiseProcess: NoiseCoefficient] = [:]
    for (index, process) in processes.enumerated() {
      let square = solution[index] * scales[index]
      for row in residuals.indices { residuals[row] -= columns[index][row] * square }
      coefficients[process] = NoiseCoefficient(
        square: square, squareDeviation: inverse[index, index].squareRoot() * scales[index])
    }
    return Candidate(coefficients: coefficients, residual: dot(residuals, times(weights, residuals)))
  }

  private static func dot(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func times(_ matrix: DenseMatrix, _ vector: [Double]) -> [Double] {
    (0..<matrix.rowCount).map { row in
      vector.indices.reduce(0) { $0 + matrix[row, $1] * vector[$1] }
    }
  }
}
