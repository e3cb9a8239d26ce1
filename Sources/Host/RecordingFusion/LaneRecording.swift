import AttitudeFilters
import MotionSamples
import Rotations

/// The recordings of one lane: converts rows to samples piece by piece, and filter output to results.
@usableFromInline
final class LaneRecording<Element: LaneElement, Jobs: RecordingJobs> {
  /// Small enough for the pieces of all lanes to fit in the processor's inner caches.
  @inlinable static var pieceLength: Int { 128 }

  @usableFromInline let jobs: Jobs
  @usableFromInline let settings: StreamSettings<Double>
  @usableFromInline let conditioner: SampleConditioner<Double>
  @usableFromInline let frame: OutputFrame<Double>
  @usableFromInline let samples: UnsafeMutablePointer<MotionSample<Element>>
  @usableFromInline let attitudes: UnsafeMutablePointer<Rotation<Element>>
  @usableFromInline let flags: UnsafeMutablePointer<OutcomeFlags>
  @usableFromInline let biases: UnsafeMutablePointer<FusedBias<Element>>
  @usableFromInline let rates: UnsafeMutablePointer<FusedRate<Element>>
  @usableFromInline let discontinuities: UnsafeMutablePointer<Bool>
  /// A buffer for results whose memory has another layout: at most four numbers per sample.
  @usableFromInline let column: UnsafeMutablePointer<Double>

  @usableFromInline var rows: Jobs.Rows?
  @usableFromInline var index = 0
  @usableFromInline var clock: SampleClock
  @usableFromInline var isDiscontinuous = false
  @usableFromInline var inputCheck = InputCheck<Double>()
  /// The rows of the current piece.
  @usableFromInline var piece = 0..<0

  @inlinable
  init(_ jobs: Jobs, settings: StreamSettings<Double>) {
    self.jobs = jobs
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

  @inlinable
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
  @inlinable
  func next(_ nextIndex: () -> Int?) -> RecordingSegment<Element>? {
    storePiece()
    var isFirst = false
    while true {
      while piece.upperBound == rows?.count ?? 0 {
        guard let index = nextIndex() else { return nil }
        guard let following = jobs.rows(of: index) else { continue }
        start(following, index)
        isFirst = true
      }
      guard let rows else { return nil }
      piece = piece.upperBound..<min(piece.upperBound + Self.pieceLength, rows.count)
      if rows.hasVelocities(in: piece) {
        leave()
        continue
      }
      takePiece(of: rows)
      return RecordingSegment(
        samples: UnsafeBufferPointer(start: samples, count: piece.count), attitudes: attitudePlaces(in: rows),
        flags: rows.wantsFlags ? flags : nil, biases: rows.wantsBias ? biases : nil,
        rates: rows.wantsRate ? rates : nil, upcoming: upcoming(in: rows), isFirst: isFirst)
    }
  }

  /// The destination of the piece's attitudes: the memory for results if its layout matches that of the lanes.
  @inlinable
  func attitudePlaces(in rows: Jobs.Rows) -> UnsafeMutablePointer<Rotation<Element>> {
    guard Element.self == Double.self, frame.isENU else { return attitudes }
    return rows.attitudes(from: piece.lowerBound)?.assumingMemoryBound(to: Rotation<Element>.self) ?? attitudes
  }

  /// The memory to prefetch.
  @inlinable
  func upcoming(in rows: Jobs.Rows) -> UpcomingRows {
    var upcoming = UpcomingRows()
    rows.append(to: &upcoming, after: piece)
    return upcoming
  }

  @inlinable
  func start(_ following: Jobs.Rows, _ index: Int) {
    rows = following
    self.index = index
    clock = SampleClock(parameters: settings.clock)
    isDiscontinuous = false
    if following.wantsDoubts { inputCheck = InputCheck() }
    if !following.hasTimestamps { discontinuities.initialize(repeating: false, count: Self.pieceLength) }
    piece = 0..<0
  }

  /// Processes the recording from its start without the lane, which takes the next one.
  @inlinable
  func leave() {
    jobs.fuseAlone(index)
    rows = nil
    piece = 0..<0
  }

  @inlinable
  func takePiece(of rows: Jobs.Rows) {
    if conditioner.isIdentity {
      rows.read(piece, into: samples)
    } else {
      for (index, row) in piece.enumerated() {
        samples[index] = MotionSample(conditioner.condition(rows.sample(row), temperature: rows.temperature(row)))
      }
    }
    if rows.hasTimestamps { readTimestamps(of: rows) }
    if rows.wantsDoubts { checkInput() }
  }

  @inlinable
  func readTimestamps(of rows: Jobs.Rows) {
    // Local copies: each access to a property of a class is checked.
    var (clock, isDiscontinuous) = (clock, isDiscontinuous)
    for (index, row) in piece.enumerated() {
      if let timestamp = rows.timestamp(row) {
        let reading = clock.read(timestamp)
        samples[index].interval = Element(reading.interval)
        isDiscontinuous = reading.isDiscontinuity
      }
      discontinuities[index] = isDiscontinuous
    }
    (self.clock, self.isDiscontinuous) = (clock, isDiscontinuous)
  }

  /// Checks the samples as a stream does.
  @inlinable
  func checkInput() {
    var check = inputCheck
    for index in 0..<piece.count { check.add(MotionSample(samples[index])) }
    inputCheck = check
  }

  @inlinable
  func storePiece() {
    guard let rows else { return }
    let attitudes = attitudePlaces(in: rows)
    LaneReadings(
      frame: frame, gravityMagnitude: settings.gravityMagnitude, samples: samples, attitudes: attitudes,
      areAttitudesStored: attitudes != self.attitudes, outcomes: flags, biases: biases, rates: rates,
      discontinuities: discontinuities
    ).store(piece, in: rows, using: column)
    if rows.wantsDoubts { rows.store(inputCheck.doubts) }
  }
}
