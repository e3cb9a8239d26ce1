import Testing
import Rotations
import Foundation

@Test func elementaryAgreesWithLibm() {
  var worst: [String: Double] = [:]
  func note(_ k: String, _ e: Double) { worst[k] = max(worst[k] ?? 0, e) }
  var g = SystemRandomNumberGenerator()
  for _ in 0..<20000 {
    let x = Double.random(in: -1e6...1e6, using: &g) * pow(10, Double.random(in: -8...0))
    let (s, c) = Double.sineAndCosine(x)
    note("sin", abs(s - sin(x)) / max(sin(x).ulp, 1e-17)); note("cos", abs(c - cos(x)) / max(cos(x).ulp, 1e-17))
    let y = Double.random(in: -1...1), z = Double.random(in: -1...1)
    note("atan2", abs(Double.arcTangent(y: y, x: z) - atan2(y, z)) / atan2(y, z).ulp)
    note("acos", abs(Double.arcCosine(y) - acos(y)) / acos(y).ulp)
    let e = Double.random(in: -30...30)
    note("exp", abs(Double.exponential(e) - exp(e)) / exp(e).ulp)
    note(
      "fsin",
      Double(
        abs(Float.sineAndCosine(Float(x / 100)).sine - Float(sin(Double(Float(x / 100)))))
          / max(Float(sin(Double(Float(x / 100)))).ulp, 1e-9)))
    note(
      "fatan",
      Double(
        abs(Float.arcTangent(y: Float(y), x: Float(z)) - Float(atan2(Double(Float(y)), Double(Float(z)))))
          / Float(atan2(y, z)).ulp))
    note("fexp", Double(abs(Float.exponential(Float(e)) - Float(exp(Double(Float(e))))) / Float(exp(e)).ulp))
    let l = SIMD8<Double>.sineAndCosine(SIMD8(repeating: x)); note("lane", l.sine[3] == s && l.cosine[5] == c ? 0 : 1)
  }
  print(worst)
}
