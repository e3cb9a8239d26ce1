#if canImport(VectorLanes)
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// What came of the samples of a piece of a recording, in columns; rows are counted from the start of the recording.
  struct LaneReadings<Element: LaneElement> {
    /// The rows of the piece.
    let piece: Range<Int>
    let frame: OutputFrame
    let separator: GravitySeparator<Real>
    let samples: UnsafePointer<MotionSample<Element>>
    let attitudes: UnsafePointer<Rotation<Element>>
    /// Whether the attitudes are in the caller's array already.
    let areAttitudesStored: Bool
    /// Read only where a recording wants flags, biases, and rates.
    let outcomes: UnsafePointer<OutcomeFlags>
    let biases: UnsafePointer<FusedBias<Element>>
    let rates: UnsafePointer<FusedRate<Element>>
    let discontinuities: UnsafePointer<Bool>

    /// Writes what is wanted of rows, column after column: where the caller's array is as the numbers are made they go
    /// straight there.
    func store(_ rows: Range<Int>, in results: cardan_results, using column: UnsafeMutablePointer<Double>) {
      let indices = rows.lowerBound - piece.lowerBound..<rows.upperBound - piece.lowerBound
      if !areAttitudesStored {
        results.quaternion.fill(rows, width: 4, using: column) { fillAttitudes(indices, $0) }
      }
      results.gravity.fill(rows, width: 3, using: column) { fillGravity(indices, $0) }
      results.user_acceleration.fill(rows, width: 3, using: column) { fillUserAcceleration(indices, $0) }
      results.angular_rate.fill(rows, width: 3, using: column) { place in
        for (row, index) in indices.enumerated() {
          Vector3<Real>(rates[index].correctedAngularRate).store(to: place + 3 * row)
        }
      }
      results.gyroscope_bias.fill(rows, width: 3, using: column) { place in
        for (row, index) in indices.enumerated() {
          Vector3<Real>(biases[index].gyroscopeBias).store(to: place + 3 * row)
        }
      }
      results.tilt_sigma.fill(rows, width: 1, using: column) { place in
        for (row, index) in indices.enumerated() { place[row] = Double(biases[index].tiltStandardDeviation) }
      }
      results.heading_sigma.fill(rows, width: 1, using: column) { place in
        for (row, index) in indices.enumerated() { place[row] = Double(rates[index].headingStandardDeviation) }
      }
      storeFlags(rows, indices, in: results.flags)
    }

    private func storeFlags(_ rows: Range<Int>, _ indices: Range<Int>, in array: cardan_output_array) {
      guard let first = array.place(of: rows.lowerBound) else { return }
      let size = MemoryLayout<UInt32>.size
      if array.row_stride == size, Int(bitPattern: first) % size == 0 {
        let words = first.assumingMemoryBound(to: UInt32.self)
        for (row, index) in indices.enumerated() { words[row] = UInt32(flags(index).rawValue) }
        return
      }
      for (row, index) in zip(rows, indices) {
        array.place(of: row)?.storeBytes(of: UInt32(flags(index).rawValue), as: UInt32.self)
      }
    }

    private func fillAttitudes(_ indices: Range<Int>, _ place: UnsafeMutablePointer<Double>) {
      guard frame.isENU else {
        for (row, index) in indices.enumerated() {
          (frame.outputFromENU * Rotation<Real>(attitudes[index])).store(to: place + 4 * row)
        }
        return
      }
      for (row, index) in indices.enumerated() { Rotation<Double>(attitudes[index]).store(to: place + 4 * row) }
    }

    private func fillGravity(_ indices: Range<Int>, _ place: UnsafeMutablePointer<Double>) {
      for (row, index) in indices.enumerated() {
        separator.gravity(inBodyOf: Rotation<Real>(attitudes[index])).store(to: place + 3 * row)
      }
    }

    private func fillUserAcceleration(_ indices: Range<Int>, _ place: UnsafeMutablePointer<Double>) {
      for (row, index) in indices.enumerated() {
        let gravity = separator.gravity(inBodyOf: Rotation<Real>(attitudes[index]))
        (Vector3<Real>(samples[index].specificForce) + gravity).store(to: place + 3 * row)
      }
    }

    private func flags(_ index: Int) -> OutcomeFlags {
      var flags = outcomes[index]
      flags.set(.discontinuity, when: discontinuities[index])
      return flags
    }
  }

  extension cardan_output_array {
    /// Lets `numbers` write rows one after the other, into the array itself where that is its form.
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
    /// The same vector in another precision.
    @inline(__always)
    init(_ other: Vector3<some LaneElement>) { self.init(x: Scalar(other.x), y: Scalar(other.y), z: Scalar(other.z)) }
  }

  extension Rotation where Scalar: LaneElement {
    /// The same rotation in another precision.
    @inline(__always)
    init(_ other: Rotation<some LaneElement>) {
      let (w, x, y, z) = (other.quaternion.w, other.quaternion.x, other.quaternion.y, other.quaternion.z)
      self.init(unchecked: Quaternion(w: Scalar(w), x: Scalar(x), y: Scalar(y), z: Scalar(z)))
    }
  }

  extension MotionSample where Scalar: LaneElement {
    /// The same sample in another precision.
    @inline(__always)
    init(_ other: MotionSample<some LaneElement>) {
      self.init(
        interval: Scalar(other.interval), angularRate: Vector3(other.angularRate),
        specificForce: Vector3(other.specificForce), magneticField: Vector3(other.magneticField))
    }
  }
#endif
