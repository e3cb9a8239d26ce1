import FileAccess
import LogTables
import SystemLibrary

/// The frames in which a process sends the rows of a BROAD trial, or matrices, to another on the same machine: a byte for the kind,
/// then the values as they are in memory.
enum BROADFrames {
  private enum Kind: UInt8 {
    case shape, piece, failure, matrix, text
  }

  /// What arrived.
  enum Received<Value> {
    case value(Value)
    /// The process reports an error of the file.
    case failure(name: String?, message: String)
    /// The process has ended, or sends something else.
    case nothing
  }

  /// The end that sends.
  struct Output {
    let descriptor: Int32

    /// Sends what the file has.
    func send(_ shape: BROADShape) {
      var frame = [Kind.shape.rawValue]
      withUnsafeBytes(of: shape.rowCount) { frame += $0 }
      withUnsafeBytes(of: shape.rate) { frame += $0 }
      frame += [shape.hasMagnetometer ? 1 : 0, shape.hasTruth ? 1 : 0]
      _ = send(frame)
    }

    /// Sends the first rows of a piece; false if the other end is closed.
    func send(_ piece: BROADPiece, count: Int) -> Bool {
      var frame = [Kind.piece.rawValue]
      frame.reserveCapacity(1 + count * BROADFrames.rowSize)
      for (values, width) in [
        (piece.angularRate, 3), (piece.specificForce, 3), (piece.magneticField, 3), (piece.truth, 4),
      ] {
        values.withUnsafeBytes { frame += $0.prefix(8 * width * count) }
      }
      piece.movement.withUnsafeBytes { frame += $0.prefix(count) }
      return send(frame)
    }

    /// Sends a matrix, column by column; false if the other end is closed.
    func send(_ name: String, rows: Int, columns: Int, _ values: [Double]) -> Bool {
      var frame = [Kind.matrix.rawValue]
      for count in [rows, columns] { withUnsafeBytes(of: count) { frame += $0 } }
      return send(frame) && send(text: name)
        && values.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) == nil }
    }

    /// Sends a text; false if the other end is closed.
    func send(text: String) -> Bool {
      let letters = text.utf8.prefix(1 << 16)
      var frame = [Kind.text.rawValue]
      withUnsafeBytes(of: UInt32(letters.count)) { frame += $0 }
      return send(frame + letters)
    }

    /// Sends an error, without its path.
    func send(_ error: LogError) {
      let text = "\(error.name ?? "")\0\(error.message)".utf8.prefix(1 << 16)
      var frame = [Kind.failure.rawValue]
      withUnsafeBytes(of: UInt32(text.count)) { frame += $0 }
      _ = send(frame + text)
    }

    private func send(_ frame: [UInt8]) -> Bool {
      frame.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) == nil }
    }
  }

  /// The bytes of a row in a piece.
  fileprivate static let rowSize = 8 * 13 + 1

  /// The end that receives.
  struct Input {
    let descriptor: Int32
    private let work: WorkBudget
    private var buffer: [UInt8] = []

    /// The longest time without a byte, in s: reading 4096 rows takes a thousandth.
    private static let patience = 60
    /// The time between two looks at the budget, in ms.
    private static let step: Int32 = 200

    init(descriptor: Int32, work: WorkBudget) { (self.descriptor, self.work) = (descriptor, work) }

    /// Receives what the file has.
    mutating func shape() throws(LogError) -> Received<BROADShape> {
      try receive(.shape, size: 18) { bytes in
        BROADShape(
          rowCount: max(0, bytes.loadUnaligned(as: Int.self)),
          rate: bytes.loadUnaligned(fromByteOffset: 8, as: Double.self), hasMagnetometer: bytes[16] != 0,
          hasTruth: bytes[17] != 0)
      }
    }

    /// Receives rows into the front of a piece.
    mutating func fill(_ piece: inout BROADPiece, count: Int) throws(LogError) -> Received<Void> {
      try receive(.piece, size: count * BROADFrames.rowSize) { bytes in
        var place = 0
        func copy<Element>(_ values: inout [Element], _ width: Int) {
          let size = width * count * MemoryLayout<Element>.size
          values.withUnsafeMutableBytes {
            $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place..<(place + size)]))
          }
          place += size
        }
        copy(&piece.angularRate, 3)
        copy(&piece.specificForce, 3)
        copy(&piece.magneticField, 3)
        copy(&piece.truth, 4)
        copy(&piece.movement, 1)
      }
    }

    /// What a process sends of a file of matrices.
    enum Matrices {
      /// A matrix, column by column.
      case matrix(name: String, rows: Int, columns: Int, MATFile.Memory)
      /// The names of the other variables, behind the last matrix.
      case others([String])
    }

    /// Receives the next matrix, into memory for its bytes, or what follows the last.
    mutating func matrices(
      _ memory: (Int) throws(LogError) -> MATFile.Memory
    ) throws(LogError) -> Received<Matrices> {
      guard try read(1) else { return .nothing }
      switch Kind(rawValue: buffer[0]) {
      case .matrix:
        guard try read(16) else { return .nothing }
        let (rows, columns) = buffer.withUnsafeBytes {
          ($0.loadUnaligned(as: Int.self), $0.loadUnaligned(fromByteOffset: 8, as: Int.self))
        }
        let (count, overflows) = rows.multipliedReportingOverflow(by: columns)
        guard rows >= 0, columns >= 0, !overflows, count < 1 << 48, try read(1), Kind(rawValue: buffer[0]) == .text,
          let name = try text(), case let content = try memory(8 * count),
          try Self.read(descriptor, content.bytes, work)
        else { return .nothing }
        return .value(.matrix(name: name, rows: rows, columns: columns, content))
      case .text:
        guard let text = try text() else { return .nothing }
        return .value(.others(text.split(separator: "\0").map(String.init)))
      case .failure: return try failure()
      default: return .nothing
      }
    }

    /// Reads a text behind its kind; nil at the end.
    private mutating func text() throws(LogError) -> String? {
      guard try read(4) else { return nil }
      let size = Int(buffer.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
      guard size <= 1 << 16, try read(size) else { return nil }
      return String(decoding: buffer[..<size], as: UTF8.self)
    }

    private mutating func receive<Value>(
      _ kind: Kind, size: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(LogError) -> Received<Value> {
      guard try read(1) else { return .nothing }
      switch Kind(rawValue: buffer[0]) {
      case kind:
        return try read(size)
          ? .value(buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<size])) }) : .nothing
      case .failure: return try failure()
      default: return .nothing
      }
    }

    private mutating func failure<Value>() throws(LogError) -> Received<Value> {
      guard try read(4) else { return .nothing }
      let size = Int(buffer.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
      guard size <= 1 << 16, try read(size) else { return .nothing }
      let parts = buffer[..<size].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map { String(decoding: $0, as: UTF8.self) }
      guard texts.count == 2 else { return .nothing }
      return .failure(name: texts[0].isEmpty ? nil : texts[0], message: texts[1])
    }

    /// Reads this many bytes to the front of the buffer; false at the end, and if the process is silent for too long. Throws if the
    /// time of the log is over.
    private mutating func read(_ size: Int) throws(LogError) -> Bool {
      if buffer.count < size { buffer = [UInt8](repeating: 0, count: size) }
      let (descriptor, work) = (descriptor, work)
      return try buffer.withUnsafeMutableBufferPointer { bytes throws(LogError) in
        try Self.read(
          descriptor, UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[..<size])), work)
      }
    }

    /// Fills memory, as `read`.
    private static func read(
      _ descriptor: Int32, _ output: UnsafeMutableRawBufferPointer, _ work: WorkBudget
    ) throws(LogError) -> Bool {
      var filled = 0
      while filled < output.count {
        guard try wait(descriptor, work) else { return false }
        let count = SystemLibrary.read(descriptor, output.baseAddress! + filled, output.count - filled)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        filled += count
      }
      return true
    }

    /// Waits for bytes or the end; false if the process is silent for too long.
    private static func wait(_ descriptor: Int32, _ work: WorkBudget) throws(LogError) -> Bool {
      let end = ContinuousClock.now + .seconds(patience)
      while true {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&request, 1, step)
        if count > 0 { return true }
        guard count == 0 || errno == EINTR, ContinuousClock.now < end else { return false }
        try work.checkTime()
      }
    }
  }
}
