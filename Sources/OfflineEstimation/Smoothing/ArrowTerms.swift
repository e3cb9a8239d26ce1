/// What fills the normal equations of the smoother, knot by knot, as often as they are gone through.
protocol ArrowTerms {
  /// How many knots there are.
  var knotCount: Int { get }
  /// Adds the factors of a knot alone and of it with the next.
  func addFactors(of knot: Int, to window: borrowing ArrowWindow)
  /// Adds what is known of the constant errors.
  func addGlobalPriors(to window: borrowing ArrowWindow)
}
