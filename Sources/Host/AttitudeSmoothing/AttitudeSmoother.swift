// AttitudeSmoothing: the attitude of a whole recording from all its samples at once.
// It starts no threads and reads no logs (LogProcessing does); its sensor errors belong to the recording.

import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

/// The most accurate attitude for a complete recording: every sample is estimated from the samples before and after it.
///
/// Maximum a posteriori estimate of attitude, velocity and gyroscope bias at knots 0.2 s apart and of the sensors' constant
/// errors, by Gauss-Newton iterations from the causal default filter; between knots the gyroscope is integrated. Tilt is
/// bounded by the assumption that the average velocity is near zero. The magnetometer corrects heading and never tilt; its
/// lag is estimated, and its hard iron if the recording gives evidence of it. The article <doc:TheSmoother> defines the
/// estimate; the code of the smoother cites its equations by number.
///
/// The cost is per knot. Long recordings are smoothed in overlapping windows; `SmoothingStream` does so while samples come, in
/// bounded memory. Smoothing runs on the calling thread; different recordings, and different windows of a stream, can be smoothed on
/// different threads.
///
/// ```swift
/// let smoothed = try AttitudeSmoother().smooth(samples)
/// for sample in smoothed.samples { print(sample.enuFromBody, sample.tiltStandardDeviation) }
/// ```
public struct AttitudeSmoother: Sendable {
  /// The tuning parameters.
  public var parameters: AttitudeSmootherParameters

  /// A smoother with the default parameters, or with others.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) { self.parameters = parameters }

  /// Smooths a recording.
  ///
  /// - Parameters:
  ///   - samples: The recording in body axes. Intervals are used as given, without resampling; an interval above
  ///     2.5 times the median and above 0.05 s is a gap. Missing, non-finite and out-of-range readings are bridged and
  ///     flagged in the result. The magnetometer may be slower than the other sensors, or absent. If the sensors have
  ///     rows of their own, readings move to the next row with an angular rate.
  ///   - velocities: Velocities over ground and speeds in the order of their samples, whose places are those in `samples`.
  /// - Returns: An attitude for every sample, and the sensor errors. No samples give an empty result.
  public func smooth(
    _ samples: [MotionSample<Double>], velocities: [ObservedVelocity] = []
  ) throws(SmoothingError) -> SmoothedRecording {
    var stream = SmoothingStream(parameters: parameters)
    var result = SmoothedRecording()
    var rest = velocities.drop { $0.sample < 0 }
    for start in stride(from: 0, to: samples.count, by: Self.blockSize) {
      let end = min(start + Self.blockSize, samples.count)
      let observed = rest.prefix { $0.sample < end }
      rest = rest.dropFirst(observed.count)
      for stretch in try stream.add(samples[start..<end], observed.map { $0.moved(by: -start) }) {
        result.append(stretch.smoothed)
      }
    }
    for stretch in try stream.finish() { result.append(stretch.smoothed) }
    result.windows = stream.windows
    return result
  }

  /// Most recordings are one block, which is copied once.
  private static let blockSize = 1 << 20
}

/// Why a recording was not smoothed.
public enum SmoothingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No sample has a valid angular rate.
  case noAngularRate
  /// No sample has a valid specific force.
  case noSpecificForce
  /// The equations are not positive definite in double precision: the readings are too large or too different in size.
  case unsolvable(LinearAlgebraError)
  /// The caller ended it.
  case stopped

  public var description: String {
    switch self {
    case .noAngularRate: "no valid gyroscope reading"
    case .noSpecificForce: "no valid accelerometer reading"
    case .unsolvable: "the smoothing equations have no solution; the readings may have wrong units"
    case .stopped: "stopped before its end"
    }
  }
}
