import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// A stream that is made in memory, whatever was there, is that of the initializer; so is one that is reset.
@Suite struct StreamInPlaceTests {
  @Test(arguments: FilterKind.allCases)
  func memoryMayHoldAnything(kind: FilterKind) {
    var inDouble = MakeInPlace<Double>()
    var inSingle = MakeInPlace<Float>()
    kind.perform(&inDouble)
    kind.perform(&inSingle)
  }

  private struct MakeInPlace<Scalar: LaneElement>: FilterOperation {
    func perform<Filter: AttitudeFilter>(for filter: Filter.Type) where Filter.Scalar == Scalar {
      typealias Stream = MotionStream<Filter>
      var settings = StreamSettings<Scalar>()
      settings.conditioner.axes = (try? AxisMapping("y,-x,z")) ?? .identity
      settings.frame = .xArbitraryCorrectedZVertical
      settings.gravityMagnitude = 9.79
      settings.clock.nominalInterval = 0.01
      for byte in [0, 0x55, 0xff] as [UInt8] {
        let memory = UnsafeMutableRawPointer.allocate(
          byteCount: MemoryLayout<Stream>.size, alignment: MemoryLayout<Stream>.alignment)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: byte, count: MemoryLayout<Stream>.size)
        let made = memory.assumingMemoryBound(to: Stream.self)
        Stream.initialize(made, parameters: Filter.Parameters(), settings: &settings)
        let initialized = Stream(parameters: Filter.Parameters(), settings: settings)
        expectSame(made, initialized, "memory of \(byte)")
        made.pointee.reset()
        expectSame(made, initialized, "after a reset")
      }
    }

    /// Whether both go on alike, through broken readings, too.
    private func expectSame<Filter: AttitudeFilter>(
      _ made: UnsafeMutablePointer<MotionStream<Filter>>, _ initialized: MotionStream<Filter>, _ comment: String
    ) where Filter.Scalar == Scalar {
      var source = CorruptedStream(seed: 7)
      var other = initialized
      #expect(StreamSnapshotTests.bytes(of: made.pointee) == StreamSnapshotTests.bytes(of: other), "\(comment)")
      for index in 0..<400 {
        let sample = MotionSample<Scalar>(index % 100 < 60 ? source.nextClean() : source.next())
        let timestamp = Timestamp(nanoseconds: 10_000_000 * Int64(index))
        made.pointee.observe(velocity: GroundVelocity(east: 1, north: 0.5))
        other.observe(velocity: GroundVelocity(east: 1, north: 0.5))
        let (motion, expected) = (made.pointee.updated(sample, at: timestamp), other.updated(sample, at: timestamp))
        guard "\(motion)" == "\(expected)",
          StreamSnapshotTests.bytes(of: made.pointee) == StreamSnapshotTests.bytes(of: other)
        else {
          Issue.record("\(Filter.self), \(comment), sample \(index)")
          return
        }
      }
    }
  }
}
