import Glibc

/// The weighted regression of a straight line on means over blocks, with noise that is white plus a random walk.
///
/// The differences from block to block have the line's slope for their mean. In the sines of half a turn, one turn, ... over a
/// stretch, the differences of white noise and those of a random walk are both uncorrelated, as their covariances are
/// tridiagonal and the same along the diagonals: each component is one draw of known shape (G. H. Golub and C. F. Van
/// Loan, "Matrix Computations", section 4.8). The level of each stretch falls out. The ratio of the two strengths is found on
/// a grid by restricted maximum likelihood (H. D. Patterson and R. Thompson, Biometrika 58, 1971), the degrees of freedom of
/// the slope's variance by F. E. Satterthwaite, Biometrics Bulletin 2, 1946.
struct DriftRegression {
  /// One sine component of one stretch.
  private struct Component {
    /// The measured value.
    var value: Double
    /// What a slope of 1 gives.
    var slope: Double
    /// The variances that units of white noise and of random walk give.
    var white: Double
    var walk: Double
  }

  /// The sums of a weighted regression for one ratio of random walk to white noise.
  private struct Sums {
    var ratio: Double
    /// The sum of the logarithms of the variances.
    var logarithms = 0.0
    /// The weighted sums of squared slopes, of squared values, and of the squares that the line leaves.
    var slopes = 0.0
    var squares = 0.0
    var residual = 0.0
    /// The slope of the line.
    var slope = 0.0

    init(_ components: [Component], ratio: Double) {
      self.ratio = ratio
      var products = 0.0
      for component in components {
        let variance = component.white + ratio * component.walk
        logarithms += log(variance)
        slopes += component.slope * component.slope / variance
        products += component.slope * component.value / variance
        squares += component.value * component.value / variance
      }
      slope = products / slopes
      // Not by the difference of sums, which has no digits left where the line is strong.
      for component in components {
        let rest = component.value - slope * component.slope
        residual += rest * rest / (component.white + ratio * component.walk)
      }
    }
  }

  private let components: [Component]

  private static let leastCount = 8
  /// Grid of the ratio: decades around the one at which both are equal in the slowest component, and points in each.
  private static let decades = -2...6
  private static let pointsPerDecade = 20

  init(_ blocks: MeanBlocks, interval: Double) {
    let length = Double(blocks.blockLength)
    components = blocks.stretches.flatMap { means -> [Component] in
      let count = means.count - 1
      guard count > 0 else { return [] }
      let scale = (2 / Double(count + 1)).squareRoot()
      // The slowest quarter: what is faster tells nothing about a line and has more kinds of noise in it.
      return (1...min(count, max(16, count / 4))).map { number in
        let turn = Double.pi * Double(number) / Double(count + 1)
        var value = 0.0
        for place in 1...count { value += (means[place] - means[place - 1]) * sin(turn * Double(place)) }
        let square = length * length
        return Component(
          value: scale * value,
          slope: number.isMultiple(of: 2) ? 0 : scale / tan(0.5 * turn) * length * interval,
          white: 2 - 2 * cos(turn), walk: (2 * square + 1 + (square - 1) * cos(turn)) / (3 * square))
      }
    }
  }

  /// The drift; nil where there is too little, or no noise at all.
  func solution() -> SteadyDrift? {
    guard components.count >= Self.leastCount, let slowest = components.map({ $0.white / $0.walk }).min() else {
      return nil
    }
    let steps = Self.decades.lowerBound * Self.pointsPerDecade...Self.decades.upperBound * Self.pointsPerDecade
    let ratios = [0] + steps.map { slowest * exp(log(10) * Double($0) / Double(Self.pointsPerDecade)) }
    let grid = ratios.map { Sums(components, ratio: $0) }
    guard grid.allSatisfy({ $0.residual > 1e-26 * $0.squares }) else { return nil }
    let count = Double(components.count)
    func likelihood(_ sums: Sums) -> Double { -count * log(sums.residual) - sums.logarithms }
    func restricted(_ sums: Sums) -> Double {
      -(count - 1) * log(sums.residual) - sums.logarithms - log(sums.slopes)
    }
    func withoutLine(_ sums: Sums) -> Double { -count * log(sums.squares) - sums.logarithms }
    guard let with = grid.map(likelihood).max(), let without = grid.map(withoutLine).max(),
      let best = grid.max(by: { restricted($0) < restricted($1) })
    else { return nil }
    let white = best.residual / (count - 1)
    return SteadyDrift(
      slope: best.slope, standardDeviation: (white / best.slopes).squareRoot(),
      degreesOfFreedom: degreesOfFreedom(best, white: white), evidence: with - without)
  }

  /// Twice the squared variance of the slope over the variance of that variance.
  private func degreesOfFreedom(_ sums: Sums, white: Double) -> Double {
    // The information about the two strengths, and how the slope's variance depends on them.
    var (whites, mixed, walks, byWhite, byWalk) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for component in components {
      let variance = white * (component.white + sums.ratio * component.walk)
      let weight = component.slope * white / (variance * sums.slopes)
      let (a, b) = (component.white / variance, component.walk / variance)
      whites += 0.5 * a * a
      mixed += 0.5 * a * b
      walks += 0.5 * b * b
      byWhite += weight * weight * component.white
      byWalk += weight * weight * component.walk
    }
    let variance = white / sums.slopes
    guard sums.ratio > 0 else { return 2 * variance * variance * whites / (byWhite * byWhite) }
    let determinant = whites * walks - mixed * mixed
    let spread = (walks * byWhite * byWhite - 2 * mixed * byWhite * byWalk + whites * byWalk * byWalk) / determinant
    // At least one: below, Student's distribution has no meaning here.
    return max(1, 2 * variance * variance / spread)
  }
}
