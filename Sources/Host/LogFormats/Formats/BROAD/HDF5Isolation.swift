import CFileShims
import FileAccess
import LogTables
import Synchronization
import SystemLibrary

/// Reads HDF5 in a process of its own, so that a damaged file on which libhdf5 crashes, hangs or fills the memory ends that
/// process and not this one. Once it has opened the file, the process can open no other.
///
/// A program that has a main function for it calls `isolate` once; hosts of the library read in their own process.
public enum HDF5Isolation {
  /// The first argument of the process; the path and the use of the magnetometer (1 or 0), or `matrices`, follow.
  public static let argument = "--read-hdf5"

  private static let isEnabled = Atomic<Bool>(false)

  /// Lets this program start itself with `argument` for each HDF5 file. The program then must call `serve`.
  public static func isolate() { isEnabled.store(true, ordering: .relaxed) }

  /// Whether files are read by processes of their own.
  static var isIsolated: Bool { isEnabled.load(ordering: .relaxed) }

  /// Reads a file and writes its rows to the standard output: the main function of the process. `arguments` are those after
  /// the name of the program. Returns the exit code; nil for arguments of another purpose.
  public static func serve(_ arguments: [String]) -> Int32? {
    guard arguments.count == 3, arguments[0] == argument else { return nil }
    var status = stat()
    let size = stat(arguments[1], &status) == 0 ? Int(status.st_size) : 0
    // Reading takes a hundredth of this time.
    cardan_limit_process(mostMemory, UInt64(60 + (size >> 20)))
    let output = BROADFrames.Output(descriptor: STDOUT_FILENO)
    do throws(LogError) {
      let file = try HDF5File(path: arguments[1])
      _ = cardan_confine_process()
      guard arguments[2] != matrices else { return try serveMatrices(of: file, output) }
      var trial = try BROADTrial(file, usesMagnetometer: arguments[2] == "1")
      output.send(trial.shape)
      var (piece, row) = (BROADPiece(), 0)
      while row < trial.shape.rowCount {
        let rows = row..<min(row + BROADPiece.size, trial.shape.rowCount)
        try trial.read(rows, into: &piece)
        guard output.send(piece, count: rows.count) else { return 1 }
        row = rows.upperBound
      }
    } catch {
      output.send(error)
    }
    return 0
  }

  /// The use of a file of which all matrices are read.
  static let matrices = "matrices"

  /// Writes all matrices and the names of the other variables.
  private static func serveMatrices(of file: HDF5File, _ output: BROADFrames.Output) throws(LogError) -> Int32 {
    var (others, isOpen) = ([String](), true)
    try file.matrices(others: &others) { name, rows, columns, values throws(LogError) in
      isOpen = output.send(name, rows: rows, columns: columns, values)
      return isOpen
    }
    return isOpen && output.send(text: others.joined(separator: "\0")) ? 0 : 1
  }

  /// Bytes of addresses: the program and its libraries, the caches of five data sets, and room.
  private static let mostMemory: UInt64 = 1 << 30
}

/// The rows of a BROAD trial, read by a process of their own.
struct BROADProcess: BROADRows {
  let shape: BROADShape

  private let path: String
  private let child: HDF5Child

  /// Starts the process; nil if this program has none. Throws as `BROADTrial`, and if the process ends by a signal.
  init?(path: String, options: LogOptions) throws(LogError) {
    guard HDF5Isolation.isIsolated else { return nil }
    self.path = path
    child = try HDF5Child(path: path, use: options.usesMagnetometer ? "1" : "0", options: options)
    shape = try child.receive(path) { (frame: inout BROADFrames.Input) throws(LogError) in try frame.shape() }
  }

  mutating func read(_ rows: Range<Int>, into piece: inout BROADPiece) throws(LogError) {
    try child.receive(path) { (frame: inout BROADFrames.Input) throws(LogError) in
      try frame.fill(&piece, count: rows.count)
    }
  }
}

/// A process that reads a file by libhdf5, which ends with this object.
final class HDF5Child {
  private let identifier: pid_t
  private var input: BROADFrames.Input
  private var hasEnded = false

  /// Starts the process for a use of the file: the rows of a trial, with the magnetometer (1) or without (0), or `matrices`.
  init(path: String, use: String, options: LogOptions) throws(LogError) {
    var descriptor: Int32 = -1
    // A crash is an expected answer: the trace that Swift prints of one would be lost.
    let environment = ChildEnvironment.variables + ["SWIFT_BACKTRACE=enable=no"]
    identifier = environment.withCStrings {
      cardan_start_reader(HDF5Isolation.argument, path, use, $0, &descriptor)
    }
    guard identifier > 0 else {
      throw LogError(path: path, message: "failed to start a process that reads HDF5: \(SystemError.last)")
    }
    let work = WorkBudget(path: path, bytes: FileKind.size(of: path), seconds: options.timeLimit)
    input = BROADFrames.Input(descriptor: descriptor, work: work)
  }

  deinit {
    close(input.descriptor)
    if !hasEnded { _ = end() }
  }

  /// Receives a frame. Throws the error that the process sent, or the reason for its end.
  func receive<Value>(
    _ path: String, _ body: (inout BROADFrames.Input) throws(LogError) -> BROADFrames.Received<Value>
  ) throws(LogError) -> Value {
    switch try body(&input) {
    case .value(let value): return value
    case .failure(let name, let message): throw LogError(path: path, name: name, message: message)
    case .nothing:
      let signal = end()
      throw LogError(
        path: path,
        message: "libhdf5 ended\(signal > 0 ? " with signal \(signal)" : "") on this file, which is damaged")
    }
  }

  /// Ends the process and returns the signal that had ended it before; 0 without one.
  private func end() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    return cardan_end_reader(identifier)
  }
}
