import Rotations

/// Random numbers with the same bits on every platform: integer arithmetic, and only correctly rounded operations of IEEE 754.
///
/// xoshiro256** seeded by SplitMix64 (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM
/// Transactions on Mathematical Software 47(4), 2021; G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014). Normal numbers by the polar method (G. Marsaglia and T. Bray, "A convenient method
/// for generating normal variables", SIAM Review 6(3), 1964).
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var spareNormal: Double?

  /// A generator from a seed. Streams of one seed are independent. Each sensor has its own, so that a change to the errors of
  /// one sensor leaves the others unchanged.
  public init(seed: UInt64, stream: UInt64 = 0) {
    var counter = Self.mixed(seed &+ 0x9e37_79b9_7f4a_7c15) ^ Self.mixed(stream &+ 0xd1b5_4a32_d192_ed03)
    func nextOfSplitMix() -> UInt64 {
      counter &+= 0x9e37_79b9_7f4a_7c15
      return Self.mixed(counter)
    }
    state = (nextOfSplitMix(), nextOfSplitMix(), nextOfSplitMix(), nextOfSplitMix())
  }

  /// A generator from a state, not all zero.
  init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// The finalizer of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// A number in [0, 1), uniform on the multiples of 2^-53.
  public mutating func nextUniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number uniform in a range.
  mutating func nextUniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * nextUniform()
  }

  /// -1 or 1 with equal probability.
  mutating func nextSign() -> Double { nextUniform() < 0.5 ? -1.0 : 1.0 }

  /// A number from the normal distribution with mean 0 and standard deviation 1.
  public mutating func nextNormal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    while true {
      let x = 2.0 * nextUniform() - 1.0
      let y = 2.0 * nextUniform() - 1.0
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let factor = (-2.0 * Self.naturalLogarithm(square) / square).squareRoot()
      spareNormal = y * factor
      return x * factor
    }
  }

  /// Three independent normal numbers.
  public mutating func nextNormalVector() -> Vector3<Double> {
    let x = nextNormal()
    let y = nextNormal()
    let z = nextNormal()
    return Vector3(x: x, y: y, z: z)
  }

  /// The natural logarithm of a positive normal number, to about 2 ulp away from 1, with the same bits on every platform.
  ///
  /// With m in [3/4, 3/2): log m = 2 artanh z, z = (m - 1) / (m + 1), |z| <= 1/5.
  static func naturalLogarithm(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var significand = value.significand
    if significand >= 1.5 {
      significand *= 0.5
      exponent += 1
    }
    let ratio = (significand - 1.0) / (significand + 1.0)
    let square = ratio * ratio
    var series = 0.0
    for order in stride(from: 23.0, through: 1.0, by: -2.0) { series = series * square + 1.0 / order }
    return exponent * 0.6931471805599453 + 2.0 * ratio * series
  }
}
