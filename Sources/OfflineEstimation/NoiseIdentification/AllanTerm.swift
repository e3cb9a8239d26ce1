extension AllanDeviation {
  /// The mean term and the mean squared term at one averaging factor.
  struct Term {
    var factor: Int
    var variance: Double
    /// Of the overlapping form in the unit of the readings; of the others it is of no use.
    var mean: Double
    var count: Int

    /// From the sums over terms of an integral taken at every reading that is a multiple of `spacing`; `factor` counts
    /// these.
    init(_ form: AllanForm, _ sums: AllanForm.Sums, factor: Int, spacing: Int, count: Int) {
      self.factor = spacing * factor
      let scale = Double(spacing)
      variance = sums.squares / (form.divisor(factor: factor) * scale * scale * Double(count))
      mean = sums.terms / (Double(factor) * scale * Double(count))
      self.count = count
    }

    /// The term that a point came from.
    init(_ point: Point) {
      factor = point.averagingFactor
      variance = point.deviation * point.deviation
      mean = point.meanTerm
      count = point.termCount
    }
  }
}
