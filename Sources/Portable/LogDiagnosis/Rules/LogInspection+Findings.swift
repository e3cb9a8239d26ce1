import Geomagnetism
import LogTables
import MotionSamples

extension LogInspection {
  /// What the checks find, the most severe first.
  ///
  /// - Parameter earthField: The field of the Earth at the place of the recording; nil if unknown. The place then is taken to be on
  ///   the northern hemisphere.
  public func findings(earthField: GeomagneticField? = nil) -> [Finding] {
    guard intervals.count > 0 else { return [Finding(.noRows, .unusable)] + fileFindings }
    let (stuck, axes) = (stuckFindings, axisFindings(earthField))
    let found: [[Finding]] = [
      modelFindings(axes: axes), axes, misalignmentFindings, stuck,
      unitFindings(earthField, hasStuckGyroscope: stuck.contains { $0.fact.sensor == .gyroscope }), fieldFindings,
      motorFindings,
      clockFindings, delayFindings, truthDelayFindings, readingFindings, restFindings, coverageFindings, fileFindings,
    ]
    return Array(found.joined()).withoutConsequences.bySeverity
  }

  /// The sensors with readings, with their statistics.
  package var sensors: [(sensor: Finding.Sensor, statistics: SensorStatistics)] {
    [(.gyroscope, gyroscope), (.accelerometer, accelerometer), (.magnetometer, magnetometer)]
  }

  /// Seconds from the first row to a timestamp in nanoseconds.
  func seconds(at timestamp: Int64) -> Double {
    Timestamp(nanoseconds: timestamp).seconds(since: Timestamp(nanoseconds: intervals.first))
  }

  /// The range of seconds of a length from a timestamp on; empty without a timestamp.
  package func times(from timestamp: Int64?, for length: Double) -> [ClosedRange<Double>] {
    timestamp.map { [seconds(at: $0)...(seconds(at: $0) + max(0, length))] } ?? []
  }

  private var fileFindings: [Finding] { Finding.ofFile(header, damage, usesMagnetometer: true) }
}

extension Finding {
  /// Names of columns that hold a sensor, in parts and lower case.
  private static let marks: [(sensor: Sensor, parts: [String])] = [
    (.gyroscope, ["gyr", "omega", "angular"]), (.accelerometer, ["acc"]), (.magnetometer, ["mag", "compass"]),
  ]

  /// What was skipped in a file, and columns of a sensor that the log lacks otherwise.
  package static func ofFile(_ header: LogHeader, _ damage: LogDamage, usesMagnetometer: Bool) -> [Finding] {
    var found: [Finding] = []
    // Every log that ends with the power is cut there.
    if let summary = damage.summary { found.append(Finding(.damage(summary), damage.isAtEnd ? .note : .doubt)) }
    if !header.unusedFiles.isEmpty { found.append(Finding(.unusedFiles(header.unusedFiles), .doubt)) }
    if !header.unusedOptions.isEmpty { found.append(Finding(.unusedOptions(header.unusedOptions), .doubt)) }
    if !header.assumedUnits.isEmpty {
      found.append(Finding(.assumedUnits(header.assumedUnits.map { "\($0.reading.rawValue) \($0.unit)" }), .note))
    }
    if !header.gravityFree.isEmpty, !header.hasAccelerometer {
      found.append(
        Finding(
          .withoutGravity(header.gravityFree), .unusable,
          advice: Advice(
            action: "record it with gravity: Gravity or Total Acceleration beside it, or the raw accelerometer")))
    }
    let given: [Sensor: Bool] = [
      .gyroscope: header.hasGyroscope, .accelerometer: header.hasAccelerometer,
      .magnetometer: header.hasMagnetometer || !usesMagnetometer,
    ]
    let unused = marks.filter { given[$0.sensor] == false }.flatMap { mark in
      header.unusedColumns.filter { name in mark.parts.contains { name.lowercased().includes($0) } }
    }
    guard !unused.isEmpty else { return found }
    let advice = Advice(action: "name them with --map, see 'cardan help formats'")
    return found + [Finding(.unusedColumns(unused), .doubt, advice: advice)]
  }
}

extension Finding {
  /// The finding as a note.
  var noted: Finding { Finding(fact, .note, evidence, times: times, advice: advice) }
}

extension Sequence<Finding> {
  /// The most severe first; in the given order within a severity.
  package var bySeverity: [Finding] {
    enumerated().sorted { left, right in
      (right.element.severity, left.offset) < (left.element.severity, right.offset)
    }.map { $0.element }
  }
}

extension [Finding] {
  /// The findings without those that others explain: a stuck sensor has no range and no scale, an irregular clock no delays,
  /// corrupt readings no vibration, and a log that is not usable no noise, bias, disturbance and error of its own.
  package var withoutConsequences: [Finding] {
    // A wrong unit of time makes rates, turns and durations wrong.
    if contains(where: { $0.fact == .unusualRate }) {
      return filter { $0.check == .clock || $0.check == .clockReset || $0.check == .file }
    }
    let causes = filter { $0.severity > .note }.map { $0.fact }
    // What a sensor does not show distorts all that is compared with it.
    let isSaturated = contains { $0.isHeavilySaturated }
    return filter { finding in
      !causes.contains { $0.explains(finding) } && !(finding.comparesSensors && isSaturated)
    }.withoutLesserConsequences
  }

  private var withoutLesserConsequences: [Finding] {
    let stuck = filter { $0.check == .stuckAxis && $0.severity == .unusable }.compactMap { $0.fact.sensor }
    // A delay is measured by axes that are nearly equal.
    let turned = filter { $0.check == .misalignment && $0.severity == .unusable }.compactMap { $0.fact.sensor }
    let isIrregular = contains { $0.fact == .grouped || $0.fact == .jitter || $0.fact == .clockReset }
    let consequences: Set<Finding.Check> = [
      .noise, .vibration, .magneticDisturbance, .estimates, .magnetometerCalibration, .gyroscopeBias, .misalignment,
    ]
    let isUnusable = contains { $0.severity == .unusable && !consequences.contains($0.check) }
    // What else turns the heading seems to be a disturbance.
    let causes: Set<Finding.Check> = [
      .gyroscopeUnit, .misalignment, .sensorDelay, .saturation, .invalidReadings, .gyroscopeBias, .normalizedField,
      .motorField, .magnetometerCalibration,
    ]
    let hasCause = contains { $0.severity > .note && causes.contains($0.check) }
    let isReversed = contains { $0.check == .reversedSensor && $0.severity > .note }
    let spikes = filter { $0.severity > .note }.map { $0.fact }
    // Iron seems a scale of the gyroscope or a disturbance, and filters follow the field in their own ways.
    let hasIron = contains { ($0.fact == .hardIron || $0.fact == .softIron) && $0.severity > .note }
    let isHeld = contains { $0.fact == .held(.gyroscope) }
    let isSlow = contains { $0.fact == .tooSlow }
    return filter { finding in
      if hasIron && (finding.fact == .wrongScale(.gyroscope) || finding.check == .magneticDisturbance) { return false }
      if hasIron && finding.fact == .differsFromOtherFilter { return false }
      if finding.check == .sensorDelay && (isSlow || isHeld) { return false }
      if finding.check == .sensorDelay, let sensor = finding.fact.sensor, turned.contains(sensor) { return false }
      if finding.check == .axes, let sensor = finding.fact.sensor, stuck.contains(sensor) { return false }
      if finding.check == .magneticDisturbance && hasCause { return false }
      if finding.fact == .pointsDown && isReversed { return false }
      if finding.check == .vibration && spikes.contains(.spikes(.accelerometer)) { return false }
      if finding.check == .magnetometerCalibration && spikes.contains(.spikes(.magnetometer)) { return false }
      if finding.severity == .unusable || finding.check == .stuckAxis { return true }
      if let sensor = finding.fact.sensor, stuck.contains(sensor) { return false }
      if finding.check == .sensorDelay { return !isIrregular && !isUnusable }
      if !isUnusable { return true }
      return !consequences.contains(finding.check) && finding.fact != .tooSlow
    }
  }
}

extension Finding {
  /// The share of saturated readings in percent from which they distort a comparison with other sensors.
  private static let heavySaturation = 2.0

  /// Whether a large share of the readings is at the end of the range.
  fileprivate var isHeavilySaturated: Bool {
    switch fact {
    case .saturated: evidence.contains { $0.name == Self.readingShare && $0.value > Self.heavySaturation }
    default: false
    }
  }

  /// Whether the finding is from a comparison of the sensors in motion.
  fileprivate var comparesSensors: Bool {
    switch fact {
    case .misaligned, .wrongAxes, .wrongAxisScale, .remounted, .biasDrift, .biasStep: true
    case .late(let sensor): sensor == .accelerometer
    case .gyroscopeLate(let sensor): sensor == .accelerometer
    default: false
    }
  }
}

extension Finding.Fact {
  /// Whether the fact is the cause of a finding.
  func explains(_ finding: Finding) -> Bool {
    guard finding.fact != self else { return false }
    let agreement: Set<Finding.Check> = [.misalignment, .sensorDelay, .gyroscopeBias, .magneticDisturbance, .estimates]
    switch self {
    case .exchanged: return ![.clock, .clockReset, .file].contains(finding.check)
    case .overflows(let sensor, _):
      let others: Set<Finding.Check> = [
        .gyroscopeUnit, .accelerometerScale, .gravityRemoved, .reversedSensor, .axes, .saturation, .noise, .vibration,
        .magnetometerCalibration,
      ]
      return agreement.contains(finding.check) || others.contains(finding.check) || finding.fact == .spikes(sensor)
    case .remounted:
      return agreement.contains(finding.check)
        || [.reversedSensor, .axes, .magnetometerCalibration].contains(finding.check)
    case .wrongAxisScale(let sensor, _):
      if agreement.contains(finding.check) { return finding.check != .gyroscopeBias || finding.fact == .biasDrift }
      let others: Set<Finding.Check> =
        sensor == .accelerometer
        ? [.accelerometerScale, .gravityRemoved, .reversedSensor, .axes] : [.gyroscopeUnit]
      return others.contains(finding.check) && finding.fact.sensor == sensor
    case .clipsGravity:
      return agreement.contains(finding.check) || [.accelerometerScale, .gravityRemoved].contains(finding.check)
    case .wrongAxes(.gyroscope, _):
      // Exchanged axes look like axes without turns.
      if case .wrongAxisScale(.gyroscope, _) = finding.fact { return true }
      return false
    case .gyroscopeLate: return finding.fact == .lateTruth
    case .grouped: return finding.fact == .wrongScale(.gyroscope)
    case .biasStep:
      return finding.fact == .biasDrift || finding.check == .misalignment || finding.check == .estimates
    default: return false
    }
  }
}

extension Threshold {
  /// A finding with the severity of a value; empty for a harmless one. The value and `evidence` are its numbers.
  package func finding(
    _ fact: Finding.Fact, of value: Double, _ name: String, _ unit: String? = nil, _ evidence: [Finding.Evidence] = [],
    times: [ClosedRange<Double>] = [], advice: Finding.Advice? = nil
  ) -> [Finding] {
    guard let severity = severity(of: value) else { return [] }
    return [Finding(fact, severity, [.init(name, value, unit ?? self.unit)] + evidence, times: times, advice: advice)]
  }
}
