import LogTables
import Rotations

// Faults that explain most of what other checks measure, from the model of the whole recording: columns in each other's place, readings
// that overflow, gains of single axes, a sensor that turns in its mount, and a bias that steps (checks A, B, E, K and N). The findings
// that they cause are left out, see `withoutConsequences`.

extension LogInspection {
  /// Faults of which others are consequences, beside the findings of wrong axes.
  func modelFindings(axes: [Finding]) -> [Finding] {
    for found in [exchangedColumns, overflows] where !found.isEmpty { return found }
    // What is late seems to turn, and to have gains and biases.
    guard smoothing == nil else { return [] }
    let gains = [accelerometerGainFinding, gyroscopeGainFinding].compactMap { $0 }
    // With wrong axes, gains or readings that are missing, gravity turns too, whenever the body does.
    if gains.isEmpty, axes.allSatisfy({ $0.check != .axes }), case let found = mountingFindings, !found.isEmpty {
      return found
    }
    // What explains most.
    let causes = gains + [biasStepFinding].compactMap { $0 }
    return causes.min { $0.remainder < $1.remainder }.map { [$0.finding] } ?? []
  }

  // MARK: Columns

  /// Sensors whose columns are in each other's place: gravity and the Earth's field have sizes of their own.
  private var exchangedColumns: [Finding] {
    guard gyroscope.count > 0, accelerometer.count > 0, !isGravity(accelerometer, of: .specificForce) else { return [] }
    if isGravity(gyroscope, of: .angularRate) || isRateOfGravity {
      return exchanged((.gyroscope, gyroscope), (.accelerometer, accelerometer))
    }
    // The sizes of the Earth's field in µT.
    guard magnetometer.count > 0, isGravity(magnetometer, of: .magneticField),
      (18...75).contains(accelerometer.meanMagnitude), accelerometer.variation < Self.largestVariation
    else { return [] }
    return exchanged((.accelerometer, accelerometer), (.magnetometer, magnetometer))
  }

  private func exchanged(
    _ first: (sensor: Finding.Sensor, statistics: SensorStatistics),
    _ second: (sensor: Finding.Sensor, statistics: SensorStatistics)
  ) -> [Finding] {
    let evidence = [first, second].map {
      Finding.Evidence("mean of the \($0.sensor.rawValue)", $0.statistics.meanMagnitude, $0.sensor.unit)
    }
    return [
      Finding(
        .exchanged(first.sensor, second.sensor), .unusable, evidence,
        advice: Finding.Advice(action: "exchange their columns, see --map in 'cardan help formats'"))
    ]
  }

  /// Whether the gyroscope has the size of gravity in violent motion, and the accelerometer that of a rate: small, and not the same all the
  /// time, as one in g is.
  private var isRateOfGravity: Bool {
    gyroscope.variation < 0.8 && (0.7...1.6).contains(gyroscope.meanMagnitude / Finding.gravity)
      && accelerometer.meanMagnitude < 0.6 * Finding.gravity && accelerometer.variation > 0.3
  }

  /// The largest variation of the strength of gravity or of the field, in motion.
  private static let largestVariation = 0.4

  /// Whether the readings of a sensor have the size of gravity in m/s², or in g where the unit of the log is not that of SI.
  private func isGravity(_ statistics: SensorStatistics, of quantity: Quantity) -> Bool {
    let declared = header.factor(of: quantity) ?? 1
    let size = statistics.meanMagnitude / declared
    return statistics.variation < Self.largestVariation
      && (abs(size / Finding.gravity - 1) < 0.15 || declared != 1 && abs(size - 1) < 0.15)
  }

  // MARK: Overflow

  private var overflows: [Finding] {
    sensors.flatMap { sensor, statistics in
      let (axis, count, limit) = statistics.overflows.most
      return Threshold.overflows.finding(
        .overflows(sensor, axis: axis), of: Double(count), "jumps from one end of the range to the other", nil,
        [.init("range", limit, sensor.unit)],
        advice: Finding.Advice(action: "choose a larger range of the sensor, or wider integers in its driver"))
    }
  }

  // MARK: Gains

  /// A finding with the part of the squared residuals that its cause leaves.
  private typealias Cause = (finding: Finding, remainder: Double)

  /// A single axis of the accelerometer whose gain differs from that of the others.
  private var accelerometerGainFinding: Cause? { cause(.accelerometer, accelerometerGain, .accelerometerAxis) }

  /// A single axis of the gyroscope whose gain differs from that of the others.
  private var gyroscopeGainFinding: Cause? { cause(.gyroscope, gyroscopeGain, .gyroscopeAxis) }

  private func cause(_ sensor: Finding.Sensor, _ gain: AxisGain?, _ threshold: Threshold) -> Cause? {
    guard let gain else { return nil }
    let (axis, scale) = gain.axis
    let findings = threshold.finding(
      .wrongAxisScale(sensor, axis: axis), of: max(scale, 1 / scale) - 1, "difference", nil,
      [.init("scale against the other axes", scale)],
      advice: Finding.Advice(
        action: (Self.unit(of: scale, sensor).map { "convert this axis from \($0); or " } ?? "")
          + "write the gain with 'cardan doctor LOG --save-calibration FILE' and use --calibration FILE"))
    return findings.first.map { ($0, gain.remainder) }
  }

  /// The unit that explains the scale of an axis against the others; nil for none.
  private static func unit(of scale: Double, _ sensor: Finding.Sensor) -> String? {
    let units: [(scale: Double, name: String)] =
      if sensor == .gyroscope {
        [(180 / .pi, "deg/s"), (.pi / 180, "rad/s")]
      } else {
        [(1 / 9.80665, "g"), (9.80665, "m/s^2"), (1000 / 9.80665, "mg"), (1000, "mg"), (0.001, "g")]
      }
    return units.first { abs(scale / $0.scale - 1) < 0.1 }?.name
  }

  /// The gain of one axis, as the matrix that undoes it.
  struct AxisGain {
    /// The matrix from readings to values.
    var matrix: Matrix3<Double>
    /// The axis (0 to 2), and the size of its readings against the others.
    var axis: (place: Int, scale: Double)
    /// The part of the squared residuals that it leaves.
    var remainder: Double
  }

  /// The gain of the gyroscope: what the field shows and gravity does not contradict, or gravity in both bands and the field does not
  /// contradict.
  var gyroscopeGain: AxisGain? {
    if let large = largeGyroscopeGain { return large }
    let (ofField, ofForce) = (
      fieldAgreement.gyroscopeGain.flatMap { $0.isLinear ? $0 : nil }, forceAgreement.gyroscopeGain
    )
    // Of two sensors that contradict each other, one shows motion, or a field that is not the same everywhere.
    if let ofField, ofField.remainder < 0.75, let axis = ofField.singleAxis, ofForce?.slow.contradicts(axis) != true {
      let isKnownByForce = ofForce.map { $0.slow.certain[axis] * ofField.certain[axis] > 0 } ?? false
      if ofField.remainder < 0.5 || isKnownByForce, ofForce.map({ ofField.agrees(with: $0.slow, axis) }) ?? true {
        return gain(of: ofField, axis, min(ofField.remainder, ofForce?.slow.remainder ?? 1))
      }
    }
    guard let (fast, slow) = ofForce, slow.remainder < 0.8, let axis = slow.singleAxis, fast.singleAxis == axis,
      abs(fast.matrix[axis, axis] - slow.matrix[axis, axis]) < 0.5 * abs(slow.matrix[axis, axis]),
      ofField.map({ slow.agrees(with: $0, axis) }) ?? true
    else { return nil }
    // A field that shows little turns little.
    if let ofField, ofField.deviation[axis] > 0.1, slow.remainder > 0.4 { return nil }
    return gain(of: slow, axis, slow.remainder)
  }

  /// An axis in another unit: what the rotation of the other sensors shows without a rotation by the gyroscope.
  private var largeGyroscopeGain: AxisGain? {
    for consistency in [gyroscopeInMagnetometer, gyroscopeInAccelerometer] {
      guard let (matrix, share) = consistency.gain, share > 0.6,
        share - consistency.share(of: AxisAssignment.identity) > 0.3
      else { continue }
      let diagonal = (0..<3).map { matrix[$0, $0] }
      guard diagonal.allSatisfy({ $0 > 1e-4 }) else { continue }
      // Exchanged axes have their gains beside the diagonal.
      let beside = (0..<9).filter { $0 % 4 != 0 }.map { abs(matrix[$0 / 3, $0 % 3]) }
      guard beside.allSatisfy({ $0 < 0.5 * diagonal[diagonal.ascendingIndices[1]] }) else { continue }
      let axis = (0..<3).max { max(diagonal[$0], 1 / diagonal[$0]) < max(diagonal[$1], 1 / diagonal[$1]) } ?? 0
      let others = (0..<3).filter { $0 != axis }.map { diagonal[$0] }
      guard others.allSatisfy({ (0.75...1.33).contains($0) }), !(0.2...5).contains(diagonal[axis]) else { continue }
      var gain = Matrix3<Double>.identity
      gain[axis, axis] = diagonal[axis]
      return AxisGain(matrix: gain, axis: (axis, 1 / diagonal[axis]), remainder: 0)
    }
    return nil
  }

  private func gain(of found: GainEstimate, _ axis: Int, _ remainder: Double) -> AxisGain? {
    // Where the carrier turns little, motion seems a large gain.
    guard abs(found.certain[axis]) > Threshold.gyroscopeAxis.doubt ?? 0, abs(found.matrix[axis, axis]) < 0.5 else {
      return nil
    }
    return AxisGain(matrix: found.gain, axis: (axis, 1 / found.gain[axis, axis]), remainder: remainder)
  }

  /// The gain of the accelerometer: with it gravity keeps its direction, and has its size.
  var accelerometerGain: AxisGain? {
    guard let (fast, slow) = forceAgreement.accelerometerGain else { return nil }
    let gains = [slow, fast].map { estimate in (0..<3).map { estimate.gain[$0, $0] } }
    guard gains[0].allSatisfy({ $0 > 0.02 }) else { return nil }
    // The axis that is farthest from the others.
    let sizes = (0..<3).map { max(Self.scale(gains[0], $0), 1 / Self.scale(gains[0], $0)) }
    let axis = (0..<3).max { sizes[$0] < sizes[$1] } ?? 0
    let (one, two) = (gains[0][(axis + 1) % 3], gains[0][(axis + 2) % 3])
    let scale = Self.scale(gains[0], axis)
    let isLarge = sizes[axis] > 2
    let deviation = max(slow.deviation.x, slow.deviation.y, slow.deviation.z)
    guard abs(one / two - 1) < (isLarge ? 0.35 : 0.25 * (sizes[axis] - 1)), deviation < (isLarge ? 0.05 : 0.012),
      slow.remainder < (isLarge ? 0.15 : 0.8), 4 * deviation < sizes[axis] - 1
    else { return nil }
    let known = (one * two).squareRoot()
    if isLarge {
      var corrected = force.axes
      corrected[axis] /= scale
      guard (0.9...1.4).contains(corrected.length / Finding.gravity) else { return nil }
    } else {
      let ofFast = gains[1].allSatisfy({ $0 > 0 }) ? Self.scale(gains[1], axis) : 1
      guard (ofFast - 1) * (scale - 1) > 0, abs(ofFast - scale) < 0.5 * abs(scale - 1) else { return nil }
    }
    return AxisGain(matrix: slow.gain * (1 / known), axis: (axis, scale), remainder: slow.remainder)
  }

  /// The size of the readings of an axis against the others, by the gains that undo it.
  private static func scale(_ gains: [Double], _ axis: Int) -> Double {
    (gains[(axis + 1) % 3] * gains[(axis + 2) % 3]).squareRoot() / gains[axis]
  }

  // MARK: Mounting

  /// A sensor that turns in its mount: gravity or the field changes its direction once, and keeps it otherwise.
  private var mountingFindings: [Finding] {
    guard stuckFindings.allSatisfy({ $0.fact.sensor != .gyroscope }), saturated(.gyroscope, gyroscope).isEmpty,
      gyroscope.absentShare < 0.005
    else { return [] }
    // Steel and magnets turn the field, too.
    let hasIron = fieldFindings.contains { $0.check == .magnetometerCalibration && $0.severity > .note }
    let turns =
      [("turn of gravity", mounting.ofGravity, 3.0)]
      + (hasIron ? [] : [("turn of the field about the vertical", mounting.ofField, 4.0)])
    guard
      let (name, turn) = turns.first(where: { $0.1.count >= 6 && $0.1.angle > $0.2 * $0.1.next }).map({ ($0.0, $0.1) })
    else {
      return []
    }
    return Threshold.mountingTurn.finding(
      .remounted, of: turn.angle * 180 / .pi, name, nil,
      [.init("largest elsewhere", turn.next * 180 / .pi, "deg")], times: times(from: turn.start, for: 3),
      advice: Finding.Advice(action: "split the log there, and fuse the parts by themselves"))
  }

  // MARK: Bias

  /// A bias that steps: the field shows it, or gravity where the field does not contradict it.
  private var biasStepFinding: Cause? {
    let (ofField, ofForce) = (fieldAgreement.biasStep, forceAgreement.biasStep)
    var found = [ofField].compactMap { $0 }.filter { $0.isNeeded }
    if (ofField?.remainder ?? 0) < 0.9 { found += [ofForce].compactMap { $0 }.filter { $0.isNeeded } }
    guard let step = found.first else { return nil }
    let findings = Threshold.biasStep.finding(
      .biasStep, of: step.change.length * 180 / .pi, "change", nil,
      [.init("after", step.share * intervals.duration, "s")],
      advice: Finding.Advice([.smoothing], action: "look at the supply and the temperature of the gyroscope there"))
    return findings.first.map { ($0, found.map { $0.remainder }.min() ?? 1) }
  }
}
