import MotionSamples
import MotionSimulation
import Rotations

/// What every filter runs on: devices in a hand, with rest and a magnet, held in memory; one stream or several.
public struct BenchmarkRecording {
  /// Samples per second, Hz.
  public let rate: Double
  /// A recording of its own for each stream, all of the same length.
  private let streams: [[SimulatedSample]]

  /// As many streams as the widest number type has lanes.
  public static let laneStreamCount = FloatLanes.count

  /// Recordings at a rate in Hz, of a number of samples each. Stream k is the hand-held scenario with seed k + 1.
  public init(rate: Double, sampleCount: Int, streamCount: Int = 1) {
    self.rate = rate
    streams = (0..<streamCount).map { stream in
      let scenario = SimulationScenario.named(
        "hand-held", seed: UInt64(stream + 1), duration: Double(sampleCount) / rate, rate: rate)
      return scenario.map { Array($0.recording()) } ?? []
    }
  }

  /// How many samples a stream has.
  public var count: Int { streams.map(\.count).min() ?? 0 }

  /// The first stream as the smoother takes it.
  public func firstStream(_ sensors: SensorSet) -> [MotionSample<Double>] { stream(0, sensors) }

  /// One stream, as filters take it; after the last stream the first follows.
  public func stream<Scalar: LaneElement>(_ index: Int, _ sensors: SensorSet) -> [MotionSample<Scalar>] {
    streams[index % streams.count].prefix(count).map { row in
      func vector(_ reading: Vector3<Double>) -> Vector3<Scalar> {
        Vector3(x: Scalar(reading.x), y: Scalar(reading.y), z: Scalar(reading.z))
      }
      return MotionSample(
        interval: Scalar(row.interval), angularRate: vector(row.angularRate),
        specificForce: vector(row.specificForce),
        magneticField: sensors == .withMagnetometer ? vector(row.magneticField) : .absent)
    }
  }

  /// The first stream as nine numbers a row for a foreign program: angular rate, specific force, magnetic field.
  public var plainRows: [Double] {
    streams[0].flatMap { row in
      [row.angularRate, row.specificForce, row.magneticField].flatMap { [$0.x, $0.y, $0.z] }
    }
  }
}
