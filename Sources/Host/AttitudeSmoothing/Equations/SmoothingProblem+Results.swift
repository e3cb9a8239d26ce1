import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

// The results of a window after its iterations.

extension SmoothingProblem {
  /// Squared anomaly above which the field counts as disturbed: 0.2 of the horizontal field.
  private static let disturbedSquaredAnomaly = 0.04

  /// Calls `body` with every sample and its index: the gyroscope is integrated from knot to knot, and its error at the next
  /// knot is distributed linearly over the interval (44), as are the variances (45).
  func forEachSample(
    _ variances: [ArrowCovariance.Attitude], _ body: (_ index: Int, _ sample: SmoothedSample) -> Void
  ) {
    let samples = preintegration.samples
    let site = parameters.field.siteDeviation * parameters.field.siteDeviation
    var rate = preintegration.firstRate
    var rotationVector = Vector3<Double>.zero
    var path: [Rotation<Double>] = []
    let intervalCount = preintegration.timeline.intervalCount
    for knot in state.levelFromBody.indices {
      let interval = min(knot, max(intervalCount - 1, 0))
      let range = knot < intervalCount ? preintegration.timeline.samples(of: knot) : samples.count..<samples.count
      let missed = follow(range, from: knot, &rate, &rotationVector, &path)
      // First the knot's own sample, then those before the next knot.
      let first = preintegration.timeline.knots[knot]
      for index in first..<max(range.upperBound - 1, first + 1) {
        let share = range.isEmpty ? 0 : Double(index - first) / Double(range.count)
        let levelFromBody = index == first ? state.levelFromBody[knot] : path[index - first - 1]
        let (here, next) = (variances[knot], variances[min(knot + 1, variances.count - 1)])
        let tilt = Double(here.tilt) + share * Double(next.tilt - here.tilt)
        let heading = Double(here.heading) + share * Double(next.heading - here.heading) + site
        let sample = samples[index]
        let isRate = Measurement.isRate(sample.angularRate)
        let corrected = state.corrected(isRate ? sample.angularRate : rate, knot)
        body(
          index,
          SmoothedSample(
            enuFromBody: (Rotation(rotationVector: missed * share) * levelFromBody * lead(corrected)).renormalized,
            gyroscopeBias: state.biases[knot], angularRate: corrected, tiltStandardDeviation: tilt.squareRoot(),
            headingStandardDeviation: hasHeading ? heading.squareRoot() : .nan,
            flags: flags(of: index, between: interval)))
      }
    }
  }

  /// The rotation over the time by which the output is later than the sample (44).
  @inline(__always)
  private func lead(_ rate: Vector3<Double>) -> Rotation<Double> {
    parameters.outputLead == 0 ? .identity : Rotation(rotationVector: rate * parameters.outputLead)
  }

  /// Integrates the gyroscope over the samples after a knot into `path`. Returns its error e at the next knot, rad.
  private func follow(
    _ range: Range<Int>, from knot: Int, _ rate: inout Vector3<Double>, _ rotationVector: inout Vector3<Double>,
    _ path: inout [Rotation<Double>]
  ) -> Vector3<Double> {
    path.removeAll(keepingCapacity: true)
    var levelFromBody = state.levelFromBody[knot]
    for index in range {
      let sample = preintegration.samples[index]
      if Measurement.isRate(sample.angularRate) { rate = sample.angularRate }
      let turned = state.corrected(rate, knot) * SampleTimeline.interval(sample)
      Preintegration.turn(&levelFromBody, turned, &rotationVector)
      path.append(levelFromBody)
    }
    return range.isEmpty ? .zero : (state.levelFromBody[knot + 1] * levelFromBody.inverse).rotationVector
  }

  /// The flags of a sample, with the meaning they have for causal filters.
  private func flags(of index: Int, between knot: Int) -> OutcomeFlags {
    let sample = preintegration.samples[index]
    let interval = SampleTimeline.interval(sample)
    let isRate = Measurement.isRate(sample.angularRate)
    let isForce = Measurement.isForce(sample.specificForce)
    let isSaturated =
      isRate && preintegration.rateSaturation.contain(sample.angularRate)
      || isForce && preintegration.forceSaturation.contain(sample.specificForce)
    var flags = OutcomeFlags(rawValue: 0)
    flags.set(.angularRateRejected, when: !isRate && !sample.angularRate.isAbsent)
    flags.set(.specificForceRejected, when: !isForce && !sample.specificForce.isAbsent)
    flags.set(
      .magneticFieldRejected, when: !Measurement.isField(sample.magneticField) && !sample.magneticField.isAbsent)
    flags.set(.angularRateAbsent, when: sample.angularRate.isAbsent)
    flags.set(.specificForceAbsent, when: sample.specificForce.isAbsent)
    flags.set(.magneticFieldAbsent, when: sample.magneticField.isAbsent)
    flags.set(.intervalRejected, when: index > 0 && interval == 0)
    flags.set(.discontinuity, when: interval > preintegration.timeline.longestInterval)
    flags.set(.afterGap, when: interval > SampleGuard<Double>.longestInterval)
    flags.set(.atRest, when: isAtRest[index])
    flags.set(.saturated, when: isSaturated)
    if hasHeading, !observer.squaredAnomalies.isEmpty {
      flags.set(.fieldDisturbed, when: observer.squaredAnomalies[knot] > Self.disturbedSquaredAnomaly)
    }
    return flags
  }

  /// The constant sensor errors with their posterior standard deviations (46).
  func sensorErrors(_ elimination: ArrowElimination) throws(LinearAlgebraError) -> SmoothedSensorErrors {
    let deviations = try elimination.complement.inverseDiagonal().map { $0.squareRoot() }
    func deviation(_ start: Int) -> Vector3<Double> { SmoothingState.vector(deviations, start) }
    var errors = SmoothedSensorErrors()
    errors.gyroscopeMatrix = state.gyroscopeMatrix
    errors.gyroscopeMatrixStandardDeviation = Matrix3(
      rows: deviation(Unknown.gyroscopeMatrix(row: 0)), deviation(Unknown.gyroscopeMatrix(row: 1)),
      deviation(Unknown.gyroscopeMatrix(row: 2)))
    errors.gyroscopeBias = state.biases.reduce(.zero, +) / Double(max(state.biases.count, 1))
    errors.accelerometerBias = state.accelerometerBias
    errors.accelerometerBiasStandardDeviation = deviation(Unknown.accelerometerBias)
    errors.accelerometerScale = state.accelerometerScale
    errors.accelerometerScaleStandardDeviation = deviation(Unknown.accelerometerScale)
    errors.accelerometerLag = state.accelerometerLag
    errors.accelerometerLagStandardDeviation = deviations[Unknown.accelerometerLag]
    errors.leverArm = state.leverArm
    errors.leverArmStandardDeviation = deviation(Unknown.leverArm)
    errors.magnetometerLag = observer.lag
    errors.magnetometerHardIron = observer.hasHardIron ? observer.model?.hardIron : nil
    errors.relativeRateNoise = factors.relativeRateNoise
    return errors
  }
}
