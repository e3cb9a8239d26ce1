import AttitudeFilters
import Glibc
import MotionSamples
import Rotations
import SensorCalibration

/// Calibration files.
enum CalibrationDoor {
  private static let path = "/dev/shm/cardan-fuzz.\(getpid()).json"

  /// A calibration that is accepted maps readings to finite ones.
  static func take(_ bytes: [UInt8]) {
    FuzzFile.write(bytes, to: path)
    guard let file = try? CalibrationFile(contentsOf: path) else { return }
    let sample = MotionSample<Double>(
      interval: 0.01, angularRate: Vector3(x: 0.1, y: 0.2, z: 0.3), specificForce: Vector3(x: 0, y: 0, z: 9.81),
      magneticField: Vector3(x: 20, y: 0, z: -40))
    let prepared = file.deviceCalibration.apply(to: sample)
    for reading in [prepared.angularRate, prepared.specificForce, prepared.magneticField] {
      require(reading.isFiniteInLane, "a calibrated reading is \(reading)")
    }
  }
}

/// Snapshots of streams: the first byte chooses the filter, the rest are the fields.
enum SnapshotDoor {
  static func take(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    var continuation = Continuation(fields: Array(bytes.dropFirst()))
    FilterKind.allCases[Int(first) % FilterKind.allCases.count].perform(&continuation)
  }

  /// Replaces an input that is shorter than any snapshot by a snapshot of its filter.
  static func fill(_ bytes: inout [UInt8]) {
    guard bytes.count < shortest else { return }
    let first = bytes.first ?? 0
    var writing = Writing()
    bytes = [first] + FilterKind.allCases[Int(first) % FilterKind.allCases.count].perform(&writing)
  }
  /// In bytes; shorter than the snapshot of the smallest filter.
  private static let shortest = 64

  /// The snapshot of a stream after some samples.
  private struct Writing: FilterOperation {
    typealias Scalar = Double

    func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> [UInt8] where Filter.Scalar == Double {
      var stream = MotionStream(filter: Filter(parameters: Filter.Parameters()))
      for step in 0..<20 { stream.update(SnapshotDoor.sample(step)) }
      var counter = SnapshotWriter<Double>(to: nil)
      stream.write(to: &counter)
      return [UInt8](unsafeUninitializedCapacity: counter.count) { buffer, count in
        var writer = SnapshotWriter<Double>(to: UnsafeMutableRawPointer(buffer.baseAddress))
        stream.write(to: &writer)
        count = writer.count
      }
    }
  }

  /// A sample of a turning sensor.
  private static func sample(_ step: Int) -> MotionSample<Double> {
    let angle = 0.1 * Double(step)
    return MotionSample(
      interval: 0.01, angularRate: Vector3(x: sin(angle), y: 0.2, z: cos(angle)),
      specificForce: Vector3(x: 0.3, y: 0, z: 9.81), magneticField: Vector3(x: 20, y: cos(angle), z: -40))
  }

  /// A stream that is accepted goes on with finite results.
  private struct Continuation: FilterOperation {
    typealias Scalar = Double
    let fields: [UInt8]

    func perform<Filter: AttitudeFilter>(for filter: Filter.Type) where Filter.Scalar == Double {
      let stream = fields.withUnsafeBytes { bytes in
        var reader = SnapshotReader<Double>(bytes)
        return MotionStream<Filter>(reading: &reader)
      }
      guard var stream else { return }
      for step in 0..<50 {
        let motion = stream.update(SnapshotDoor.sample(step))
        let length = motion.outputFromBody.quaternion.squaredNorm.squareRoot()
        require(abs(length - 1) < 1e-9, "the quaternion has length \(length) after step \(step)")
        require(motion.gravity.isFiniteInLane, "gravity is \(motion.gravity) after step \(step)")
      }
    }
  }
}
