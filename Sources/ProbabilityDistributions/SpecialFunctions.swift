import Glibc

/// log Γ(x) for x above zero: Stirling's series (Abramowitz and Stegun 6.1.41), where needed from above, by
/// log Γ(x) = log Γ(x + n) - log (x ... (x + n - 1)).
func logarithmOfGamma(_ argument: Double) -> Double {
  var (x, shift) = (argument, 0.0)
  while x < 12 {
    shift += log(x)
    x += 1
  }
  let inverse = 1 / x
  let square = inverse * inverse
  let series =
    inverse
    * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))))
  return (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series - shift
}

/// 1 / (b0 + a1 / (b1 + a2 / (b2 + ...))) by W. J. Lentz's method; `next` gives a and b of each step from 1 on.
func continuedFraction(first b0: Double, _ next: (_ step: Double) -> (a: Double, b: Double)) -> Double {
  let tiny = 1e-300
  var (c, d) = (1 / tiny, 1 / (b0 == 0 ? tiny : b0))
  var result = d
  for step in 1...100_000 {
    let (a, b) = next(Double(step))
    d = 1 / (a * d + b)
    c = b + a / c
    result *= c * d
    if abs(c * d - 1) < 1e-15 { break }
  }
  return result
}

/// The place where a condition that holds from `lower` on ends before `upper`.
func bisected(_ lower: Double, _ upper: Double, _ isBelow: (Double) -> Bool) -> Double {
  var (lower, upper) = (lower, upper)
  while true {
    let middle = 0.5 * (lower + upper)
    if middle <= lower || middle >= upper || upper - lower < 1e-13 * abs(upper) { return middle }
    if isBelow(middle) { lower = middle } else { upper = middle }
  }
}
