import AttitudeEvaluation
import AttitudeSmoothing
import MotionSamples
import Rotations
import Testing

/// The smoother on recordings longer than a window, in streams and on threads.
@Suite struct SmoothingWindowTests {
  /// Windows of 20 s that overlap by 5 give the estimate of one window, without a step at the seams.
  @Test(arguments: [true, false])
  func windowsJoinWithoutSeams(hasMagnetometer: Bool) throws {
    var recording = try HandHeldRecording(duration: 100)
    if !hasMagnetometer {
      for index in recording.samples.indices { recording.samples[index].magneticField = .absent }
    }
    let whole = try AttitudeSmoother().smooth(recording.samples)
    var parameters = AttitudeSmootherParameters()
    parameters.windowDuration = 20
    parameters.windowOverlap = 5
    let joined = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    #expect(whole.windows.count == 1 && joined.windows.count == 7)
    #expect(joined.samples.count == whole.samples.count && joined.isFinite)
    for index in 1..<recording.samples.count {
      let step = joined.samples[index - 1].enuFromBody.angle(to: joined.samples[index].enuFromBody)
      let wholeStep = whole.samples[index - 1].enuFromBody.angle(to: whole.samples[index].enuFromBody)
      #expect(abs(step - wholeStep) < 0.002)
    }
    // A window determines the sensor errors less well than the whole recording.
    #expect(recording.error(joined).inclination < 2 * recording.error(whole).inclination + 0.1)
    if hasMagnetometer { #expect(recording.error(joined).total < 2 * recording.error(whole).total + 0.3) }
  }

  /// Two hours in windows of half an hour agree with one window within 0.2 degrees of tilt and 0.5 degrees of heading, without
  /// a step at the seams.
  @Test func hoursInWindowsAgreeWithOneSolution() throws {
    let recording = try HandHeldRecording(duration: 7200, rate: 25)
    var parameters = AttitudeSmootherParameters()
    // With knots stretched to 0.3 s one window of this recording takes a fifth iteration, in which the heading changes by a
    // degree (TheSmoother, section 11). This test is about seams.
    parameters.samplesPerKnot = 0
    parameters.windowDuration = 1e9
    let whole = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    parameters.windowDuration = 1800
    let joined = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    #expect(whole.windows.count == 1 && joined.windows.count == 5)
    var (tilt, heading, step) = (0.0, 0.0, 0.0)
    for (index, (left, right)) in zip(whole.samples, joined.samples).enumerated() {
      let error = AttitudeError(estimate: right.enuFromBody, truth: left.enuFromBody)
      tilt = max(tilt, error.inclination)
      heading = max(heading, abs(error.heading))
      guard index > 0 else { continue }
      let ofWhole = whole.samples[index - 1].enuFromBody.angle(to: left.enuFromBody)
      let ofJoined = joined.samples[index - 1].enuFromBody.angle(to: right.enuFromBody)
      step = max(step, abs(ofWhole - ofJoined))
    }
    let degree = Double.pi / 180
    #expect(tilt < 0.2 * degree && heading < 0.5 * degree && step < 0.05 * degree, "\(tilt) \(heading) \(step)")
    #expect(recording.error(joined).total < 1.1 * recording.error(whole).total)
  }

  /// Samples in blocks of any size give the bits of the whole, in memory for one and a half windows.
  @Test(arguments: [1, 77, 5000]) func aStreamIsTheWhole(blockSize: Int) throws {
    let recording = try HandHeldRecording(duration: 100)
    var parameters = AttitudeSmootherParameters()
    parameters.windowDuration = 20
    parameters.windowOverlap = 5
    let whole = try AttitudeSmoother(parameters: parameters).smooth(recording.samples)
    var stream = SmoothingStream(parameters: parameters)
    var (given, smoothed, waiting) = (0, [SmoothedSample](), 0)
    while given < recording.samples.count {
      let block = recording.samples[given..<min(given + blockSize, recording.samples.count)]
      given += block.count
      for stretch in try stream.add(block) { smoothed += stretch.smoothed }
      waiting = max(waiting, given - smoothed.count)
    }
    #expect(waiting <= 3001 + blockSize)
    for stretch in try stream.finish() { smoothed += stretch.smoothed }
    #expect(stream.windows.map(\.samples) == whole.windows.map(\.samples) && whole.windows.count == 7)
    let isEqual = zip(smoothed, whole.samples).allSatisfy {
      $0.enuFromBody.quaternion == $1.enuFromBody.quaternion && $0.tiltStandardDeviation == $1.tiltStandardDeviation
    }
    #expect(isEqual && smoothed.count == whole.samples.count)
    #expect(throws: SmoothingError.stopped) {
      var unwanted = SmoothingStream(parameters: parameters)
      _ = try unwanted.add(recording.samples[...], while: { false })
    }
  }

  /// Windows smoothed on several threads give the bits of one after the other, with and without magnetometer.
  @Test(arguments: [true, false]) func windowsOnThreadsAreTheSame(hasField: Bool) async throws {
    var samples = try HandHeldRecording(duration: 100).samples
    if !hasField { for index in samples.indices { samples[index].magneticField = .absent } }
    var parameters = AttitudeSmootherParameters()
    (parameters.windowDuration, parameters.windowOverlap) = (20, 5)
    let whole = try AttitudeSmoother(parameters: parameters).smooth(samples)
    var collector = SmoothingWindowCollector(parameters: parameters)
    collector.collect(samples[...])
    try collector.collectEnd()
    var starter = SmoothingWindowStarter(parameters: parameters)
    var started: [StartedWindow] = []
    while let window = collector.takeWindow() { started.append(starter.start(window)) }
    #expect(started.count == 7 && !collector.hasWindow)
    let estimated = try await withThrowingTaskGroup(of: (Int, EstimatedWindow).self) { group in
      for (index, window) in started.enumerated() { group.addTask { (index, try window.estimate()) } }
      return try await group.reduce(into: [Int: EstimatedWindow]()) { $0[$1.0] = $1.1 }
    }
    var joiner = SmoothingWindowJoiner()
    var smoothed: [SmoothedSample] = []
    for index in started.indices { smoothed += joiner.join(try #require(estimated[index])).smoothed }
    #expect(joiner.windows.map(\.samples) == whole.windows.map(\.samples) && smoothed.count == samples.count)
    for (left, right) in zip(smoothed, whole.samples) {
      #expect(left.enuFromBody.quaternion == right.enuFromBody.quaternion)
    }
  }

  /// Recordings smoothed on several threads and one after the other give the same bits.
  @Test func threadsAreIndependent() async throws {
    let samples = try (1...4 as ClosedRange<UInt64>).map { try HandHeldRecording(duration: 10, seed: $0).samples }
    let alone = try samples.map { try AttitudeSmoother().smooth($0) }
    let together = try await withThrowingTaskGroup(of: (Int, SmoothedRecording).self) { group in
      for (index, samples) in samples.enumerated() {
        group.addTask { (index, try AttitudeSmoother().smooth(samples)) }
      }
      return try await group.reduce(into: [Int: SmoothedRecording]()) { $0[$1.0] = $1.1 }
    }
    for index in samples.indices {
      let other = try #require(together[index])
      for (left, right) in zip(alone[index].samples, other.samples) {
        #expect(left.enuFromBody.quaternion == right.enuFromBody.quaternion)
      }
    }
  }
}
