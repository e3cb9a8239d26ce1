import AttitudeFilters
import MotionSamples
import Rotations

/// The place of a sample in a session.
struct SampleTiming {
  /// The time in the session, ns.
  var sessionTime: Int64 = 0
  /// Whether data is missing before the sample.
  var isDiscontinuous = false
}

/// A motion of a session and the state of its `MotionStream` after the sample.
struct StreamState {
  var motion = Motion<Double>(outputFromBody: .identity)
  var timing = SampleTiming()
  /// The interval of the sample, s.
  var interval = 0.0
  /// The magnetic field as input to the filter, µT.
  var magneticField = Vector3<Double>.absent
  var startENUFromBody: Rotation<Double>?
  var isNorthKnown = false
  var hardIron = Vector3<Double>.zero

  /// Before the first sample.
  init() {}

  /// After a conditioned sample, whose motion follows when it is ready.
  @inline(__always)
  init<Filter: AttitudeFilter>(
    of stream: MotionStream<Filter>, after sample: MotionSample<Double>, _ timing: SampleTiming
  ) where Filter.Scalar == Double {
    self.timing = timing
    interval = sample.interval
    magneticField = sample.magneticField
    startENUFromBody = stream.frame.startENUFromBody
    isNorthKnown = stream.conditioner.usesMagnetometer && stream.frame.isSettled
    hardIron = stream.filter.magnetometerHardIron ?? .zero
  }
}

/// A stream of any filter: raw samples in, their states out, in order. With a latency states follow later.
struct StreamStates {
  /// Processes a raw sample with its interval.
  let process: (_ stamped: TimedSample<Double>, _ timing: SampleTiming) -> Void
  /// Removes and returns the next state; nil if none is ready.
  let next: () -> StreamState?
  /// Makes ready all states that wait.
  let finish: () -> Void

  /// The states of a filter, `latency` seconds late, which is 0 for all but the default filter.
  static func of(_ filter: FilterSelection, _ settings: StreamSettings<Double>, latency: Double) -> StreamStates {
    var operation = Make(filter: filter, settings: settings, latency: latency)
    return filter.kind.perform(&operation)
  }

  /// Makes the stream of a filter, specialized for that filter.
  private struct Make: FilterOperation {
    typealias Scalar = Double
    let filter: FilterSelection
    let settings: StreamSettings<Double>
    let latency: Double

    mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) -> StreamStates where Filter.Scalar == Double {
      var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
      guard var queue = MotionQueue<Filter, StreamState>(latency: latency, of: stream) else {
        preconditionFailure("only the default filter has a latency")
      }
      return StreamStates(
        process: { stamped, timing in
          stream.timestamp = stamped.timestamp
          stream.isDiscontinuous = timing.isDiscontinuous
          stream.observe(velocity: stamped.velocity, speed: stamped.speed)
          let sample = stream.conditioner.condition(stamped.sample, temperature: stamped.temperature)
          queue.take(sample, in: &stream) { StreamState(of: $0, after: sample, timing) }
        },
        next: {
          guard let ready = queue.next() else { return nil }
          var state = ready.companion
          state.motion = ready.motion
          return state
        }, finish: { queue.finish(stream) })
    }
  }
}
