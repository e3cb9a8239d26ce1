#if canImport(VectorLanes)
  import AttitudeFilters
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// The recordings of one lane: rows become samples piece by piece, and what the filter makes of them becomes results.
  struct LaneRecording<Element: LaneElement>: ~Copyable {
    /// Few enough to stay in the processor's nearer caches for all lanes.
    private static var pieceLength: Int { 128 }

    private let settings: StreamSettings
    private let samples: UnsafeMutablePointer<MotionSample<Element>>
    private let fused: UnsafeMutablePointer<FusedSample<Element>>
    private let details: UnsafeMutablePointer<FusedDetails<Element>>
    private let discontinuities: UnsafeMutablePointer<Bool>

    private var rows: FusionRows?
    private var clock: SampleClock
    private var frame: OutputFrame
    private var isDiscontinuous = false
    /// The rows of the piece that is in the lane.
    private var piece = 0..<0

    init(settings: StreamSettings) {
      self.settings = settings
      clock = SampleClock(parameters: settings.clock)
      frame = OutputFrame(settings)
      samples = .allocate(capacity: Self.pieceLength)
      fused = .allocate(capacity: Self.pieceLength)
      details = .allocate(capacity: Self.pieceLength)
      discontinuities = .allocate(capacity: Self.pieceLength)
    }

    deinit {
      samples.deallocate()
      fused.deallocate()
      details.deallocate()
      discontinuities.deallocate()
    }

    /// Stores what came of the piece before and gives the next one, of the next recording where there is no more of this
    /// one; nil where there are no more recordings.
    mutating func next(_ nextRows: () -> FusionRows?) -> RecordingSegment<Element>? {
      storePiece()
      var isFirst = false
      while piece.upperBound == rows?.samples.count ?? 0 {
        guard let following = nextRows() else { return nil }
        start(following)
        isFirst = true
      }
      guard let rows else { return nil }
      takePiece(of: rows)
      return RecordingSegment(
        samples: UnsafeBufferPointer(start: samples, count: piece.count), results: fused,
        details: rows.results.wantsDetails ? details : nil, isFirst: isFirst)
    }

    private mutating func start(_ following: FusionRows) {
      rows = following
      clock = SampleClock(parameters: settings.clock)
      frame = OutputFrame(settings)
      isDiscontinuous = false
      piece = 0..<0
    }

    private mutating func takePiece(of rows: FusionRows) {
      let first = piece.upperBound
      piece = first..<min(first + Self.pieceLength, rows.samples.count)
      if settings.isPlain {
        rows.samples.read(piece, into: samples)
      } else {
        for (index, row) in piece.enumerated() {
          samples[index] = MotionSample(settings.bodySample(of: rows.samples.sample(row)))
        }
      }
      for (index, row) in piece.enumerated() {
        if let timestamp = rows.samples.timestamp(row) {
          let reading = clock.read(Timestamp(nanoseconds: timestamp))
          samples[index].interval = Element(reading.interval)
          isDiscontinuous = reading.isDiscontinuity
        }
        discontinuities[index] = isDiscontinuous
      }
    }

    private mutating func storePiece() {
      guard let rows else { return }
      let first = piece.lowerBound
      var index = 0
      while index < piece.count && !frame.isFirstFound {
        frame.follow(Rotation(fused[index].referenceFromBody), fused[index].flags.contains(.initializing), settings)
        var reading = reading(index)
        rows.results.store(&reading, at: first + index)
        index += 1
      }
      rows.results.store(first + index..<piece.upperBound) { reading($0 - first) }
    }

    @inline(__always)
    private func reading(_ index: Int) -> LaneReading<Element> {
      LaneReading(
        outputFromENU: frame.outputFromENU, separator: settings.separator,
        specificForce: samples[index].specificForce, fused: fused[index], details: details + index,
        isDiscontinuous: discontinuities[index])
    }
  }
#endif
