import LogTables
import Synchronization

/// The work and the memory that a log may ask for, in proportion to its bytes.
///
/// The counts in a file are bounded one by one, but their products are not: 4000 channels of one schema, 4096 names of a megabyte
/// each. Readers charge what they do beyond one pass over the bytes. A unit is about the work of copying a byte: a byte that is read
/// again, a byte of a name, an instruction of a database. The budget also ends a log at its time limit, and when the program
/// is asked to end. Not thread-safe.
public final class WorkBudget {
  private static let unitsPerByte = 64
  private static let leastUnits = 1 << 20
  /// The most bytes that a small file may expand to. Larger ones may expand by `unitsPerByte`.
  private static let leastExpansion = 1 << 25
  /// Units between two looks at the clock.
  private static let unitsPerLook = 1 << 16

  /// The most bytes that a small file may hold in memory, and for each byte of a file. The program itself has about as much again.
  private static let leastMemory = 1 << 25
  private static let memoryPerByte = 6

  private let path: String
  private let seconds: Double?
  private let end: ContinuousClock.Instant?
  private var units: Int
  private var expansion: Int
  private var held = 0
  private let isPipe: Bool
  /// The bytes of the log.
  private var size = 0
  private var unitsToLook = 0

  /// Whether the program is asked to end.
  private static let interruption = Mutex<(@Sendable () -> Bool)?>(nil)

  /// A budget for a log of this size. `path` is for messages.
  ///
  /// - Parameters:
  ///   - bytes: The size of all files of the log; 0 for a pipe, whose bytes `grow` adds.
  ///   - seconds: The longest time from now. Default: unlimited.
  package init(path: String, bytes: Int, seconds: Double? = nil) {
    self.path = path
    self.seconds = seconds
    end = seconds.map { .now + .seconds($0) }
    isPipe = bytes == 0
    (units, expansion) = (Self.leastUnits, Self.leastExpansion)
    grow(by: bytes)
  }

  /// Lets budgets end every log once `isRequested` is true, for a program that handles signals.
  public static func interrupt(when isRequested: @escaping @Sendable () -> Bool) {
    interruption.withLock { $0 = isRequested }
  }

  /// Adds bytes of an input whose size is unknown.
  package func grow(by bytes: Int) {
    size = min(size + max(0, bytes), 1 << 48)
    let more = Self.unitsPerByte * min(max(0, bytes), 1 << 48)
    units = min(units + more, 1 << 60)
    expansion = min(expansion + more, 1 << 60)
  }

  /// Charges work. Throws if the log has no more.
  package func charge(_ work: Int) throws(LogError) {
    units -= min(max(0, work), 1 << 60)
    guard units >= 0 else {
      units = 0
      throw LogError(path: path, message: "needs far more work than a log of its size; damaged or made to exhaust")
    }
    try look(after: work)
  }

  /// Charges bytes that were decompressed. Throws if they are far more than the log has.
  package func expand(_ bytes: Int) throws(LogError) {
    expansion -= bytes
    guard expansion >= 0 else {
      expansion = 0
      throw LogError(
        path: path,
        message: "decompresses to more than \(Self.unitsPerByte) times its size; no recording of sensors does")
    }
    try look(after: bytes)
  }

  /// The most bytes of memory that the content of the log may take.
  package var mostMemory: Int { Self.leastMemory + Self.memoryPerByte * size }

  /// The longest message or other part that is read as a whole, of which there are several copies.
  package var longestPart: Int { min(mostMemory / 8, 1 << 26) }

  /// The logarithm of the window of a compressed file that fits into the memory.
  package var windowLog: Int {
    let largest = Decompressor.largestWindowLog
    return isPipe ? largest : min(largest, Int.bitWidth - 1 - mostMemory.leadingZeroBitCount)
  }

  /// Charges bytes that stay in memory up to the end. Throws if they are more than `mostMemory`.
  package func hold(_ bytes: Int) throws(LogError) {
    held += min(max(0, bytes), 1 << 60 - held)
    guard held <= mostMemory else {
      throw LogError(
        path: path,
        message: "its content needs more than the \(mostMemory >> 20) MB of memory that a log of its size may take")
    }
  }

  /// Throws if the time of the log is over or the program is asked to end.
  package func checkTime() throws(LogError) {
    if let seconds, let end, ContinuousClock.now > end { throw LogError(path: path, .timedOut(seconds)) }
    let isRequested = Self.interruption.withLock { $0 }
    if isRequested?() == true { throw LogError(path: path, .interrupted) }
  }

  private func look(after work: Int) throws(LogError) {
    unitsToLook -= min(work, Self.unitsPerLook)
    guard unitsToLook < 0 else { return }
    unitsToLook = Self.unitsPerLook
    try checkTime()
  }
}
