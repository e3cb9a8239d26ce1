import CHDF5
import Synchronization

/// The one door to libhdf5, which need not be safe for threads: one caller at a time, and no error text on the terminal.
enum HDF5Library {
  private static let door = Mutex(())

  /// The library shall not tidy up at the end of the program: it only reads, and after a damaged file it says on the
  /// terminal that it cannot. Has to come before its first use.
  private static let prepared: Void = { _ = H5dont_atexit() }()

  /// Runs calls to the library alone.
  static func call<Result: Sendable>(_ body: () throws(LogError) -> Result) throws(LogError) -> Result {
    try door.withLock { _ throws(LogError) in
      _ = prepared
      cardan_hdf5_silence()
      return try body()
    }
  }
}
