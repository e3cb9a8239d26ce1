import AttitudeFilters
import MotionSamples
import Rotations

/// The results of one piece of a recording, in columns that start at its first sample.
@usableFromInline
struct LaneReadings<Element: LaneElement> {
  @usableFromInline let frame: OutputFrame<Double>
  @usableFromInline let gravityMagnitude: Double
  @usableFromInline let samples: UnsafePointer<MotionSample<Element>>
  @usableFromInline let attitudes: UnsafePointer<Rotation<Element>>
  /// Whether the attitudes are already in the memory for results.
  @usableFromInline let areAttitudesStored: Bool
  /// Read only if the recording wants flags, biases or rates.
  @usableFromInline let outcomes: UnsafePointer<OutcomeFlags>
  @usableFromInline let biases: UnsafePointer<FusedBias<Element>>
  @usableFromInline let rates: UnsafePointer<FusedRate<Element>>
  @usableFromInline let discontinuities: UnsafePointer<Bool>

  @inlinable
  init(
    frame: OutputFrame<Double>, gravityMagnitude: Double, samples: UnsafePointer<MotionSample<Element>>,
    attitudes: UnsafePointer<Rotation<Element>>, areAttitudesStored: Bool, outcomes: UnsafePointer<OutcomeFlags>,
    biases: UnsafePointer<FusedBias<Element>>, rates: UnsafePointer<FusedRate<Element>>,
    discontinuities: UnsafePointer<Bool>
  ) {
    self.frame = frame
    self.gravityMagnitude = gravityMagnitude
    self.samples = samples
    self.attitudes = attitudes
    self.areAttitudesStored = areAttitudesStored
    self.outcomes = outcomes
    self.biases = biases
    self.rates = rates
    self.discontinuities = discontinuities
  }

  /// Stores the wanted results of rows counted from the start of the recording, column by column. Loops start at 0 and
  /// need no checks.
  @inlinable
  func store(_ rows: Range<Int>, in results: some RecordingRows, using column: UnsafeMutablePointer<Double>) {
    let count = rows.count
    if !areAttitudesStored {
      results.store(.outputFromBody, of: rows, using: column) { fillAttitudes(count, $0) }
    }
    results.store(.gravity, of: rows, using: column) { place in
      Self.fill(count, place) { gravity($0) }
    }
    results.store(.userAcceleration, of: rows, using: column) { place in
      Self.fill(count, place) { Vector3(samples[$0].specificForce) + gravity($0) }
    }
    results.store(.angularRate, of: rows, using: column) { place in
      Self.fill(count, place) { Vector3(rates[$0].correctedAngularRate) }
    }
    results.store(.gyroscopeBias, of: rows, using: column) { place in
      Self.fill(count, place) { Vector3(biases[$0].gyroscopeBias) }
    }
    results.store(.tiltStandardDeviation, of: rows, using: column) { place in
      for row in 0..<count { place[row] = Double(biases[row].tiltStandardDeviation) }
    }
    results.store(.headingStandardDeviation, of: rows, using: column) { place in
      for row in 0..<count { place[row] = Double(rates[row].headingStandardDeviation) }
    }
    if results.wantsFlags { results.storeFlags(of: rows) { flags($0) } }
  }

  @inlinable @inline(__always)
  func gravity(_ row: Int) -> Vector3<Double> {
    Motion.gravity(inBodyOf: Rotation(attitudes[row]), magnitude: gravityMagnitude)
  }

  @inlinable
  func fillAttitudes(_ count: Int, _ place: UnsafeMutablePointer<Double>) {
    var place = place
    for row in 0..<count {
      let outputFromBody = frame.outputFromBody(Rotation(attitudes[row])).quaternion
      place[0] = outputFromBody.w
      place[1] = outputFromBody.x
      place[2] = outputFromBody.y
      place[3] = outputFromBody.z
      place += 4
    }
  }

  @inlinable @inline(__always)
  static func fill(
    _ count: Int, _ place: UnsafeMutablePointer<Double>, _ vector: (_ row: Int) -> Vector3<Double>
  ) {
    var place = place
    for row in 0..<count {
      let numbers = vector(row)
      place[0] = numbers.x
      place[1] = numbers.y
      place[2] = numbers.z
      place += 3
    }
  }

  @inlinable @inline(__always)
  func flags(_ row: Int) -> OutcomeFlags {
    var flags = outcomes[row]
    flags.set(.discontinuity, when: discontinuities[row])
    return flags
  }
}

extension Vector3 where Scalar: LaneElement {
  /// The vector in another precision.
  @inlinable @inline(__always)
  public init(_ other: Vector3<some LaneElement>) {
    self.init(x: Scalar(other.x), y: Scalar(other.y), z: Scalar(other.z))
  }
}

extension Rotation where Scalar: LaneElement {
  /// The rotation in another precision.
  @inlinable @inline(__always)
  public init(_ other: Rotation<some LaneElement>) {
    let (w, x, y, z) = (other.quaternion.w, other.quaternion.x, other.quaternion.y, other.quaternion.z)
    self.init(unchecked: Quaternion(w: Scalar(w), x: Scalar(x), y: Scalar(y), z: Scalar(z)))
  }
}

extension MotionSample where Scalar: LaneElement {
  /// The sample in another precision.
  @inlinable @inline(__always)
  public init(_ other: MotionSample<some LaneElement>) {
    self.init(
      interval: Scalar(other.interval), angularRate: Vector3(other.angularRate),
      specificForce: Vector3(other.specificForce), magneticField: Vector3(other.magneticField))
  }
}
