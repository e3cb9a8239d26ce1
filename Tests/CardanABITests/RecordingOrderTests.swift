import CCardan
import Testing

@testable import CardanABI

/// Which of many recordings are taken first.
@Suite struct RecordingOrderTests {
  /// The order of recordings without timestamps.
  private func order(
    _ recordings: [(length: Int, interval: Double)], filter: cardan_filter_kind = CARDAN_FILTER_DEFAULT
  ) throws -> [Int] {
    var options = cardan_options()
    options.size = MemoryLayout<cardan_options>.size
    options.filter = filter
    var checked: CheckedOptions?
    _ = CheckedOptions.reading(&options) {
      checked = $0.pointee
      return CARDAN_OK
    }
    let rows = UnsafeMutablePointer<cardan_recording>.allocate(capacity: recordings.count)
    let jobs = UnsafeMutableBufferPointer<cardan_job>.allocate(capacity: recordings.count)
    defer {
      rows.deallocate()
      jobs.deallocate()
    }
    for (index, recording) in recordings.enumerated() {
      var row = cardan_recording()
      row.size = MemoryLayout<cardan_recording>.size
      row.count = recording.length
      row.interval = recording.interval
      (rows + index).initialize(to: row)
      jobs.initializeElement(at: index, to: cardan_job(recording: rows + index, results: nil, status: CARDAN_OK))
    }
    return ManyRecordings(options: try #require(checked), jobs: jobs).batch.queue(threads: 2).order
  }

  @Test func recordingsOfLikeRateGoTogetherTheLongestFirst() throws {
    let recordings = [(100, 0.01), (900, 0.02), (300, 0.0101), (100, 0.01), (50, 0.02), (2000, 0.0035), (0, 0)]
    #expect(try order(recordings) == [5, 1, 4, 2, 0, 3, 6])
  }

  @Test func withoutStepsTheLongestAreFirst() throws {
    let recordings = [(100, 0.01), (900, 0.02), (300, 0.01), (100, 0.01), (2000, 0.0035)]
    #expect(try order(recordings, filter: CARDAN_FILTER_MAHONY) == [4, 1, 2, 0, 3])
  }

  @Test func theRateOfTimestampsIsTheirMean() {
    let stamps: [Int64] = [1_000_000_000, 1_010_000_000, 1_030_000_000, 1_040_000_000]
    let intervals = stamps.withUnsafeBytes { bytes in
      var recording = cardan_recording()
      recording.time = cardan_array(data: bytes.baseAddress, row_stride: 8, column_stride: 0, element: CARDAN_INT64)
      return [stamps.count, 1].map { count in
        recording.count = count
        return SampleRows(recording)?.meanInterval
      }
    }
    #expect(intervals == [0.04 / 3, 0])
  }
}
