#if !hasFeature(Embedded)
  import AttitudeFilters
  import MotionSamples
  import Rotations

  /// Fuses many recordings in memory, each as by a `MotionStream` of its own, on several threads and side by side in vector lanes.
  ///
  /// ```swift
  /// import Cardan
  /// import RecordingFusionDispatch
  ///
  /// let results = fuse(recordings, outputs: [.outputFromBody, .gravity], threads: 4, lanes: .forThisProcessor)
  /// print(results[0].outputFromBody.last, results[0].gravity.last)
  /// ```
  ///
  /// Every number is that of `MotionStream.update` sample by sample, bit for bit, for any number of threads, with and without lanes; in
  /// a build for a processor that fuses multiplication and addition, those of lanes differ in the last bits.
  ///
  /// Lanes take the filters `default`, `vqf`, `madgwick` and `mahony` with at least four recordings per thread, in frames that do not
  /// start at zero heading. All else is processed one recording after another, as are recordings with velocities over ground or speeds.
  /// Lanes do not check the readings; `outputs` with `doubts` checks them beside the lanes.
  ///
  /// - Parameters:
  ///   - recordings: Samples in sensor axes with timestamps, which may have gaps and repeat; with temperatures, velocities and speeds.
  ///     Recordings may have different lengths and rates, and be empty.
  ///   - filter: The filter and its parameters. Default: the default filter.
  ///   - settings: Axes, calibration, clock, frame and gravity. Default: those of a stream.
  ///   - outputs: The results to give. Default: the attitudes.
  ///   - threads: The number of threads, including the calling one; at least 1. At most one per recording and 1024 are started.
  ///   - lanes: The lanes: `.forThisProcessor` of RecordingFusionDispatch (product `CardanLanes`). Default: none.
  /// - Returns: The results in the order of the recordings.
  public func fuse(
    _ recordings: [[TimedSample<Double>]], filter: FilterSelection = FilterSelection(),
    settings: StreamSettings<Double> = StreamSettings(), outputs: FusedOutputs = .outputFromBody, threads: Int = 1,
    lanes: LaneKernels<Double>? = nil
  ) -> [FusedRecording] {
    SampleArrays(recordings, filter, settings, outputs).fuse(threads: threads, lanes: lanes)
  }

  /// Fuses many recordings in memory whose samples have intervals in place of timestamps.
  ///
  /// - Parameters:
  ///   - recordings: Samples in sensor axes, each with the time since the one before.
  ///   - filter: The filter and its parameters. Default: the default filter.
  ///   - settings: Axes, calibration, frame and gravity. Default: those of a stream.
  ///   - outputs: The results to give. Default: the attitudes.
  ///   - threads: The number of threads, including the calling one; at least 1. At most one per recording and 1024 are started.
  ///   - lanes: The lanes: `.forThisProcessor` of RecordingFusionDispatch (product `CardanLanes`). Default: none.
  /// - Returns: The results in the order of the recordings.
  public func fuse(
    _ recordings: [[MotionSample<Double>]], filter: FilterSelection = FilterSelection(),
    settings: StreamSettings<Double> = StreamSettings(), outputs: FusedOutputs = .outputFromBody, threads: Int = 1,
    lanes: LaneKernels<Double>? = nil
  ) -> [FusedRecording] {
    SampleArrays(recordings, filter, settings, outputs).fuse(threads: threads, lanes: lanes)
  }

  /// The results of one recording, which one thread writes at a time.
  final class ResultBox: @unchecked Sendable {
    var recording: FusedRecording

    init(_ outputs: FusedOutputs, count: Int) { recording = FusedRecording(outputs, count: count) }
  }

  /// Recordings in arrays, and their results.
  private struct SampleArrays<Sample: RecordedSample>: RecordingJobs {
    let recordings: [[Sample]]
    let results: [ResultBox]
    let filter: FilterSelection
    let settings: StreamSettings<Double>
    let outputs: FusedOutputs

    init(
      _ recordings: [[Sample]], _ filter: FilterSelection, _ settings: StreamSettings<Double>, _ outputs: FusedOutputs
    ) {
      self.recordings = recordings
      results = recordings.map { ResultBox(outputs, count: $0.count) }
      self.filter = filter
      self.settings = settings
      self.outputs = outputs
    }

    func fuse(threads: Int, lanes: LaneKernels<Double>?) -> [FusedRecording] {
      precondition(threads >= 1, "fuse: threads must be at least 1, not \(threads)")
      var reading = ReadParameters(filter: filter)
      RecordingBatch(self, filter: filter.kind, parameters: filter.kind.perform(&reading), settings: settings)
        .fuse(threads: threads, lanes: lanes)
      return results.map(\.recording)
    }

    var count: Int { recordings.count }

    func rows(of index: Int) -> SampleArrayRows<Sample>? {
      SampleArrayRows(samples: recordings[index], results: results[index], outputs: outputs)
    }

    func fuseAlone(_ index: Int) {
      var alone = FuseAlone(
        samples: recordings[index], filter: filter, settings: settings, outputs: outputs,
        result: FusedRecording(outputs, count: recordings[index].count))
      filter.kind.perform(&alone)
      results[index].recording = alone.result
    }
  }

  private struct ReadParameters: FilterOperation {
    typealias Scalar = Double
    let filter: FilterSelection

    mutating func perform<Filter: AttitudeFilter>(
      for type: Filter.Type
    ) -> ParameterValues where Filter.Scalar == Double {
      filter.parameters(as: Filter.Parameters.self).values
    }
  }

  /// A recording through a stream of its own.
  private struct FuseAlone<Sample: RecordedSample>: FilterOperation {
    typealias Scalar = Double
    let samples: [Sample]
    let filter: FilterSelection
    let settings: StreamSettings<Double>
    let outputs: FusedOutputs
    var result: FusedRecording

    mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) where Filter.Scalar == Double {
      var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
      for sample in samples {
        sample.process(in: &stream)
        result.append(outputs, of: &stream)
      }
      if outputs.contains(.doubts) { result.doubts = stream.doubts }
    }
  }
#endif
