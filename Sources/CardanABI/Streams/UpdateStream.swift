import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// An update by the readings of a raw sample. All updates but those in lanes end here, in one function for each filter.
struct UpdateStream: StreamOperation {
  let interval: Real
  let readings: SampleReadings

  @inline(__always)
  func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.takesRawSamples ? take(&stream) : prepareAndTake(&stream)
  }

  /// Never inlined: with the registers and the stack of one filter alone it costs less.
  @inline(never)
  private func take<Filter: AttitudeFilter>(
    _ stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.take(readings.sample(interval: interval))
    return CARDAN_OK
  }

  @inline(never)
  private func prepareAndTake<Filter: AttitudeFilter>(
    _ stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let status = stream.conditioner.condition(readings.sample(interval: interval)).withReadings {
      UpdateStream(interval: interval, readings: $0).take(&stream)
    }
    stream.followStart()
    return status
  }
}

/// An update by the readings of a raw sample with a timestamp in nanoseconds, which may jump.
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
