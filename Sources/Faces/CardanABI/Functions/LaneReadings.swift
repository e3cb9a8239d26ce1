#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// The results of one piece of a recording, in columns that start at its first sample.
  struct LaneReadings<Element: LaneElement> {
    let frame: OutputFrame<Real>
    let gravityMagnitude: Real
    let samples: UnsafePointer<MotionSample<Element>>
    let attitudes: UnsafePointer<Rotation<Element>>
    /// Whether the attitudes are already in the caller's array.
    let areAttitudesStored: Bool
    /// Read only if the recording wants flags, biases or rates.
    let outcomes: UnsafePointer<OutcomeFlags>
    let biases: UnsafePointer<FusedBias<Element>>
    let rates: UnsafePointer<FusedRate<Element>>
    let discontinuities: UnsafePointer<Bool>

    /// Writes the wanted results into rows counted from the start of the recording, column by column. If the caller's
    /// array has the layout of the results, they are written to it directly. Loops start at 0 and need no checks.
    func store(
      _ rows: Range<Int>, in results: UnsafePointer<cardan_results>, using column: UnsafeMutablePointer<Double>
    ) {
      let count = rows.count
      if !areAttitudesStored {
        results.pointee.quaternion.fill(rows, width: 4, using: column) { fillAttitudes(count, $0) }
      }
      results.pointee.gravity.fill(rows, width: 3, using: column) { place in
        Self.fill(count, place) { gravity($0) }
      }
      results.pointee.user_acceleration.fill(rows, width: 3, using: column) { place in
        Self.fill(count, place) {
          Vector3(samples[$0].specificForce) + gravity($0)
        }
      }
      results.pointee.angular_rate.fill(rows, width: 3, using: column) { place in
        Self.fill(count, place) { Vector3(rates[$0].correctedAngularRate) }
      }
      results.pointee.gyroscope_bias.fill(rows, width: 3, using: column) { place in
        Self.fill(count, place) { Vector3(biases[$0].gyroscopeBias) }
      }
      results.pointee.tilt_sigma.fill(rows, width: 1, using: column) { place in
        for row in 0..<count { place[row] = Double(biases[row].tiltStandardDeviation) }
      }
      results.pointee.heading_sigma.fill(rows, width: 1, using: column) { place in
        for row in 0..<count { place[row] = Double(rates[row].headingStandardDeviation) }
      }
      storeFlags(rows, in: results.pointee.flags)
    }

    @inline(__always)
    private func gravity(_ row: Int) -> Vector3<Real> {
      Motion.gravity(inBodyOf: Rotation(attitudes[row]), magnitude: gravityMagnitude)
    }

    private func storeFlags(_ rows: Range<Int>, in array: cardan_output_array) {
      guard let first = array.place(of: rows.lowerBound) else { return }
      let size = MemoryLayout<UInt32>.size
      if array.row_stride == size, Int(bitPattern: first) % size == 0 {
        let words = first.assumingMemoryBound(to: UInt32.self)
        for row in 0..<rows.count { words[row] = UInt32(flags(row).rawValue) }
        return
      }
      var place = first
      for row in 0..<rows.count {
        place.storeBytes(of: UInt32(flags(row).rawValue), as: UInt32.self)
        place += array.row_stride
      }
    }

    private func fillAttitudes(_ count: Int, _ place: UnsafeMutablePointer<Double>) {
      var place = place
      for row in 0..<count {
        let enuFromBody = Rotation<Real>(attitudes[row])
        frame.outputFromBody(enuFromBody).store(to: place)
        place += 4
      }
    }

    @inline(__always)
    private static func fill(
      _ count: Int, _ place: UnsafeMutablePointer<Double>, _ vector: (_ row: Int) -> Vector3<Real>
    ) {
      var place = place
      for row in 0..<count {
        vector(row).store(to: place)
        place += 3
      }
    }

    @inline(__always)
    private func flags(_ row: Int) -> OutcomeFlags {
      var flags = outcomes[row]
      flags.set(.discontinuity, when: discontinuities[row])
      return flags
    }
  }

  extension cardan_output_array {
    /// Calls `numbers` to write consecutive rows, directly into the array if the layouts match.
    @inline(__always)
    fileprivate func fill(
      _ rows: Range<Int>, width: Int, using column: UnsafeMutablePointer<Double>,
      _ numbers: (UnsafeMutablePointer<Double>) -> Void
    ) {
      guard let data else { return }
      if isPlain(width: width) {
        return numbers((data + rows.lowerBound * row_stride).assumingMemoryBound(to: Double.self))
      }
      numbers(column)
      copy(rows, of: width, from: column)
    }

    private func copy(_ rows: Range<Int>, of width: Int, from column: UnsafePointer<Double>) {
      for (index, row) in rows.enumerated() {
        guard let place = place(of: row) else { return }
        for number in 0..<width { store(column[width * index + number], at: place, column: number) }
      }
    }
  }

  extension Vector3 where Scalar: LaneElement {
    /// The vector in another precision.
    @inline(__always)
    init(_ other: Vector3<some LaneElement>) { self.init(x: Scalar(other.x), y: Scalar(other.y), z: Scalar(other.z)) }
  }

  extension Rotation where Scalar: LaneElement {
    /// The rotation in another precision.
    @inline(__always)
    init(_ other: Rotation<some LaneElement>) {
      let (w, x, y, z) = (other.quaternion.w, other.quaternion.x, other.quaternion.y, other.quaternion.z)
      self.init(unchecked: Quaternion(w: Scalar(w), x: Scalar(x), y: Scalar(y), z: Scalar(z)))
    }
  }

  extension MotionSample where Scalar: LaneElement {
    /// The sample in another precision.
    @inline(__always)
    init(_ other: MotionSample<some LaneElement>) {
      self.init(
        interval: Scalar(other.interval), angularRate: Vector3(other.angularRate),
        specificForce: Vector3(other.specificForce), magneticField: Vector3(other.magneticField))
    }
  }
#endif
