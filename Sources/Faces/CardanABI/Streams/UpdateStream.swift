import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// An update with the readings of a raw sample. All updates except those in lanes end here, in one function per filter.
struct UpdateStream: StreamOperation {
  let interval: Real
  let readings: SampleReadings

  @inline(__always)
  func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.bypassesStages ? updateFilter(&stream) : prepareAndUpdate(&stream)
  }

  /// Never inlined: faster with the registers and stack of a single filter.
  @inline(never)
  private func updateFilter<Filter: AttitudeFilter>(
    _ stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.updateFilter(readings.sample(interval: interval))
    return CARDAN_OK
  }

  @inline(never)
  private func prepareAndUpdate<Filter: AttitudeFilter>(
    _ stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let status = stream.conditioner.condition(readings.sample(interval: interval)).withReadings {
      UpdateStream(interval: interval, readings: $0).updateFilter(&stream)
    }
    stream.updateFrame()
    return status
  }
}

/// An update with a raw sample and its timestamp in nanoseconds, which need not be continuous.
struct UpdateStreamAt: StreamOperation {
  let timestamp: Int64
  let readings: SampleReadings

  @inline(__always)
  func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let interval = stream.interval(to: Timestamp(nanoseconds: timestamp))
    return UpdateStream(interval: interval, readings: readings).perform(on: &stream)
  }
}
