import CCardan
import Testing

@testable import CardanABI

/// Which of many recordings are taken first.
@Suite struct JobOrderTests {
  /// The order of recordings without stamps.
  private func order(_ recordings: [(length: Int, interval: Double)], stepInterval: Double) -> [Int] {
    let rows = UnsafeMutablePointer<cardan_recording>.allocate(capacity: recordings.count)
    let jobs = UnsafeMutablePointer<cardan_job>.allocate(capacity: recordings.count)
    defer {
      rows.deallocate()
      jobs.deallocate()
    }
    for (index, recording) in recordings.enumerated() {
      var row = cardan_recording()
      row.count = recording.length
      row.interval = recording.interval
      (rows + index).initialize(to: row)
      (jobs + index).initialize(to: cardan_job(recording: rows + index, results: nil, status: CARDAN_OK))
    }
    let order = JobOrder(of: jobs, count: recordings.count, stepInterval: stepInterval)
    return (0..<order.count).map { order[$0] }
  }

  @Test func recordingsOfLikeRateGoTogetherTheLongestFirst() {
    let recordings = [(100, 0.01), (900, 0.02), (300, 0.0101), (100, 0.01), (50, 0.02), (2000, 0.0035), (0, 0)]
    #expect(order(recordings, stepInterval: 0.05) == [5, 1, 4, 2, 0, 3, 6])
  }

  @Test func withoutStepsTheLongestAreFirst() {
    let recordings = [(100, 0.01), (900, 0.02), (300, 0.01), (100, 0.01), (2000, 0.0035)]
    #expect(order(recordings, stepInterval: 0) == [4, 1, 2, 0, 3])
  }

  @Test func theRateOfStampsIsTheirMean() {
    let stamps: [Int64] = [1_000_000_000, 1_010_000_000, 1_030_000_000, 1_040_000_000]
    let samples = stamps.withUnsafeBytes { bytes in
      var recording = cardan_recording()
      recording.time = cardan_array(data: bytes.baseAddress, row_stride: 8, column_stride: 0, element: CARDAN_INT64)
      return [stamps.count, 1].map { count in
        recording.count = count
        return SampleRows(recording)?.samples(in: 0.05)
      }
    }
    #expect(samples == [4, 0])
  }
}
