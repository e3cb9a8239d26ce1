#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// The recordings of one lane: converts rows to samples piece by piece, and filter output to results.
  final class LaneRecording<Element: LaneElement> {
    /// Small enough for the pieces of all lanes to fit in the processor's inner caches.
    private static var pieceLength: Int { 128 }

    private let settings: StreamSettings<Real>
    private let conditioner: SampleConditioner<Real>
    private let frame: OutputFrame<Real>
    private let samples: UnsafeMutablePointer<MotionSample<Element>>
    private let attitudes: UnsafeMutablePointer<Rotation<Element>>
    private let flags: UnsafeMutablePointer<OutcomeFlags>
    private let biases: UnsafeMutablePointer<FusedBias<Element>>
    private let rates: UnsafeMutablePointer<FusedRate<Element>>
    private let discontinuities: UnsafeMutablePointer<Bool>
    /// A buffer for results whose array has another layout: at most four numbers per sample.
    private let column: UnsafeMutablePointer<Double>

    private var rows: FusionRows?
    private var clock: SampleClock
    private var isDiscontinuous = false
    /// The rows of the current piece.
    private var piece = 0..<0

    init(settings: StreamSettings<Real>) {
      self.settings = settings
      conditioner = settings.conditionerForFrame
      frame = settings.outputFrame
      clock = SampleClock(parameters: settings.clock)
      samples = .allocate(capacity: Self.pieceLength)
      attitudes = .allocate(capacity: Self.pieceLength)
      flags = .allocate(capacity: Self.pieceLength)
      biases = .allocate(capacity: Self.pieceLength)
      rates = .allocate(capacity: Self.pieceLength)
      discontinuities = .allocate(capacity: Self.pieceLength)
      column = .allocate(capacity: 4 * Self.pieceLength)
    }

    deinit {
      samples.deallocate()
      attitudes.deallocate()
      flags.deallocate()
      biases.deallocate()
      rates.deallocate()
      discontinuities.deallocate()
      column.deallocate()
    }

    /// Stores the results of the current piece and returns the next one, from the next recording at the end of this
    /// one; nil after the last recording.
    func next(_ nextRows: () -> FusionRows?) -> RecordingSegment<Element>? {
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
        samples: UnsafeBufferPointer(start: samples, count: piece.count), attitudes: attitudePlaces(in: rows),
        flags: rows.results.wantsFlags ? flags : nil, biases: rows.results.wantsBias ? biases : nil,
        rates: rows.results.wantsRate ? rates : nil, upcoming: upcoming(in: rows),
        isFirst: isFirst)
    }

    /// The destination of the piece's attitudes: the caller's array if its layout matches that of the lanes.
    private func attitudePlaces(in rows: FusionRows) -> UnsafeMutablePointer<Rotation<Element>> {
      guard Element.self == Double.self, frame.isENU else { return attitudes }
      return rows.results.rotations(from: piece.lowerBound)?.assumingMemoryBound(to: Rotation<Element>.self)
        ?? attitudes
    }

    /// The memory to prefetch: the rows of the next piece, and the results that follow this one.
    private func upcoming(in rows: FusionRows) -> UpcomingRows {
      var upcoming = UpcomingRows()
      rows.samples.append(to: &upcoming, from: piece.upperBound)
      guard let results = rows.results.results else { return upcoming }
      // The lanes write quaternions as they go, the other results are written at the end of the piece.
      upcoming.append(results.pointee.quaternion.upcoming(from: piece.upperBound))
      upcoming.append(results.pointee.gravity.upcoming(from: piece.lowerBound))
      upcoming.append(results.pointee.user_acceleration.upcoming(from: piece.lowerBound))
      upcoming.append(results.pointee.angular_rate.upcoming(from: piece.lowerBound))
      upcoming.append(results.pointee.gyroscope_bias.upcoming(from: piece.lowerBound))
      return upcoming
    }

    private func start(_ following: FusionRows) {
      rows = following
      clock = SampleClock(parameters: settings.clock)
      isDiscontinuous = false
      if !following.samples.hasTimestamps { discontinuities.initialize(repeating: false, count: Self.pieceLength) }
      piece = 0..<0
    }

    private func takePiece(of rows: FusionRows) {
      let first = piece.upperBound
      piece = first..<min(first + Self.pieceLength, rows.samples.count)
      if conditioner.isIdentity {
        rows.samples.read(piece, into: samples)
      } else {
        for (index, row) in piece.enumerated() {
          samples[index] = MotionSample(conditioner.condition(rows.samples.sample(row)))
        }
      }
      if rows.samples.hasTimestamps { readTimestamps(of: rows.samples) }
    }

    private func readTimestamps(of rows: SampleRows) {
      for (index, row) in piece.enumerated() {
        if let timestamp = rows.timestamp(row) {
          let reading = clock.read(Timestamp(nanoseconds: timestamp))
          samples[index].interval = Element(reading.interval)
          isDiscontinuous = reading.isDiscontinuity
        }
        discontinuities[index] = isDiscontinuous
      }
    }

    private func storePiece() {
      guard let rows, let results = rows.results.results else { return }
      let attitudes = attitudePlaces(in: rows)
      LaneReadings(
        frame: frame, gravityMagnitude: settings.gravityMagnitude, samples: samples, attitudes: attitudes,
        areAttitudesStored: attitudes != self.attitudes, outcomes: flags, biases: biases, rates: rates,
        discontinuities: discontinuities
      ).store(piece, in: results, using: column)
    }
  }

  extension cardan_output_array {
    fileprivate func upcoming(from row: Int) -> UpcomingRows.Rows? {
      place(of: row).map { (UnsafeRawPointer($0), row_stride) }
    }
  }
#endif
