import Glibc

/// How the errors of overlapping Allan variances at several averaging times hang together.
///
/// The terms at two averaging factors are two filters of one noise. For a recording much longer than both, the covariance
/// of their mean squares is the integral of S(f)² |H1(f)|² |H2(f)|² over the frequencies, divided by the duration
/// (D. B. Percival and A. T. Walden, "Wavelet Methods for Time Series Analysis", 2000, section 8.3). Only the
/// correlation is taken from there; the variances come from the equivalent degrees of freedom, which also hold where the
/// recording is short.
struct AllanCovariance {
  /// Seconds from one reading to the next.
  let interval: Double
  private let frequencies: [Double]
  /// For each averaging factor |H(f)|², times the square root of the width of the frequency band.
  private let responses: [[Double]]

  /// Frequencies in an octave: the sine's many turns are then sampled evenly enough.
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

  /// The correlations for noise of the given coefficients; all 1 on the diagonal.
  func correlation(_ coefficients: [NoiseProcess: NoiseCoefficient]) -> DenseMatrix {
    let densities = frequencies.map { frequency in
      coefficients.reduce(0) { sum, term in
        let density = term.key.unitDensity(
          frequency: frequency, interval: interval, correlationTime: term.value.correlationTime)
        return sum + term.value.square * density
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
