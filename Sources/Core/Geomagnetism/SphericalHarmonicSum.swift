import Rotations

/// The sum over the model's degrees n and orders m at one place, in geocentric coordinates.
///
/// The Schmidt semi-normalized functions P(n, m) of the colatitude contain cosine(latitude)^m, and the east component divides
/// by that cosine, which is zero at the poles. The sum therefore computes P(n, m) / cosine(latitude) for m ≥ 1, without a
/// division. Going order by order, it keeps two functions and two powers.
struct SphericalHarmonicSum {
  let sineOfLatitude: Double
  let cosineOfLatitude: Double
  /// The reference radius divided by the distance from the Earth's centre.
  let relativeRadius: Double
  /// Years since the epoch.
  let years: Double
  let sineOfLongitude: Double
  let cosineOfLongitude: Double

  /// North, east and down in nT; WMM equations 10 to 12.
  private(set) var field = Vector3<Double>.zero
  /// The same per year; equations 13 to 15.
  private(set) var rate = Vector3<Double>.zero

  init(
    sineOfLatitude: Double, cosineOfLatitude: Double, longitude: Double, relativeRadius: Double, years: Double
  ) {
    self.sineOfLatitude = sineOfLatitude
    self.cosineOfLatitude = cosineOfLatitude
    self.relativeRadius = relativeRadius
    self.years = years
    (sineOfLongitude, cosineOfLongitude) = Double.sineAndCosine(longitude)
  }

  mutating func addAllTerms() {
    addZonalTerms()
    // P(m, m) / cosine(latitude), the power of the radius for degree m, and sine and cosine of m times the longitude.
    var sectoral = 1.0
    var power = relativeRadius.squared * relativeRadius
    var (sine, cosine) = (sineOfLongitude, cosineOfLongitude)
    var order = 1
    while order <= GaussCoefficients.degree {
      addTerms(ofOrder: order, sectoral, power, sine, cosine)
      let next = Double(order + 1)
      sectoral *= cosineOfLatitude * ((2 * next - 1) / (2 * next)).squareRoot()
      power *= relativeRadius
      (sine, cosine) = (
        sine * cosineOfLongitude + cosine * sineOfLongitude, cosine * cosineOfLongitude - sine * sineOfLongitude
      )
      order += 1
    }
  }

  /// Order 0, the Legendre polynomials. Their derivatives D(n) by the sine of the latitude need no division either:
  /// D(n) = n P(n-1, 0) + sineOfLatitude D(n-1).
  private mutating func addZonalTerms() {
    var (last, polynomial, derivative) = (0.0, 1.0, 0.0)
    var power = relativeRadius.squared
    var degree = 1
    while degree <= GaussCoefficients.degree {
      let n = Double(degree)
      derivative = n * polynomial + sineOfLatitude * derivative
      (last, polynomial) = (polynomial, ((2 * n - 1) * sineOfLatitude * polynomial - (n - 1) * last) / n)
      power *= relativeRadius
      let north = -cosineOfLatitude * derivative * power
      add(degree: degree, order: 0, ofG: Vector3(x: north, y: 0, z: -(n + 1) * polynomial * power), ofH: .zero)
      degree += 1
    }
  }

  private mutating func addTerms(
    ofOrder order: Int, _ sectoral: Double, _ firstPower: Double, _ sine: Double, _ cosine: Double
  ) {
    let m = Double(order)
    var (last, function) = (0.0, sectoral)
    var (lastRoot, root) = (0.0, 0.0)
    var power = firstPower
    var degree = order
    while degree <= GaussCoefficients.degree {
      let n = Double(degree)
      if degree > order {
        (lastRoot, root) = (root, (n * n - m * m).squareRoot())
        (last, function) = (function, ((2 * n - 1) * sineOfLatitude * function - lastRoot * last) / root)
      }
      // dP(n, m)/dcolatitude, from P(n, m) and P(n-1, m) divided by the cosine.
      let north = (n * sineOfLatitude * function - root * last) * power
      let east = m * function * power
      let down = -(n + 1) * cosineOfLatitude * function * power
      add(
        degree: degree, order: order, ofG: Vector3(x: north * cosine, y: east * sine, z: down * cosine),
        ofH: Vector3(x: north * sine, y: -east * cosine, z: down * sine))
      power *= relativeRadius
      degree += 1
    }
  }

  /// Adds the contribution of the coefficients of a degree and order, given that of 1 nT of each.
  private mutating func add(degree: Int, order: Int, ofG: Vector3<Double>, ofH: Vector3<Double>) {
    let place = 4 * (degree * (degree + 1) / 2 + order - 1)
    let (g, h) = (GaussCoefficients.table[place], GaussCoefficients.table[place + 1])
    let (gRate, hRate) = (GaussCoefficients.table[place + 2], GaussCoefficients.table[place + 3])
    field += ofG * (g + years * gRate) + ofH * (h + years * hRate)
    rate += ofG * gRate + ofH * hRate
  }
}
