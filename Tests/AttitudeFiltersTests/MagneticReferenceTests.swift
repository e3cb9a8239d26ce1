import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// A start in a disturbed field, with and without knowing what the field should be.
@Suite struct MagneticReferenceTests {
  /// 0, 18, -44 µT in ENU, as `SyntheticMotion` has it.
  static let reference = MagneticReference(strength: 47.539, dip: 1.1826)

  /// What a filter made of a start beside steel: heading errors in degrees, and whether it noticed.
  struct Course {
    /// The error of the heading at the end of the disturbance and 5 s later.
    var before = 0.0
    var after = 0.0
    /// The share of the samples between 2 s and the end of the disturbance in which it was told.
    var toldShare = 0.0
    var deviationBefore: Double?
  }

  /// 18 s beside steel, which turns the field by 54° and changes its dip, then 5 s without.
  func course<Filter: AttitudeFilter>(_ filter: Filter, disturbed: Vector3<Double>) -> Course
  where Filter.Scalar == Double {
    var (filter, motion, course) = (filter, SyntheticMotion(seed: 7), Course())
    let clean = motion.field
    for index in 0..<2300 {
      motion.field = index < 1800 ? clean + disturbed : clean
      let outcome = filter.updated(motion.next())
      if (200..<1800).contains(index), outcome.isFieldDisturbed { course.toldShare += 1.0 / 1600 }
      let error = (filter.enuFromBody * motion.enuFromBody.inverse).quaternion
      let heading = abs(2 * Double.arcTangent(y: error.z, x: error.w)) * 180 / .pi
      if index == 1799 { (course.before, course.deviationBefore) = (heading, filter.headingStandardDeviation) }
      course.after = min(heading, 360 - heading)
    }
    return course
  }

  private var steel: Vector3<Double> { Vector3(x: 25, y: 0, z: 15) }

  @Test func vqfRejectsAtOnceWhatItWouldHaveLearned() {
    var parameters = VQFParameters<Double>()
    let learned = course(VQFFilter(parameters: parameters), disturbed: steel)
    parameters.magneticReference = Self.reference
    let given = course(VQFFilter(parameters: parameters), disturbed: steel)
    // The steel is the reference after 5 s; the clean field is then left out.
    #expect(learned.toldShare < 0.3)
    #expect(learned.after > 30, "\(learned)")
    #expect(given.toldShare > 0.99)
    #expect(given.after < 3, "\(given)")
  }

  @Test func theDefaultFilterDoubtsAtOnceWhatItWouldHaveLearned() throws {
    var parameters = VelocityBoundedParameters<Double>()
    let learned = course(DefaultFilter(parameters: parameters), disturbed: steel)
    parameters.magneticReference = Self.reference
    let given = course(DefaultFilter(parameters: parameters), disturbed: steel)
    #expect(learned.toldShare < 0.1)
    #expect(learned.after > 30, "\(learned)")
    #expect(given.toldShare > 0.9)
    #expect(given.after < 6, "\(given)")
    // It is wrong while the steel is there, and knows it.
    #expect(try #require(given.deviationBefore) > 4 * #require(learned.deviationBefore))
  }

  /// Where the field is what the reference says, it does no harm.
  @Test func aReferenceThatIsRightChangesLittle() {
    var (vqf, ours) = (VQFParameters<Double>(), VelocityBoundedParameters<Double>())
    let learned = [
      course(VQFFilter(parameters: vqf), disturbed: .zero), course(DefaultFilter(parameters: ours), disturbed: .zero),
    ]
    vqf.magneticReference = Self.reference
    ours.magneticReference = Self.reference
    let given = [
      course(VQFFilter(parameters: vqf), disturbed: .zero), course(DefaultFilter(parameters: ours), disturbed: .zero),
    ]
    for (one, other) in zip(given, learned) {
      #expect(one.before < other.before + 0.5 && one.after < other.after + 0.5, "\(one), \(other)")
      #expect(one.toldShare == 0)
    }
  }

  /// A field that stays is believed in the end, however wrong the reference is.
  @Test func aReferenceThatIsWrongIsGivenUp() {
    var (vqf, ours) = (VQFParameters<Double>(), VelocityBoundedParameters<Double>())
    vqf.magneticReference = MagneticReference(strength: 65, dip: 0.3)
    ours.magneticReference = MagneticReference(strength: 65, dip: 0.3)
    func error<Filter: AttitudeFilter>(_ filter: Filter) -> Double where Filter.Scalar == Double {
      var (filter, motion) = (filter, SyntheticMotion(seed: 8))
      for _ in 0..<6000 { filter.updated(motion.next()) }
      return filter.enuFromBody.angle(to: motion.enuFromBody) * 180 / .pi
    }
    #expect(error(VQFFilter(parameters: vqf)) < 3)
    #expect(error(DefaultFilter(parameters: ours)) < 3)
  }

  /// An invalid field is ignored: the results are those without.
  @Test(arguments: [(0.0, 1.0), (-5, 1), (.nan, 1), (50, .pi / 2), (50, .nan), (.infinity, 1)])
  func nonsenseIsPassedOver(strength: Double, dip: Double) {
    var (vqf, ours) = (VQFParameters<Double>(), VelocityBoundedParameters<Double>())
    var filters = (VQFFilter(parameters: vqf), DefaultFilter(parameters: ours))
    vqf.magneticReference = MagneticReference(strength: strength, dip: dip)
    ours.magneticReference = MagneticReference(strength: strength, dip: dip)
    var others = (VQFFilter(parameters: vqf), DefaultFilter(parameters: ours))
    var motion = SyntheticMotion(seed: 9)
    for _ in 0..<1500 {
      let sample = motion.next()
      filters.0.updated(sample)
      filters.1.updated(sample)
      others.0.updated(sample)
      others.1.updated(sample)
    }
    #expect(filters.0.enuFromBody.quaternion == others.0.enuFromBody.quaternion)
    #expect(filters.1.enuFromBody.quaternion == others.1.enuFromBody.quaternion)
  }

  /// In lanes each stream has a reference of its own and the results of the scalar filter.
  @Test func lanesAreScalarFilters() {
    typealias Lanes = DoubleLanes
    let strengths = (0..<8).map { 40.0 + 2 * Double($0) }
    var (vqf, ours) = (VQFParameters<Lanes>(), VelocityBoundedParameters<Lanes>())
    var strength = Lanes(0)
    for lane in 0..<8 { strength[lane] = strengths[lane] }
    vqf.magneticReference = MagneticReference(strength: strength, dip: Lanes(1.1826))
    ours.magneticReference = MagneticReference(strength: strength, dip: Lanes(1.1826))
    var (vqfLanes, ourLanes) = (VQFFilter(parameters: vqf), DefaultFilter(parameters: ours))
    var scalars = strengths.map { strength in
      var (vqf, ours) = (VQFParameters<Double>(), VelocityBoundedParameters<Double>())
      vqf.magneticReference = MagneticReference(strength: strength, dip: 1.1826)
      ours.magneticReference = MagneticReference(strength: strength, dip: 1.1826)
      return (VQFFilter(parameters: vqf), DefaultFilter(parameters: ours))
    }
    var motion = SyntheticMotion(seed: 10)
    for index in 0..<2500 {
      motion.field = Vector3(x: index < 1200 ? 10 : 0, y: 18, z: -44)
      let sample = motion.next()
      var packed = MotionSample<Lanes>(interval: 0.0, angularRate: .zero)
      for lane in 0..<8 {
        scalars[lane].0.updated(sample)
        scalars[lane].1.updated(sample)
        packed.interval[lane] = sample.interval
        for axis in 0..<3 {
          packed.angularRate[axis][lane] = sample.angularRate[axis]
          packed.specificForce[axis][lane] = sample.specificForce[axis]
          packed.magneticField[axis][lane] = sample.magneticField[axis]
        }
      }
      vqfLanes.updated(packed)
      ourLanes.updated(packed)
    }
    let (vqfResult, ourResult) = (vqfLanes.enuFromBody.quaternion, ourLanes.enuFromBody.quaternion)
    for lane in 0..<8 {
      let (vqf, ours) = (scalars[lane].0.enuFromBody.quaternion, scalars[lane].1.enuFromBody.quaternion)
      #expect(vqfResult.w[lane] == vqf.w)
      #expect(vqfResult.z[lane] == vqf.z)
      #expect(ourResult.w[lane] == ours.w)
      #expect(ourResult.z[lane] == ours.z)
    }
  }
}
