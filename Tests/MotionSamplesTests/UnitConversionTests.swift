import MotionSamples
import Rotations
import TestSupport
import Testing

@Suite struct UnitConversionTests {
  @Test func factorsByHand() {
    #expect(AngleUnit.degrees.toSI(180.0) == Double.pi)
    #expect(AngleUnit.turns.toSI(0.5) == Double.pi)
    #expect(abs(AngularRateUnit.degreesPerSecond.toSI(90.0) - Double.pi / 2) < 1e-15)
    #expect(abs(AngularRateUnit.turnsPerMinute.toSI(60.0) - 2 * Double.pi) < 1e-14)
    #expect(abs(AngularRateUnit.millidegreesPerSecond.toSI(90_000.0) - Double.pi / 2) < 1e-14)
    #expect(AngularRateUnit.milliradiansPerSecond.toSI(250.0) == 0.25)
    #expect(AccelerationUnit.standardGravities.toSI(1.0) == 9.80665)
    #expect(AccelerationUnit.thousandthsOfStandardGravity.toSI(1000.0) == 9.80665)
    #expect(MagneticFieldUnit.gauss.toSI(0.5) == 50)
    #expect(MagneticFieldUnit.milligauss.toSI(500.0) == 50)
    #expect(MagneticFieldUnit.milliteslas.toSI(0.05) == 50)
    #expect(MagneticFieldUnit.nanoteslas.toSI(50_000.0) == 50)
    #expect(MagneticFieldUnit.teslas.toSI(5e-5) == 50)
    #expect(TimeUnit.milliseconds.toSI(10.0) == 0.01)
    #expect(Double.standardGravity == 9.80665)
  }

  @Test func vectorsAndLanesAreConvertedToo() {
    let rate = AngularRateUnit.degreesPerSecond.toSI(Vector3<Float>(x: 180, y: 0, z: -180))
    #expect(abs(rate.x - .pi) < 1e-6 && rate.y == 0 && rate.z == -rate.x)
    #expect(AccelerationUnit.standardGravities.fromSI(DoubleLanes(9.80665)) == DoubleLanes(1.0))
  }

  @Test func backAndForthIsTheSameToRounding() {
    var generator = SplitMix64(seed: 2)
    func check<Unit: MeasurementUnit>(_: Unit.Type) {
      for unit in Unit.allUnits {
        let value = Double.random(in: -1e6...1e6, using: &generator)
        #expect(abs(unit.fromSI(unit.toSI(value)) - value) <= 2 * value.ulp)
      }
      #expect(Unit.allUnits[0].siPerUnit == 1)
    }
    check(AngleUnit.self)
    check(AngularRateUnit.self)
    check(AccelerationUnit.self)
    check(MagneticFieldUnit.self)
    check(TimeUnit.self)
  }

  @Test func secondsAndNanosecondsOfTimeUnitsAgree() {
    for unit in TimeUnit.allUnits {
      #expect(abs(Double(unit.nanosecondsPerUnit) * 1e-9 / unit.siPerUnit - 1) < 1e-15)
    }
  }

  @Test func everySpellingIsReadAsItsOwnUnit() {
    func check<Unit: MeasurementUnit>(_: Unit.Type) {
      for unit in Unit.allUnits {
        for spelling in unit.spellings { #expect(Unit(spelling: spelling) == unit, "\(spelling)") }
        #expect(unit.symbol == unit.spellings[0])
      }
    }
    check(AngleUnit.self)
    check(AngularRateUnit.self)
    check(AccelerationUnit.self)
    check(MagneticFieldUnit.self)
    check(TimeUnit.self)
  }

  @Test func spellingsThatPeopleWrite() {
    #expect(AngularRateUnit(spelling: " DPS ") == .degreesPerSecond)
    #expect(AngularRateUnit(spelling: "Deg/s") == .degreesPerSecond)
    #expect(AngularRateUnit(spelling: "º/s") == .degreesPerSecond)
    #expect(AngularRateUnit(spelling: "rad s^-1") == .radiansPerSecond)
    #expect(AngularRateUnit(spelling: "rad·s⁻¹") == .radiansPerSecond)
    for spelling in ["m/s^2", "m/s²", "m/s2", "m s^-2", "m·s⁻²", "m*s^-2", "M/S^2"] {
      #expect(AccelerationUnit(spelling: spelling) == .metersPerSecondSquared, "\(spelling)")
    }
    #expect(AccelerationUnit(spelling: "G") == .standardGravities)
    #expect(AccelerationUnit(spelling: "mG") == .thousandthsOfStandardGravity)
    for spelling in ["uT", "\u{B5}T", "\u{3BC}T", "microtesla"] {
      #expect(MagneticFieldUnit(spelling: spelling) == .microteslas, "\(spelling)")
    }
    #expect(MagneticFieldUnit(spelling: "G") == .gauss)
    #expect(MagneticFieldUnit(spelling: "mG") == .milligauss)
    #expect(TimeUnit(spelling: "\u{B5}s") == .microseconds)
    #expect(TimeUnit(spelling: "\u{3BC}s") == .microseconds)
  }

  @Test(arguments: ["", " ", "m", "deg", "rad/s^2", "furlong", "m/s", "d p s"])
  func whatIsNoRateIsNotGuessed(spelling: String) {
    #expect(AngularRateUnit(spelling: spelling) == nil)
  }

  @Test func whatIsNoFieldOrTimeIsNotGuessed() {
    #expect(MagneticFieldUnit(spelling: "a.u.") == nil)
    #expect(MagneticFieldUnit(spelling: "g/cm") == nil)
    #expect(TimeUnit(spelling: "min") == nil)
    #expect(TimeUnit(spelling: "m s") == nil)
    #expect(AccelerationUnit(spelling: "m/s") == nil)
  }
}
