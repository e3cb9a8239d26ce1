#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// The caller's arrays in lanes.
  extension FusionRows: RecordingRows {
    var count: Int { samples.count }
    var hasTimestamps: Bool { samples.hasTimestamps }
    var meanInterval: Double { samples.meanInterval }
    var wantsFlags: Bool { results.wantsFlags }
    var wantsBias: Bool { results.wantsBias }
    var wantsRate: Bool { results.wantsRate }

    func hasVelocities(in rows: Range<Int>) -> Bool { samples.hasVelocities }

    @inline(__always)
    func timestamp(_ row: Int) -> Timestamp? { samples.timestamp(row).map { Timestamp(nanoseconds: $0) } }

    @inline(__always)
    func sample(_ row: Int) -> MotionSample<Double> { samples.sample(row) }

    func read<Element: LaneElement>(_ rows: Range<Int>, into places: UnsafeMutablePointer<MotionSample<Element>>) {
      samples.read(rows, into: places)
    }

    func attitudes(from row: Int) -> UnsafeMutableRawPointer? { results.rotations(from: row) }

    /// If the caller's array has the layout of the results, they are written to it directly.
    @inline(__always)
    func store(
      _ quantity: FusedQuantity, of rows: Range<Int>, using column: UnsafeMutablePointer<Double>,
      _ numbers: (UnsafeMutablePointer<Double>) -> Void
    ) {
      guard let results = results.results else { return }
      switch quantity {
      case .outputFromBody: results.pointee.quaternion.fill(rows, width: 4, using: column, numbers)
      case .gravity: results.pointee.gravity.fill(rows, width: 3, using: column, numbers)
      case .userAcceleration: results.pointee.user_acceleration.fill(rows, width: 3, using: column, numbers)
      case .angularRate: results.pointee.angular_rate.fill(rows, width: 3, using: column, numbers)
      case .gyroscopeBias: results.pointee.gyroscope_bias.fill(rows, width: 3, using: column, numbers)
      case .tiltStandardDeviation: results.pointee.tilt_sigma.fill(rows, width: 1, using: column, numbers)
      case .headingStandardDeviation: results.pointee.heading_sigma.fill(rows, width: 1, using: column, numbers)
      }
    }

    @inline(__always)
    func storeFlags(of rows: Range<Int>, _ flags: (Int) -> OutcomeFlags) {
      guard let array = results.results?.pointee.flags, let first = array.place(of: rows.lowerBound) else { return }
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

    func append(to upcoming: inout UpcomingRows, after rows: Range<Int>) {
      samples.append(to: &upcoming, from: rows.upperBound)
      guard let results = results.results else { return }
      // The lanes write quaternions as they go, the other results are written at the end of the piece.
      upcoming.append(results.pointee.quaternion.upcoming(from: rows.upperBound))
      upcoming.append(results.pointee.gravity.upcoming(from: rows.lowerBound))
      upcoming.append(results.pointee.user_acceleration.upcoming(from: rows.lowerBound))
      upcoming.append(results.pointee.angular_rate.upcoming(from: rows.lowerBound))
      upcoming.append(results.pointee.gyroscope_bias.upcoming(from: rows.lowerBound))
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

    fileprivate func upcoming(from row: Int) -> UpcomingRows.Rows? {
      place(of: row).map { (UnsafeRawPointer($0), row_stride) }
    }
  }
#endif
