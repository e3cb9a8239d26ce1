import Geomagnetism
import LogTables
import MotionSamples
import Rotations

// Units, scales and gravity (checks A, B, C, Q and R).

extension LogInspection {
  /// Sensors in other units, of a wrong scale, without gravity, or in a field that is not that of the Earth.
  func unitFindings(_ earthField: GeomagneticField?, hasStuckGyroscope: Bool) -> [Finding] {
    (hasStuckGyroscope ? [] : gyroscopeUnit) + accelerometerUnit + magnetometerUnit(earthField)
  }

  /// The ratio of the measured rate to the rotation of gravity and of the field.
  private var gyroscopeUnit: [Finding] {
    // A swing hides the rotation of gravity from the accelerometer; over time the gyroscope makes it constant.
    let isConstant = gravityConstancy.fit.map { $0.identitySpread < 0.03 } ?? false
    // No swing changes its rotation by the size of a unit; a gyroscope that seems to stand still makes a slow turn constant.
    let isSwing = isConstant && (gyroscopeInAccelerometer.fit.map { (0.1...10).contains($0.best.scale) } ?? true)
    let fits = [gyroscopeInMagnetometer.fit, isSwing ? nil : gyroscopeInAccelerometer.fit].compactMap { $0 }
    guard let fit = fits.first(where: { $0.share > 0.6 }) else { return implausibleRate }
    let ratio = 1 / fit.best.scale
    let evidence = [
      Finding.Evidence("gyroscope's rate over the rotation of the other sensors", ratio),
      .init("rotation explained", 100 * fit.share, "%"),
    ]
    let declared = header.factor(of: .angularRate) ?? 1
    let size = declared / ratio
    let unit = AngularRateUnit.allUnits.first { unit in
      unit.siPerUnit != declared && max(unit.siPerUnit / size, size / unit.siPerUnit) < Threshold.sameUnit
    }
    // Counts of usual ranges.
    let counts = Threshold.gyroscopeCounts.first { abs(Double.pi / 180 / $0 / size - 1) < 0.05 && ratio > 3 }
    if let symbol = unit?.symbol ?? counts.map({ ScaledUnit(AngularRateUnit.degreesPerSecond, dividedBy: $0).symbol }) {
      return [Finding(.wrongUnit(.gyroscope, symbol), .unusable, evidence, advice: unitAdvice(.gyroscope, symbol))]
    }
    guard fit.share > 0.8 || max(ratio, fit.best.scale) > 2 else { return implausibleRate }
    // Where nearly all of the rotation is explained, the scale is known well.
    let threshold = fit.share > 0.97 ? Threshold.knownGyroscopeScale : .gyroscopeScale
    guard fieldAgreement.gyroscopeGain.map({ !$0.isLinear || $0.allowsScale(fit.best.scale) }) ?? true else {
      return []
    }
    return threshold.severity(of: max(ratio, fit.best.scale) - 1).map {
      [
        Finding(
          .wrongScale(.gyroscope), $0, evidence,
          advice: Finding.Advice(action: "check the range and the unit of the gyroscope"))
      ]
    } ?? []
  }

  /// Where no motion shows the ratio.
  private var implausibleRate: [Finding] {
    let rate = Finding.Evidence("mean rate", gyroscope.meanMagnitude, "rad/s")
    // In degrees any slow turn and any bias is next to nothing, and other axes may explain a fast one.
    if let fit = gravityConstancy.fit, rate.value > 0.7, fit.spread > 0.1,
      Threshold.gravityInDegrees.severity(of: fit.identitySpread / max(fit.spreadInDegrees, 0.02)) != nil
    {
      let evidence = [
        rate, .init("variation of gravity", 100 * fit.identitySpread, "%"),
        .init("with the rate in deg/s", 100 * fit.spreadInDegrees, "%"),
      ]
      return [
        Finding(.wrongUnit(.gyroscope, "deg/s"), .unusable, evidence, advice: unitAdvice(.gyroscope, "deg/s"))
      ]
    }
    return Finding.implausibleRate(
      rate, largest: gyroscope.largestMagnitude, rotationRatio,
      unitAdvice: { unitAdvice(.gyroscope, $0) })
  }

  /// An axis in g along which gravity stays, so that no turn shows its gain: it reads 1, and accelerations along the others keep their
  /// size, which those of a sensor that is in g do not.
  private var axisInG: Finding? {
    let (mean, size) = (accelerometer.mean, accelerometer.meanMagnitude)
    let axis = (0..<3).max { abs(mean[$0]) < abs(mean[$1]) } ?? 0
    guard abs(abs(mean[axis]) - 1) < 0.06, abs(mean[axis]) > 0.95 * mean.length, abs(force.averagedMagnitude - 1) < 0.2,
      size > 1.25
    else { return nil }
    return Finding(
      .wrongAxisScale(.accelerometer, axis: axis), .unusable,
      [.init("mean along it", mean[axis], "m/s^2"), .init("mean |f|", size, "m/s^2")],
      advice: Finding.Advice(action: "convert this axis from g"))
  }

  private var accelerometerUnit: [Finding] {
    guard accelerometer.count > 0, force.gravityShare != nil else { return [] }
    let mean = Finding.Evidence("mean |f|", accelerometer.meanMagnitude, "m/s^2")
    let declared = header.factor(of: .specificForce)
    let rests = rests.rests.filter { $0.time >= 2 }
    // Without gravity the force at rest is small against that in motion; in g it is not.
    if let axis = axisInG { return [axis] }
    let isZeroAtRest =
      !rests.isEmpty && rests.allSatisfy { $0.force.length < min(3, 0.3 * accelerometer.meanMagnitude) }
    if force.isWithoutGravity || isZeroAtRest {
      return [.gravityRemoved([.init("|f| averaged over a second", force.averagedMagnitude, "m/s^2"), mean])]
    }
    if let quiet = force.quietMagnitude {
      return Finding.forceAtRest(
        quiet.mean, margin: 2 * quiet.standardError, [.init("rests of a second", Double(force.quietCount))],
        declared: declared, unitAdvice: { unitAdvice(.accelerometer, $0) })
    }
    // Over changing directions, a constant |f| is gravity.
    if accelerometer.variation < 0.02, accelerometer.mean.length < 0.9 * mean.value {
      return Finding.forceAtRest(
        mean.value, margin: accelerometer.variation * mean.value,
        [.init("variation", 100 * accelerometer.variation, "%")],
        name: "|f|", declared: declared, unitAdvice: { unitAdvice(.accelerometer, $0) })
    }
    if let unit = Finding.unit(ofForce: mean.value, declared: declared) {
      return [Finding(.wrongUnit(.accelerometer, unit), .unusable, [mean], advice: unitAdvice(.accelerometer, unit))]
    }
    guard !(0.5...2.5).contains(mean.value / Finding.gravity) else { return [] }
    return [
      Finding(
        .wrongScale(.accelerometer), .unusable, [mean],
        advice: Finding.Advice(action: "check the unit of the accelerometer"))
    ]
  }

  private func magnetometerUnit(_ earthField: GeomagneticField?) -> [Finding] {
    guard magnetometer.count > 0 else { return [] }
    let mean = magnetometer.meanMagnitude
    let evidence = [
      Finding.Evidence("mean |m|", mean, "uT"),
      .init("variation", 100 * magnetometer.variation, "%"),
    ]
    if magnetometer.count > 10, mean > 0,
      let severity = Threshold.normalizedField.severity(
        of: 1 - magnetometer.variation), magnetometer.changeCount > 10
    {
      return [
        Finding(
          .normalizedField, severity, evidence,
          advice: Finding.Advice(action: "record the field in its unit; now only its direction counts"))
      ]
    }
    guard !header.hasArbitraryField else { return [] }
    let range = earthField.map { $0.totalIntensity...$0.totalIntensity } ?? 22...67
    let strength = field.strength ?? mean
    let distance = max(strength / range.upperBound - 1, range.lowerBound / max(strength, 1e-9) - 1)
    guard let severity = Threshold.fieldStrength.severity(of: distance) else { return [] }
    if let unit = Threshold.magnetometerRatios.first(where: { $0.range.contains(strength) })?.unit {
      return [Finding(.wrongUnit(.magnetometer, unit), .doubt, evidence, advice: unitAdvice(.magnetometer, unit))]
    }
    let expected = Finding.Evidence(
      "expected", strength < range.lowerBound ? range.lowerBound : range.upperBound, "uT")
    return [
      Finding(
        .fieldStrength, severity, evidence + [expected],
        advice: Finding.Advice(
          [.withoutMagnetometer],
          action: "calibrate it with 'cardan calibrate magnetometer', or look for a magnet or a shield nearby"))
    ]
  }

  private func unitAdvice(_ sensor: Finding.Sensor, _ unit: String) -> Finding.Advice {
    .unit(unit, of: sensor, in: header)
  }
}

extension Finding.Advice {
  /// To read a sensor in another unit, where the format does not state it for all logs.
  package static func unit(_ unit: String, of sensor: Finding.Sensor, in header: LogHeader) -> Self {
    guard header.contents?.recordings.isEmpty ?? true else {
      return .init(action: "check the program that wrote the log")
    }
    return .init([.unit(sensor, unit)])
  }
}

extension Finding {
  /// Rates in rad/s that gravity contradicts, or beyond 70 rad/s, the range of gyroscopes, by an average and the largest.
  package static func implausibleRate(
    _ average: Evidence, largest: Double, _ ratio: RotationRatio, unitAdvice: (String) -> Advice
  ) -> [Finding] {
    if let (ratio, rate) = ratio.value, rate > 1,
      let unit = Threshold.rotationRatios.first(where: { $0.range.contains(ratio) })?.unit
    {
      return [
        Finding(
          .wrongUnit(.gyroscope, unit), .unusable,
          [Evidence("gyroscope's rate over the rotation of gravity", ratio), average], advice: unitAdvice(unit))
      ]
    }
    guard largest > 75, average.value > 20 else { return [] }
    return [
      Finding(
        .wrongUnit(.gyroscope, "deg/s"), .unusable,
        [average, Evidence("largest rate", largest, "rad/s")], advice: unitAdvice("deg/s"))
    ]
  }

  /// The mean of gravity on land, m/s².
  static let gravity = 9.81

  /// The unit in which a magnitude would be gravity, by the factor to m/s² of the one in use; nil without one.
  static func unit(ofForce magnitude: Double, declared: Double?) -> String? {
    if let known = Threshold.accelerometerRatios.first(where: { $0.range.contains(magnitude / gravity) }) {
      return known.unit
    }
    // Counts are powers of two for 1 g, far from gravity in any unit.
    guard !(0.25...4).contains(magnitude / gravity) else { return nil }
    let counts = magnitude / (declared ?? 1)
    let size = Threshold.accelerometerCounts.first { abs(counts / $0 - 1) < 0.06 }
    return size.map { ScaledUnit(AccelerationUnit.standardGravities, dividedBy: $0).symbol }
  }

  /// What a mean magnitude of the specific force at rest, in m/s² and known within a margin, shows.
  package static func forceAtRest(
    _ magnitude: Double, margin: Double = 0, _ evidence: [Evidence] = [], name: String = "|f| at rest",
    declared: Double? = nil, unitAdvice: (String) -> Advice
  ) -> [Finding] {
    let evidence = [Evidence(name, magnitude, "m/s^2")] + evidence
    if let unit = unit(ofForce: magnitude, declared: declared) {
      return [Finding(.wrongUnit(.accelerometer, unit), .unusable, evidence, advice: unitAdvice(unit))]
    }
    let distance = (abs(magnitude - gravity) - margin) / gravity
    return Threshold.forceAtRest.severity(of: distance).map { [wrongScale($0, evidence)] } ?? []
  }

  /// What a mean vertical force, in m/s² and known within a margin, shows of an accelerometer that never rests.
  package static func verticalForce(_ mean: Double, margin: Double) -> [Finding] {
    let evidence = Evidence("mean vertical specific force", mean, "m/s^2")
    let distance = (abs(mean - gravity) - margin) / gravity
    return Threshold.verticalForce.severity(of: distance).map { [wrongScale($0, [evidence])] } ?? []
  }

  private static func wrongScale(_ severity: Severity, _ evidence: [Evidence]) -> Finding {
    Finding(
      .wrongScale(.accelerometer), severity, evidence,
      advice: Advice(action: "calibrate it with 'cardan calibrate accelerometer'"))
  }
}

extension LogHeader {
  /// The factor to SI of the first unit in use that is one of a quantity.
  func factor(of quantity: Quantity) -> Double? {
    units.lazy.compactMap { quantity.factor(ofUnit: $0.unit) }.first
  }
}

extension Finding {
  /// An accelerometer without gravity, with the numbers that show it.
  package static func gravityRemoved(_ evidence: [Evidence]) -> Finding {
    Finding(
      .gravityRemoved, .unusable, evidence, advice: Advice(action: "record the raw accelerometer, with gravity"))
  }
}
