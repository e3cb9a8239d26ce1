import NumericalMethods
import SystemLibrary

/// The correlation of the errors of overlapping Allan variances at several averaging times.
///
/// The terms at two averaging factors are two filters of one noise. For a recording much longer than both, the covariance
/// of their mean squares is the integral of S(f)² |H1(f)|² |H2(f)|² over the frequencies, divided by the duration
/// (D. B. Percival and A. T. Walden, "Wavelet Methods for Time Series Analysis", 2000, section 8.3). Only the
/// correlation comes from there; the variances come from the equivalent degrees of freedom, which also hold for short
/// recordings.
struct AllanCovariance {
  /// The time between readings, s.
  let interval: Double
  private let frequencies: [Double]
  /// |H(f)|² times the square root of the width of the frequency band, by averaging factor.
  private let responses: [[Double]]

  /// Frequencies per octave: dense enough for the oscillations of the sine.
  private static let frequenciesPerOctave = 48

  init(factors: [Int], interval: Double) {
    self.interval = interval
    let step = log(2) / Double(Self.frequenciesPerOctave)
    let longest = Double(factors.max() ?? 1) * interval
    let (lowest, highest) = (log(0.02 / longest), log(0.5 / interval))
    let frequencies = stride(from: lowest, to: highest, by: step).map { exp($0) }
    responses = factors.map { factor in
      frequencies.map { frequency in
        let phase = Double.pi * frequency * interval
        let (window, single) = (sin(Double(factor) * phase), sin(phase))
        let response = 2 * window * window * window * window / (Double(factor * factor) * single * single)
        return response * (frequency * step).squareRoot()
      }
    }
    self.frequencies = frequencies
  }

  /// The correlation matrix for noise of the given coefficients.
  func correlation(_ coefficients: [NoiseProcess: NoiseCoefficient]) -> DenseMatrix {
    // A fixed order makes the sums reproducible.
    let terms = NoiseProcess.allCases.compactMap { process in coefficients[process].map { (process, $0) } }
    let densities = frequencies.map { frequency in
      terms.reduce(0) { sum, term in
        let density = term.0.unitDensity(
          frequency: frequency, interval: interval, correlationTime: term.1.correlationTime)
        return sum + term.1.square * density
      }
    }
    let scaled = responses.map { zip($0, densities).map { $0 * $1 } }
    let count = scaled.count
    var result = DenseMatrix(rowCount: count, columnCount: count)
    for row in 0..<count {
      for column in 0...row {
        let sum = zip(scaled[row], scaled[column]).reduce(0) { $0 + $1.0 * $1.1 }
        result[row, column] = sum
        result[column, row] = sum
      }
    }
    let scales = result.diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
    for row in 0..<count {
      for column in 0..<count { result[row, column] *= scales[row] * scales[column] }
      result[row, row] = 1
    }
    return result
  }
}

/// Least squares weighted by the inverse covariance of the rows.
struct Weighting {
  private let weights: DenseMatrix

  /// The weights for given standard deviations and correlations; nil if these are not a covariance.
  init?(_ deviations: [Double], _ correlation: DenseMatrix) {
    var covariance = correlation
    for row in deviations.indices {
      for column in deviations.indices { covariance[row, column] *= deviations[row] * deviations[column] }
    }
    guard let inverse = try? NormalEquations(matrix: covariance).inverse() else { return nil }
    weights = inverse
  }

  /// The x that minimizes the weighted squared distance of the columns times x from the right side, with its standard
  /// deviations and the weighted sum of squared residuals; nil if the columns do not determine it.
  func solve(
    _ columns: [[Double]], _ right: [Double]
  ) -> (solution: [Double], deviations: [Double], residual: Double)? {
    let weighted = columns.map { Self.product(weights, $0) }
    // Columns are scaled to a unit diagonal, as coefficients differ by many powers of ten.
    let scales = zip(columns, weighted).map { 1 / Self.dot($0, $1).squareRoot() }
    var matrix = DenseMatrix(rowCount: columns.count, columnCount: columns.count)
    for row in columns.indices {
      for column in columns.indices {
        matrix[row, column] = Self.dot(columns[row], weighted[column]) * scales[row] * scales[column]
      }
    }
    guard let inverse = try? NormalEquations(matrix: matrix).inverse() else { return nil }
    let projections = zip(weighted, scales).map { Self.dot($0, right) * $1 }
    let solution = zip(Self.product(inverse, projections), scales).map { $0 * $1 }
    var residuals = right
    for (column, value) in zip(columns, solution) {
      for row in residuals.indices { residuals[row] -= column[row] * value }
    }
    let deviations = zip(inverse.diagonal, scales).map { $0.squareRoot() * $1 }
    return (solution, deviations, Self.dot(residuals, Self.product(weights, residuals)))
  }

  private static func dot(_ left: [Double], _ right: [Double]) -> Double {
    var sum = 0.0
    for index in left.indices { sum += left[index] * right[index] }
    return sum
  }

  private static func product(_ matrix: DenseMatrix, _ vector: [Double]) -> [Double] {
    (0..<matrix.rowCount).map { row in
      var sum = 0.0
      for column in vector.indices { sum += matrix[row, column] * vector[column] }
      return sum
    }
  }
}
