// Elementary functions, the same in every lane and on every processor, without a C library.
//
// Goals, in order: finite input gives finite output, and not-a-number stays not-a-number; a few units in the last place
// inside the stated range; the same bits in a lane as in the scalar; speed. Polynomials are near-minimax (Chebyshev
// interpolation with 40 digits) on the reduced interval; range reduction is that of Cody and Waite, "Software Manual for
// the Elementary Functions", 1980.

extension RealLanes {
  /// The value, or the nearest end of `lower ... upper` outside of it; not-a-number stays.
  @export(implementation) @inline(__always)
  func limited(_ lower: Self, _ upper: Self) -> Self { Self.minimum(upper, Self.maximum(lower, self)) }

  /// The value of c0 + x (c1 + x (c2 + ...)), coefficients from the constant up.
  @export(implementation) @inline(__always)
  static func horner(_ x: Self, _ c0: Self, _ c1: Self, _ c2: Self) -> Self {
    multiplyAdd(multiplyAdd(c2, x, c1), x, c0)
  }

  @export(implementation) @inline(__always)
  static func horner(_ x: Self, _ c0: Self, _ c1: Self, _ c2: Self, _ c3: Self, _ c4: Self, _ c5: Self) -> Self {
    multiplyAdd(horner(x, c3, c4, c5), x * x * x, horner(x, c0, c1, c2))
  }

  /// Sine and cosine of an angle in radians.
  ///
  /// Error below 2 units in the last place for |angle| up to 1e6 (`Double`) or 1e4 (`Float`), measured against the
  /// result's binade or 1e-17 absolute; beyond, accuracy is lost in proportion to the angle, but the results stay
  /// within [-1, 1] to rounding. Not-a-number for an infinite angle.
  @export(implementation)
  public static func sineAndCosine(_ angle: Self) -> (sine: Self, cosine: Self) {
    let quarterTurns = (angle * Self(2 / Double.pi)).roundedToNearest()
    let reduced = reducedByQuarterTurns(angle, quarterTurns)
    let (sine, cosine) = sineAndCosineOfReduced(reduced)
    // The quadrant: quarterTurns modulo 4, in {0, 1, 2, 3} - exact also for very large counts.
    let quadrant = quarterTurns - 4.0 * (quarterTurns * 0.25 - 0.375).roundedToNearest()
    let swaps = (quadrant .== 1.0) .| (quadrant .== 3.0)
    let sineIsNegative = (quadrant .== 2.0) .| (quadrant .== 3.0)
    let cosineIsNegative = (quadrant .== 1.0) .| (quadrant .== 2.0)
    let swappedSine = sine.replacing(with: cosine, where: swaps)
    let swappedCosine = cosine.replacing(with: sine, where: swaps)
    return (
      swappedSine.replacing(with: -swappedSine, where: sineIsNegative),
      swappedCosine.replacing(with: -swappedCosine, where: cosineIsNegative)
    )
  }

  @export(implementation) @inline(__always)
  static func reducedByQuarterTurns(_ angle: Self, _ count: Self) -> Self {
    let reduced: Self
    if isSinglePrecision {
      reduced = ((angle - count * 1.5703125) - count * 4.837512969970703125e-4) - count * 7.54978995489188e-8
    } else {
      // pi/2 in parts of 31, 28 and 53 bits.
      reduced =
        ((angle - count * Self(0x1.921fb54400000p+0)) - count * Self(0x1.0b4611a000000p-34)) - count
        * Self(0x1.898cc51701b84p-64)
    }
    return reduced.limited(-0.7861837, 0.7861837)
  }

  /// Sine and cosine for |angle| <= pi/4, without range reduction.
  @export(implementation) @inline(__always)
  public static func sineAndCosineOfReduced(_ angle: Self) -> (sine: Self, cosine: Self) {
    let square = angle * angle
    let sineTail: Self
    let cosineTail: Self
    if isSinglePrecision {
      sineTail = horner(square, -0.16666664650292082, 0.0083327459363804223, -0.00019587387068464456)
      cosineTail = horner(square, 0.041666664647457377, -0.0013888300696903899, 0.000024547437210193199)
    } else {
      sineTail = horner(
        square, -0.16666666666666664599, 0.0083333333333309245621, -0.00019841269836722417756,
        2.755731608381635861e-6, -2.5051127944014187575e-8, 1.5917848524808261007e-10)
      cosineTail = horner(
        square, 0.041666666666666665373, -0.0013888888888887382271, 0.000024801587298743069286,
        -2.7557317260008838164e-7, 2.0876143827993132496e-9, -1.1382456778061305849e-11)
    }
    let sine = multiplyAdd(angle * square, sineTail, angle)
    let half = square * 0.5
    let cosine = 1.0 - (half - square * square * cosineTail)
    return (sine, cosine)
  }

  /// The angle of the point (x, y) from the x axis, in (-pi, pi]; zero at the origin.
  ///
  /// Error below 3 units in the last place while the sum of both magnitudes is finite. `arcTangent(y: -0.0, x: -1)` is
  /// +pi, since signs of zero are ignored. Not-a-number where both are infinite.
  @export(implementation)
  public static func arcTangent(y: Self, x: Self) -> Self {
    let absoluteX = x.absoluteValue
    let absoluteY = y.absoluteValue
    let isSteep = absoluteY .> absoluteX
    let large = absoluteX.replacing(with: absoluteY, where: isSteep)
    let small = absoluteY.replacing(with: absoluteX, where: isSteep)
    // Above tan(pi/8) the angle is taken from pi/4: atan(t) = pi/4 + atan((t - 1) / (t + 1)).
    let isWide = small .> large * 0.41421356237309503
    let numerator = small.replacing(with: small - large, where: isWide)
    let denominator = large.replacing(with: small + large, where: isWide)
    let ratio = numerator / denominator.replacing(with: 1.0, where: denominator .== 0.0)
    let square = ratio * ratio
    let tail: Self
    if isSinglePrecision {
      let upper = multiplyAdd(-0.06449835224595492, square, 0.10743099667674570)
      tail = multiplyAdd(
        upper, square * square * square,
        horner(square, -0.33333331753816969, 0.19999538794771922, -0.14263897112598675))
    } else {
      let upper = horner(
        square, -0.066664236280692575788, 0.05878914544400621696, -0.052303478730160741827,
        0.045511081263251718832, -0.034558092551413796109, 0.016271944751624060358)
      let cube = square * square * square
      tail = multiplyAdd(
        upper, cube * cube,
        horner(
          square, -0.33333333333333333216, 0.19999999999999802534, -0.14285714285659327298,
          0.11111111105106705143, -0.090909087510766358766, 0.076922963049744700568))
    }
    var angle = multiplyAdd(ratio * square, tail, ratio)
    angle.replace(with: angle + Self(Double.pi / 4), where: isWide)
    angle.replace(with: Self(Double.pi / 2) - angle, where: isSteep)
    angle.replace(with: Self(Double.pi) - angle, where: x .< 0.0)
    return angle.replacing(with: -angle, where: y .< 0.0)
  }

  /// The angle in [0, pi] whose cosine is `cosine`; values outside [-1, 1] are taken as the nearest end. Error
  /// below 4 units in the last place.
  @export(implementation)
  public static func arcCosine(_ cosine: Self) -> Self {
    let inside = cosine.limited(-1.0, 1.0)
    return arcTangent(y: ((1.0 - inside) * (1.0 + inside)).squareRoot(), x: inside)
  }

  /// The angle in [-pi/2, pi/2] whose sine is `sine`; values outside [-1, 1] are taken as the nearest end. Error
  /// below 4 units in the last place.
  @export(implementation)
  public static func arcSine(_ sine: Self) -> Self {
    let inside = sine.limited(-1.0, 1.0)
    return arcTangent(y: inside, x: ((1.0 - inside) * (1.0 + inside)).squareRoot())
  }

  /// e to the power of `exponent`, which is taken as within -80 ... 80. Error at most 2 units in the last place.
  @export(implementation)
  public static func exponential(_ exponent: Self) -> Self {
    let inside = exponent.limited(-80.0, 80.0)
    let doublings = (exponent.clamped(-80.0, 80.0) * 1.4426950408889634).roundedToNearest()
    let reduced: Self
    if isSinglePrecision {
      reduced = (inside - doublings * 0.693359375) - doublings * -2.12194440e-4
    } else {
      reduced = (inside - doublings * Self(0x1.62e42fe800000p-1)) - doublings * Self(0x1.e8e7bcd5e4f1ep-31)
    }
    let low = horner(
      reduced, 0.5, 0.1666666666666667103, 0.041666666666666669783, 0.0083333333333260831202,
      0.0013888888888883711167, 0.00019841269875002278793)
    let high = horner(
      reduced, 0.0000248015873256774619, 2.7557255170000887438e-6, 2.7557273478718580474e-7,
      2.5105312729622101787e-8, 2.09147553258932022e-9, 0.0)
    let cube = reduced * reduced * reduced
    let tail = multiplyAdd(high, cube * cube, low)
    return (1.0 + (reduced + reduced * reduced * tail)) * powerOfTwo(doublings)
  }

  /// The angle brought to [-pi, pi] by whole turns, exact to the rounding of the angle that came in.
  @export(implementation) @inline(__always)
  public func wrappedToHalfTurn() -> Self {
    let turns = (self * Self(1 / (2 * Double.pi))).roundedToNearest()
    return self - turns * Self(2 * Double.pi)
  }
}
