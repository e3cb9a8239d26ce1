#if !hasFeature(Embedded)
  import AttitudeFilters
  import MotionSamples
  import Rotations

  /// A sample of a recording in an array.
  protocol RecordedSample: Sendable {
    /// Whether samples have timestamps; otherwise intervals.
    static var hasTimestamps: Bool { get }
    /// The mean time between samples in seconds; 0 if unknown.
    static func meanInterval(of samples: [Self]) -> Double
    /// The timestamp; nil for a sample with an interval.
    var ownTimestamp: Timestamp? { get }
    /// The readings, with the interval of a sample that has one.
    var readings: MotionSample<Double> { get }
    /// The gyroscope's temperature in degrees Celsius; NaN if unknown.
    var temperature: Double { get }
    /// Whether there is a velocity over ground or a speed.
    var hasVelocities: Bool { get }
    /// Updates a stream.
    func process<Filter: AttitudeFilter>(in stream: inout MotionStream<Filter>) where Filter.Scalar == Double
  }

  extension TimedSample<Double>: RecordedSample {
    static var hasTimestamps: Bool { true }

    static func meanInterval(of samples: [Self]) -> Double {
      guard samples.count > 1, let first = samples.first, let last = samples.last else { return 0 }
      return last.timestamp.seconds(since: first.timestamp) / Double(samples.count - 1)
    }

    @inline(__always)
    var ownTimestamp: Timestamp? { timestamp }
    @inline(__always)
    var readings: MotionSample<Double> { sample }
    @inline(__always)
    var hasVelocities: Bool { velocity.isPresent || speed.isPresent }

    @inline(__always)
    func process<Filter: AttitudeFilter>(in stream: inout MotionStream<Filter>) where Filter.Scalar == Double {
      stream.process(self)
    }
  }

  extension MotionSample<Double>: RecordedSample {
    static var hasTimestamps: Bool { false }

    /// The first samples are enough: it only orders the work.
    static func meanInterval(of samples: [Self]) -> Double {
      let intervals = samples.prefix(100).map(\.interval).filter { $0 > 0 && $0 < 60 }
      return intervals.isEmpty ? 0 : intervals.reduce(0, +) / Double(intervals.count)
    }

    var ownTimestamp: Timestamp? { nil }
    var readings: MotionSample<Double> { self }
    var temperature: Double { .nan }
    var hasVelocities: Bool { false }

    @inline(__always)
    func process<Filter: AttitudeFilter>(in stream: inout MotionStream<Filter>) where Filter.Scalar == Double {
      stream.process(self)
    }
  }

  /// A recording in an array as rows, whose results are appended.
  struct SampleArrayRows<Sample: RecordedSample>: RecordingRows {
    let samples: [Sample]
    let results: ResultBox
    let outputs: FusedOutputs

    var count: Int { samples.count }
    var hasTimestamps: Bool { Sample.hasTimestamps }
    var meanInterval: Double { Sample.meanInterval(of: samples) }
    var wantsFlags: Bool { outputs.contains(.flags) }
    var wantsBias: Bool { !outputs.isDisjoint(with: [.gyroscopeBias, .tiltStandardDeviation]) }
    var wantsRate: Bool { !outputs.isDisjoint(with: [.angularRate, .headingStandardDeviation]) }
    var wantsDoubts: Bool { outputs.contains(.doubts) }

    // Through pointers: an iterator would copy whole rows.
    func hasVelocities(in rows: Range<Int>) -> Bool {
      samples.withUnsafeBufferPointer { samples in
        var result = false
        for row in rows { result = samples[row].hasVelocities || result }
        return result
      }
    }

    @inline(__always)
    func timestamp(_ row: Int) -> Timestamp? { samples.withUnsafeBufferPointer { $0[row].ownTimestamp } }
    func temperature(_ row: Int) -> Double { samples[row].temperature }
    func sample(_ row: Int) -> MotionSample<Double> { samples[row].readings }

    func read<Element: LaneElement>(_ rows: Range<Int>, into places: UnsafeMutablePointer<MotionSample<Element>>) {
      samples.withUnsafeBufferPointer { samples in
        for index in 0..<rows.count { places[index] = MotionSample(samples[rows.lowerBound + index].readings) }
      }
    }

    func attitudes(from row: Int) -> UnsafeMutableRawPointer? { nil }

    func store(
      _ quantity: FusedQuantity, of rows: Range<Int>, using column: UnsafeMutablePointer<Double>,
      _ numbers: (UnsafeMutablePointer<Double>) -> Void
    ) {
      guard outputs.contains(FusedOutputs(quantity)) else { return }
      numbers(column)
      results.recording.append(quantity, rows.count, from: column)
    }

    func storeFlags(of rows: Range<Int>, _ flags: (Int) -> OutcomeFlags) {
      results.recording.flags.append(contentsOf: (0..<rows.count).lazy.map(flags))
    }

    func store(_ doubts: InputDoubts) { results.recording.doubts = doubts }

    func append(to upcoming: inout UpcomingRows, after rows: Range<Int>) {}
  }
#endif
