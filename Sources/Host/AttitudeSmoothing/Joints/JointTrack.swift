import MotionSamples
import NumericalMethods
import Rotations

/// The smoothed motion of one of two joined bodies: attitude, rate and specific force at every row that has both readings.
struct JointTrack {
  let start: Timestamp
  private(set) var timestamps: [Timestamp] = []
  /// Seconds since `start`, increasing.
  private(set) var times: [Double] = []
  private(set) var levelFromBody: [Rotation<Double>] = []
  /// Without the errors that the smoother estimated, rad/s and m/s².
  private var rates: [Vector3<Double>] = []
  private var forces: [Vector3<Double>] = []
  /// Variances of the attitude error about a level axis and about the vertical, rad²; the latter NaN without magnetometer.
  private(set) var variances: [(tilt: Float, heading: Float)] = []
  /// The variance of the bias of an axis of the accelerometer, (m/s²)².
  private(set) var forceBiasVariance = 0.0
  /// Rows further apart do not connect, s.
  private let longestStep: Double

  /// Smooths a recording. Throws if it cannot be smoothed and if it is shorter than `leastDuration`.
  init(_ recording: JointRecording, _ parameters: AttitudeSmootherParameters, leastDuration: Double)
    throws(JointError)
  {
    guard let start = recording.timestamps.first else { throw .tooShort(common: 0, needed: leastDuration) }
    self.start = start
    let smoothed: SmoothedRecording
    do throws(SmoothingError) {
      smoothed = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    } catch {
      throw .notSmoothed(error)
    }
    // Of sensors with rows of their own, one row has both readings.
    let grid = RateGrid(recording.samples[...])
    let count = grid?.rows.count ?? recording.samples.count
    let accelerometer = smoothed.sensorErrors?.accelerometer ?? .identity
    for index in 0..<count {
      let row = grid?.rows[index] ?? index
      let sample = grid?.samples[index] ?? recording.samples[index]
      guard Measurement.isRate(sample.angularRate), Measurement.isForce(sample.specificForce) else { continue }
      let estimate = smoothed.samples[row]
      timestamps.append(recording.timestamps[row])
      times.append(recording.timestamps[row].seconds(since: start))
      levelFromBody.append(estimate.enuFromBody)
      rates.append(estimate.angularRate)
      forces.append(accelerometer.apply(to: sample.specificForce))
      let (tilt, heading) = (estimate.tiltStandardDeviation, estimate.headingStandardDeviation)
      variances.append((Float(tilt * tilt), Float(heading * heading)))
    }
    longestStep = 3 * (zip(times, times.dropFirst()).map { $1 - $0 }.median ?? 0)
    if let deviation = smoothed.sensorErrors?.accelerometerBiasStandardDeviation {
      forceBiasVariance = deviation.squaredLength / 3
    }
    guard let last = times.last, let first = times.first, last - first >= leastDuration else {
      throw .tooShort(common: (times.last ?? 0) - (times.first ?? 0), needed: leastDuration)
    }
  }

  /// The place of the last row at or before a time, and the share of the way to the next; nil outside and in gaps.
  func place(of time: Double) -> (index: Int, share: Double)? {
    guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
    let index = min(max(0, times.partitioningIndex { $0 > time } - 1), times.count - 2)
    let step = times[index + 1] - times[index]
    return step <= longestStep ? (index, (time - times[index]) / step) : nil
  }

  /// The attitude at a time; nil outside and in gaps.
  func levelFromBody(at time: Double) -> Rotation<Double>? {
    place(of: time).map { levelFromBody[$0.index].slerp(to: levelFromBody[$0.index + 1], fraction: $0.share) }
  }

  /// The mean forces in `count` boxes of a width in s from `origin`; nil where the track does not cover the box.
  ///
  /// The mean is that of straight lines between the rows, so that it does not depend on which rows are in the box.
  func forces(from origin: Double, width: Double, count: Int) -> [JointForce?] {
    var boxes = [JointForce?](repeating: nil, count: count)
    var (sum, covered, box) = (JointForce.zero, 0.0, 0)
    var left = force(0)
    for index in 0..<times.count - 1 {
      let right = force(index + 1)
      defer { left = right }
      let step = times[index + 1] - times[index]
      var from = max(times[index], origin)
      guard times[index + 1] > from, step <= longestStep else { continue }
      while from < times[index + 1], box < count {
        let edge = origin + Double(box + 1) * width
        if from >= edge {
          if covered > 0.999 * width { boxes[box] = sum * (1 / covered) }
          (sum, covered, box) = (.zero, 0, box + 1)
          continue
        }
        let end = min(times[index + 1], edge)
        let middle = (0.5 * (from + end) - times[index]) / step
        sum = sum + (left * (1 - middle) + right * middle) * (end - from)
        covered += end - from
        from = end
      }
    }
    if box < count, covered > 0.999 * width { boxes[box] = sum * (1 / covered) }
    return boxes
  }

  /// The force at a row. A rate is the mean over the interval that ends with its row.
  private func force(_ index: Int) -> JointForce {
    let (here, next) = (min(index, times.count - 2), min(index, times.count - 2) + 1)
    let rate = (rates[here] + rates[next]) * 0.5
    let acceleration = (rates[next] - rates[here]) / (times[next] - times[here])
    let gradient =
      Matrix3(crossProductBy: acceleration) + Matrix3(outerProductOf: rate, rate)
      - Matrix3(diagonal: Vector3(repeating: rate.squaredLength))
    let matrix = levelFromBody[index].matrix
    return JointForce(atSensor: matrix * forces[index], gradient: matrix * gradient)
  }
}

/// The specific force at a point of a body in its level frame, linear in the place of the point.
struct JointForce {
  /// At the sensor, m/s².
  var atSensor: Vector3<Double>
  /// Its change with the place in body axes, 1/s².
  var gradient: Matrix3<Double>

  static var zero: JointForce { JointForce(atSensor: .zero, gradient: .zero) }

  /// At a place in body axes, m from the sensor.
  func at(_ arm: Vector3<Double>) -> Vector3<Double> { atSensor + gradient * arm }

  static func + (left: Self, right: Self) -> Self {
    JointForce(atSensor: left.atSensor + right.atSensor, gradient: left.gradient + right.gradient)
  }
  static func * (force: Self, factor: Double) -> Self {
    JointForce(atSensor: force.atSensor * factor, gradient: force.gradient * factor)
  }
}

extension [Double] {
  /// The first index whose element satisfies a condition that holds from there on.
  func partitioningIndex(_ condition: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
