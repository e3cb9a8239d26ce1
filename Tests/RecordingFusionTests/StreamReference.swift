import AttitudeFilters
import MotionSamples

/// The motions of recordings, each by a stream of its own, sample by sample.
extension FilterKind {
  func streams(
    of recordings: [[TimedSample<Double>]], _ settings: StreamSettings<Double> = StreamSettings(),
    selection: FilterSelection? = nil
  ) -> [[Motion<Double>]] {
    var operation = TimedStreams(
      recordings: recordings, selection: selection ?? FilterSelection(self), settings: settings)
    return perform(&operation)
  }

  func streams(of recordings: [[MotionSample<Double>]]) -> [[Motion<Double>]] {
    var operation = UntimedStreams(recordings: recordings)
    return perform(&operation)
  }

  /// The values of the filter's default parameters.
  var defaultValues: ParameterValues {
    var operation = DefaultValues()
    return perform(&operation)
  }
}

private struct TimedStreams: FilterOperation {
  typealias Scalar = Double
  let recordings: [[TimedSample<Double>]]
  let selection: FilterSelection
  let settings: StreamSettings<Double>

  mutating func perform<Filter: AttitudeFilter>(
    for type: Filter.Type
  ) -> [[Motion<Double>]] where Filter.Scalar == Double {
    recordings.map { rows in
      let parameters = selection.parameters(as: Filter.Parameters.self)
      var stream = MotionStream<Filter>(parameters: parameters, settings: settings)
      return rows.map { row in
        stream.observe(velocity: row.velocity, speed: row.speed)
        return stream.update(row.sample, at: row.timestamp, temperature: row.temperature)
      }
    }
  }
}

private struct UntimedStreams: FilterOperation {
  typealias Scalar = Double
  let recordings: [[MotionSample<Double>]]

  mutating func perform<Filter: AttitudeFilter>(
    for type: Filter.Type
  ) -> [[Motion<Double>]] where Filter.Scalar == Double {
    recordings.map { samples in
      var stream = MotionStream<Filter>(parameters: Filter.Parameters())
      return samples.map { stream.update($0) }
    }
  }
}

private struct DefaultValues: FilterOperation {
  typealias Scalar = Double

  mutating func perform<Filter: AttitudeFilter>(
    for type: Filter.Type
  ) -> ParameterValues where Filter.Scalar == Double { Filter.Parameters().values }
}
