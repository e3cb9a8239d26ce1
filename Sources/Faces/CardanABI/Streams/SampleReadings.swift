import MotionSamples
import Rotations

/// The addresses of a sample's readings: three numbers for each sensor, in the filters' precision.
struct SampleReadings {
  let angularRate: UnsafePointer<Real>
  let specificForce: UnsafePointer<Real>
  let magneticField: UnsafePointer<Real>

  /// The sample from these readings.
  @inline(__always)
  func sample(interval: Real) -> MotionSample<Real> {
    MotionSample(
      interval: interval, angularRate: Vector3(angularRate), specificForce: Vector3(specificForce),
      magneticField: Vector3(magneticField))
  }
}

extension FilterMemory {
  /// Calls `body` with the addresses of the caller's readings; missing ones are absent.
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

  /// Calls `body` with the addresses of converted copies, for readings in another precision.
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
  /// Calls `body` with the addresses of the readings.
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

  /// The address of a vector's first number.
  @inline(__always)
  private static func numbers(_ vector: UnsafePointer<Vector3<Real>>) -> UnsafePointer<Real> {
    UnsafeRawPointer(vector).assumingMemoryBound(to: Real.self)
  }
}
