import MotionSamples
import Rotations

/// Where the readings of a sample are: three numbers of each sensor, in the precision of the filters.
struct SampleReadings {
  let angularRate: UnsafePointer<Real>
  let specificForce: UnsafePointer<Real>
  let magneticField: UnsafePointer<Real>

  /// The sample that they make.
  @inline(__always)
  func sample(interval: Real) -> MotionSample<Real> {
    MotionSample(
      interval: interval, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
      magneticField: Vector3(magneticField))
  }
}

extension FilterMemory {
  /// Calls `body` with where a caller has the readings of a sample; missing ones are absent.
  @inline(__always)
  func withReadings<Result>(
    _ angularRate: UnsafePointer<Real>?, _ specificForce: UnsafePointer<Real>?, _ magneticField: UnsafePointer<Real>?,
    _ body: (SampleReadings) -> Result
  ) -> Result {
    body(
      SampleReadings(
        angularRate: angularRate ?? absent, specificForce: specificForce ?? absent,
        magneticField: magneticField ?? absent))
  }

  /// Calls `body` with where copies of the readings are, which are not in the precision of the filters.
  @inline(__always)
  func withReadings<Number: LaneElement, Result>(
    _ angularRate: UnsafePointer<Number>?, _ specificForce: UnsafePointer<Number>?,
    _ magneticField: UnsafePointer<Number>?, _ body: (SampleReadings) -> Result
  ) -> Result {
    MotionSample(
      interval: 0, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
      magneticField: Vector3(magneticField)
    ).withReadings(body)
  }
}

extension MotionSample<Real> {
  /// Calls `body` with where the readings are.
  @inline(__always)
  func withReadings<Result>(_ body: (SampleReadings) -> Result) -> Result {
    withUnsafePointer(to: angularRate) { rate in
      withUnsafePointer(to: specificForce) { force in
        withUnsafePointer(to: magneticField) { field in
          body(
            SampleReadings(
              angularRate: Self.numbers(rate), specificForce: Self.numbers(force), magneticField: Self.numbers(field)))
        }
      }
    }
  }

  /// The first of the three numbers that a vector consists of.
  @inline(__always)
  private static func numbers(_ vector: UnsafePointer<Vector3<Real>>) -> UnsafePointer<Real> {
    UnsafeRawPointer(vector).assumingMemoryBound(to: Real.self)
  }
}
