import Geomagnetism
import LogTables
import Rotations

// Axes and signs (checks D and E). A turning vector shows the axes of its sensor up to their common sign: det(M) M of its
// assignment M. A mirrored result is that of the gyroscope; the common sign shows in the dip of the field. Gravity shows the axes of
// the accelerometer by its constancy over half a minute or more, before that by its rotation.

extension LogInspection {
  /// Sensors with wrong axes or signs.
  func axisFindings(_ earthField: GeomagneticField?) -> [Finding] {
    let search = AxisSearch(self, earthField)
    return search.wrongAxes ?? search.wrongSigns
  }
}

/// The search for wrong axes and signs in a log.
private struct AxisSearch {
  let inspection: LogInspection
  let earthField: GeomagneticField?
  /// The sign of the sine of the field above the horizon: -1 on the northern hemisphere.
  let expectedSide: Double
  let force: AxisConsistency.Fit?
  let field: AxisConsistency.Fit?
  let gravity: GravityConstancy.Fit?

  init(_ inspection: LogInspection, _ earthField: GeomagneticField?) {
    self.inspection = inspection
    self.earthField = earthField
    expectedSide = Finding.expectedSide(earthField)
    force = inspection.gyroscopeInAccelerometer.fit
    // A field with a large offset does not turn with the sensor.
    let hasOffset = inspection.fieldFindings.contains { $0.fact == .hardIron && $0.severity == .unusable }
    field = hasOffset ? nil : inspection.gyroscopeInMagnetometer.fit
    gravity = inspection.gravityConstancy.fit
  }

  /// The assignment by which gravity is much more constant than with equal axes. Of several that are as good, the one that makes the
  /// dip most constant if the field agrees with the gyroscope, one that the field shows too, or the one with the fewest changes.
  private func wrongForce(_ ofField: AxisAssignment?) -> AxisAssignment? {
    guard let gravity else { return wrong(force, of: .accelerometer, against: field) }
    let ratio = gravity.identitySpread / max(gravity.spread, 0.0125)
    // Where no assignment makes gravity constant, its axes are not the fault; the long turns of an aircraft make it vary a little.
    guard gravity.spread < (ratio < 4 ? 0.02 : 0.1), Threshold.gravitySpread.severity(of: ratio) != nil else {
      return nil
    }
    let turns = turns(gravity.candidates)
    if let field, field.share > 0.7, field.candidates.contains(.identity), !turns.isEmpty {
      return steadiest(turns, of: .accelerometer)
    }
    if let ofField, gravity.candidates.contains(where: { $0.hasAxes(of: ofField) }) { return ofField }
    return gravity.candidates.min { fewestChanges($0) < fewestChanges($1) }
  }

  /// The changes of the axes that an assignment stands for: those of the gyroscope if it is mirrored, else of the accelerometer, which
  /// may be reversed.
  private func fewestChanges(_ found: AxisAssignment) -> Int {
    found.isMirrored ? found.changeCount : min(found.changeCount, found.reversed.changeCount)
  }

  /// The assignment of a fit that explains clearly more than equal axes; nil for a short log. Of several that explain as much, the
  /// one that makes the dip most constant if the other sensor agrees with the gyroscope, otherwise the one with the fewest changes.
  private func wrong(
    _ fit: AxisConsistency.Fit?, of sensor: Finding.Sensor = .gyroscope, against other: AxisConsistency.Fit? = nil,
    prefersTurns: Bool = false
  ) -> AxisAssignment? {
    guard inspection.intervals.duration >= 5, let fit, !fit.best.isIdentity, fit.share > 0.5,
      Threshold.axesShare.severity(of: fit.share - fit.identityShare) != nil
    else { return nil }
    if fit.candidates.count == 1 { return fit.best }
    // An accelerated sensor leaves most axes open, or follows the gyroscope with another scale.
    guard fit.share > 0.8, fit.candidates.count <= 8, (0.85...1.18).contains(fit.best.scale) else { return nil }
    let turns = turns(fit.candidates)
    if let other, other.share > 0.7, other.candidates.contains(.identity) { return steadiest(turns, of: sensor) }
    return (prefersTurns && !turns.isEmpty ? turns : fit.candidates).min { $0.changeCount < $1.changeCount }
  }

  // Not inlined, here and in AxisAssignment: copies in the closures of both searches are 7 kB of the web page's module.

  /// The assignments that mirror nothing.
  @inline(never)
  private func turns(_ candidates: [AxisAssignment]) -> [AxisAssignment] { candidates.filter { !$0.isMirrored } }

  /// The assignment that makes the dip most constant; nil for none.
  @inline(never)
  private func steadiest(_ candidates: [AxisAssignment], of sensor: Finding.Sensor) -> AxisAssignment? {
    candidates.min { dipVariance($0, of: sensor) < dipVariance($1, of: sensor) }
  }

  /// The variance of the dip with a sensor's axes corrected by an assignment.
  @inline(never)
  private func dipVariance(_ found: AxisAssignment, of sensor: Finding.Sensor) -> Double {
    let turn = found.inverse
    let sine =
      sensor == .accelerometer
      ? inspection.dip.sineAboveHorizon(force: turn) : inspection.dip.sineAboveHorizon(field: turn)
    return sine?.variance ?? .infinity
  }

  /// Sensors whose axes differ from those of the others; nil without.
  var wrongAxes: [Finding]? {
    let ofField = wrong(field, of: .magnetometer, against: force)
    switch (wrongForce(ofField), ofField) {
    case (nil, nil): return againstTruth.map { [$0] }
    case (let found?, let other?) where found.hasAxes(of: other):
      return [finding(.gyroscope, found, ofForce)]
    case (let found?, let other):
      if isGyroscope(found, byOther: fieldSides(with: found), isOtherWrong: other != nil) {
        return [finding(.gyroscope, found, ofForce)]
      }
      var findings = [finding(.accelerometer, correction(found, of: .accelerometer), ofForce)]
      if let other {
        findings.append(finding(.magnetometer, correction(other, of: .magnetometer), evidence(of: field)))
      }
      return findings
    case (nil, let found?):
      if isGyroscope(found, byOther: forceSides(with: found), isOtherWrong: false) {
        return [finding(.gyroscope, found, evidence(of: field))]
      }
      return [finding(.magnetometer, correction(found, of: .magnetometer), evidence(of: field))]
    }
  }

  /// Whether the gyroscope is at fault, not the sensor in which an assignment was found: a vector sensor shows no mirror; the other
  /// sensor agrees with the assignment; or the dip is steadier without the assignment than with it.
  private func isGyroscope(_ found: AxisAssignment, byOther other: Bool?, isOtherWrong: Bool) -> Bool {
    if found.isMirrored { return true }
    if isOtherWrong { return false }
    if let other { return other }
    guard let given = inspection.dip.sineAboveHorizon()?.variance,
      let turned = inspection.dip.sineAboveHorizon(force: found.inverse)?.variance,
      let back = inspection.dip.sineAboveHorizon(force: found)?.variance
    else { return false }
    // Found in the field, its inverse turns the field, or the assignment itself the force.
    return given < 0.8 * min(turned, back)
  }

  /// Whether the field agrees with an assignment of the gyroscope rather than with equal axes; nil if it shows neither.
  private func fieldSides(with found: AxisAssignment) -> Bool? {
    let difference =
      inspection.gyroscopeInMagnetometer.share(of: found)
      - inspection.gyroscopeInMagnetometer.share(of: AxisAssignment.identity)
    return abs(difference) > 0.1 ? difference > 0 : nil
  }

  /// Whether gravity agrees with an assignment of the gyroscope rather than with equal axes; nil if it shows neither.
  private func forceSides(with found: AxisAssignment) -> Bool? {
    if let ratio = gravity.map({ $0.identitySpread / max($0.spread(of: found), 1e-9) }), max(ratio, 1 / ratio) > 1.5 {
      return ratio > 1
    }
    let difference =
      inspection.gyroscopeInAccelerometer.share(of: found)
      - inspection.gyroscopeInAccelerometer.share(of: AxisAssignment.identity)
    return abs(difference) > 0.1 ? difference > 0 : nil
  }

  /// A mirrored gyroscope that only the true attitude shows, or a truth of other axes of the body, which is turned.
  private var againstTruth: Finding? {
    let truth = inspection.gyroscopeInTruth.fit
    guard let found = wrong(truth, prefersTurns: true) else { return nil }
    if found.isMirrored { return finding(.gyroscope, found, evidence(of: truth)) }
    return Finding(
      .truthOfOtherAxes(found.text), .unusable, evidence(of: truth),
      advice: Finding.Advice([.mounting(found.text)]))
  }

  /// The axes to read for those of the body: the inverse of the assignment, with the sign that puts the field on the expected side
  /// of the horizon, or without a field that changes fewer axes, or turns the mean force upward.
  private func correction(_ found: AxisAssignment, of sensor: Finding.Sensor) -> AxisAssignment {
    let turn = found.inverse
    let dip = inspection.dip
    let sine = sensor == .accelerometer ? dip.sineAboveHorizon(force: turn) : dip.sineAboveHorizon(field: turn)
    if let sine = sine?.mean, abs(sine) > 0.05 { return sine * expectedSide < 0 ? turn.reversed : turn }
    guard sensor == .accelerometer else { return turn }
    if turn.changeCount != turn.reversed.changeCount {
      return turn.changeCount < turn.reversed.changeCount ? turn : turn.reversed
    }
    return (turn.matrix * inspection.accelerometer.mean).z < 0 ? turn.reversed : turn
  }

  private func finding(
    _ sensor: Finding.Sensor, _ axes: AxisAssignment, _ evidence: [Finding.Evidence]
  ) -> Finding {
    Finding(.wrongAxes(sensor, axes.text), .unusable, evidence, advice: .axes(axes.text, of: sensor))
  }

  /// The evidence in the accelerometer.
  private var ofForce: [Finding.Evidence] {
    guard let gravity else { return evidence(of: force) }
    return [
      .init("variation of gravity with these axes", 100 * gravity.spread, "%"),
      .init("with the axes as they are", 100 * gravity.identitySpread, "%"),
    ]
  }

  private func evidence(of fit: AxisConsistency.Fit?) -> [Finding.Evidence] {
    [
      .init("rotation explained by these axes", 100 * (fit?.share ?? 0), "%"),
      .init("by the next best", 100 * (fit?.nextShare ?? 0), "%"),
      .init("by the axes as they are", 100 * (fit?.identityShare ?? 0), "%"),
    ]
  }

  /// Sensors with all signs reversed.
  var wrongSigns: [Finding] {
    guard let sine = inspection.dip.sineAboveHorizon() else { return downward }
    return Finding.reversedSensor(sine, meanUp: meanUp.value, earthField)
  }

  /// The mean of the accelerometer along z, relative to its magnitude.
  private var meanUp: Finding.Evidence {
    let statistics = inspection.accelerometer
    return .meanUp(statistics.mean.z / max(statistics.meanMagnitude, 1e-9))
  }

  /// Without a magnetometer only the side on which the device lies is known.
  private var downward: [Finding] {
    guard inspection.accelerometer.count > 0, meanUp.value < -0.7 else { return [] }
    return [Finding(.pointsDown, .note, [meanUp], advice: .axes("-x,-y,-z", of: .accelerometer))]
  }
}

extension Finding {
  /// The sign of the sine of the Earth's field above the horizon; -1, as on the northern hemisphere, for an unknown place.
  static func expectedSide(_ earthField: GeomagneticField?) -> Double { (earthField?.inclination ?? 1) < 0 ? 1 : -1 }

  /// A sensor with all signs reversed, by the sine of the field above the horizon and the mean of the accelerometer along z,
  /// relative to its magnitude. It is certain at a known place, or if the device reads upside down, too.
  package static func reversedSensor(
    _ sine: (mean: Double, variance: Double)?, meanUp: Double, _ earthField: GeomagneticField?
  ) -> [Finding] {
    guard let (sine, variance) = sine else { return [] }
    let size = sine * expectedSide(earthField)
    let evidence = [
      Evidence("dip", -Double.arcTangent(y: sine, x: max(0, 1 - sine * sine).squareRoot()) * 180 / .pi, "deg"),
      .meanUp(meanUp),
    ]
    // A pointing side that changes all the time is no dip.
    guard size < 0, let severity = Threshold.fieldAboveHorizon.severity(of: -size),
      -size > 0.5 * variance.squareRoot()
    else { return [] }
    // A device that lies face up and reads downward is reversed; one that reads upward has a reversed magnetometer.
    let sensor: Sensor = meanUp > 0.3 ? .magnetometer : .accelerometer
    let isCertain = earthField != nil || meanUp < -0.5
    return [
      Finding(
        .reversed(sensor, isCertain: isCertain), isCertain ? .unusable : severity, evidence,
        advice: .axes("-x,-y,-z", of: sensor))
    ]
  }
}

extension Finding.Evidence {
  fileprivate static func meanUp(_ value: Double) -> Self {
    .init("mean of the accelerometer along z", value, "of |f|")
  }
}

extension Finding.Advice {
  /// To read a sensor's axes as these.
  package static func axes(_ text: String, of sensor: Finding.Sensor) -> Self { Self([.axes(sensor, text)]) }
}

extension Finding.Sensor {
  /// The sensor in the names of options.
  var optionPrefix: String {
    switch self {
    case .timestamps: "time"
    case .gyroscope: "gyro"
    case .accelerometer: "accel"
    case .magnetometer: "mag"
    }
  }
}
