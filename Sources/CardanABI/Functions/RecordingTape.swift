#if !hasFeature(Embedded) && !CARDAN_SINGLE_PRECISION
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// The samples of one recording as its filter sees them, and the room for what the filter makes of them.
  struct RecordingTape {
    private let operation: FuseRecording
    private let samples: UnsafeMutablePointer<MotionSample<Double>>
    private let fused: UnsafeMutablePointer<FusedSample<Double>>
    private let details: UnsafeMutablePointer<FusedDetails<Double>>?

    /// The room for a recording; nil where there is no memory.
    init?(_ operation: FuseRecording) {
      self.operation = operation
      let count = operation.rows.count
      guard let samples = Self.allocate(MotionSample<Double>.self, count) else { return nil }
      guard let fused = Self.allocate(FusedSample<Double>.self, count) else {
        HeapMemory.free(samples)
        return nil
      }
      details = operation.output.wantsDetails ? Self.allocate(FusedDetails<Double>.self, count) : nil
      self.samples = samples
      self.fused = fused
      if operation.output.wantsDetails && details == nil {
        free()
        return nil
      }
    }

    /// What the lanes are given.
    var recording: Recording<Double> {
      Recording(
        samples: UnsafeBufferPointer(start: samples, count: operation.rows.count), results: fused, details: details)
    }

    /// Writes down the samples.
    func write(in settings: StreamSettings) {
      run(FuseRecording(rows: operation.rows, output: .nowhere), settings, .init(samples: samples))
    }

    /// Makes the results of what the lanes have put down.
    func play(in settings: StreamSettings) {
      run(operation, settings, .init(fused: fused, details: details.map { UnsafePointer($0) }))
    }

    /// Gives the room back.
    func free() {
      HeapMemory.free(samples)
      HeapMemory.free(fused)
      if let details { HeapMemory.free(details) }
    }

    private func run(_ operation: FuseRecording, _ settings: StreamSettings, _ tape: TapeFilter.Parameters) {
      var stream = MotionStream(filter: TapeFilter(parameters: tape), settings: settings)
      var operation = operation
      _ = operation.perform(on: &stream)
    }

    private static func allocate<Element>(_ type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element>? {
      let (size, isTooLarge) = max(count, 1).multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
      guard !isTooLarge, let memory = HeapMemory.allocate(size) else { return nil }
      return memory.assumingMemoryBound(to: Element.self)
    }
  }
#endif
