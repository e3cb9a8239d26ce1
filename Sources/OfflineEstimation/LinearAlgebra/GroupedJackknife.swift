/// How much larger the errors of a fit are than independent residuals let expect: neighbouring readings share their
/// disturbances, and a hundred of them then count as a few.
///
/// The fit is repeated without each of eight successive groups of the data, and the scatter of the results (the
/// delete-a-group jackknife) is compared with the covariance.
///
/// Source: P. Kott, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 2001.
enum GroupedJackknife {
  /// The number of groups.
  static let groupCount = 8
  /// Independent residuals scatter by a quarter of it around 1, and hardly ever up to here.
  static let leastFactor = 2.0

  /// The mean ratio of the variances of parameters, or 1 where that is less than 2; infinite where a fit without one of
  /// the groups fails.
  ///
  /// - Parameters:
  ///   - count: The number of data; they are in the order in which they were taken.
  ///   - variances: The variances of the parameters from the whole fit.
  ///   - fit: The parameters of a fit without the given data; nil where it fails.
  static func varianceFactor(
    count: Int, variances: [Double], _ fit: (_ leftOut: Range<Int>) -> [Double]?
  ) -> Double {
    var results: [[Double]] = []
    for group in 0..<groupCount {
      guard let result = fit(group * count / groupCount..<(group + 1) * count / groupCount) else { return .infinity }
      results.append(result)
    }
    let ratios = variances.indices.map { place in
      let values = results.map { $0[place] }
      let mean = values.reduce(0, +) / Double(groupCount)
      let scatter = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return scatter * Double(groupCount - 1) / Double(groupCount) / variances[place]
    }
    let factor = ratios.reduce(0, +) / Double(ratios.count)
    return factor < leastFactor ? 1 : factor
  }
}

extension Array {
  /// The elements outside of a range.
  func leavingOut(_ range: Range<Int>) -> [Element] { Array(self[..<range.lowerBound]) + self[range.upperBound...] }
}
