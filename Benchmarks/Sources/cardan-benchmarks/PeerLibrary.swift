import Foundation

/// Filters of others, compiled by `PeerTiming/build.sh` into one library that is loaded at run time.
///
/// Running them in this process, in turn with ours, is what makes a ratio mean something.
final class PeerLibrary {
  /// Runs a filter, by its number, over rows of nine numbers and returns the sum of the real parts of its quaternions.
  private typealias Run =
    @convention(c) (
      _ filter: Int32, _ rows: UnsafePointer<Double>, _ count: Int, _ interval: Double, _ axes: Int32
    ) -> Double

  private let run: Run

  /// The library at a path; throws a message where it cannot be loaded.
  init(path: String) throws(UsageError) {
    let absolute = URL(filePath: path).path
    guard let handle = dlopen(absolute, RTLD_NOW), let symbol = dlsym(handle, "cardan_peer_run") else {
      throw UsageError(message: "cannot load \(path): run Benchmarks/PeerTiming/build.sh first")
    }
    run = unsafeBitCast(symbol, to: Run.self)
  }

  /// The cases of this library on a recording.
  func cases(on recording: BenchmarkRecording, sensors: SensorSet) -> [BenchmarkCase] {
    let rows = recording.plainRows
    return [("VQF C++", Int32(0)), ("BasicVQF C++", Int32(1)), ("offlineVQF C++", Int32(2))].map { name, number in
      BenchmarkCase(
        label: .init(filter: name, number: "Double", sensors: sensors, rate: recording.rate),
        sampleCount: recording.count
      ) { [run] in
        run(number, rows, recording.count, 1 / recording.rate, sensors == .withMagnetometer ? 9 : 6)
      }
    }
  }
}
