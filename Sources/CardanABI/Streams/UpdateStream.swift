import CCardan
import MotionSamples

/// An update by the readings of a raw sample. All updates but those in lanes end here, in one function for each filter.
struct UpdateStream: StreamOperation {
  let interval: Real
  let readings: SampleReadings

  @inline(__always)
  func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    stream.takesSamplesAsTheyAre ? take(&stream) : prepareAndTake(&stream)
  }

  /// Never inlined: with the registers and the stack of one filter alone it costs less.
  @inline(never)
  private func take<Filter>(_ stream: inout MotionStream<Filter>) -> cardan_status {
    stream.take(readings.sample(interval: interval))
    return CARDAN_OK
  }

  @inline(never)
  private func prepareAndTake<Filter>(_ stream: inout MotionStream<Filter>) -> cardan_status {
    let status = stream.settings.bodySample(of: readings.sample(interval: interval)).withReadings {
      UpdateStream(interval: interval, readings: $0).take(&stream)
    }
    stream.followStart()
    return status
  }
}

/// An update by the readings of a raw sample at a moment, in nanoseconds, whose clock may lie.
struct UpdateStreamAtMoment: StreamOperation {
  let timestamp: Int64
  let readings: SampleReadings

  @inline(__always)
  func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    UpdateStream(interval: stream.interval(to: timestamp), readings: readings).perform(on: &stream)
  }
}
