import FilterRuns
import Foundation

/// Filters of others, compiled by `PeerTiming/build.sh` into one library that is loaded at run time.
///
/// They run in this process, interleaved with Cardan's filters, so that ratios are meaningful.
struct PeerLibrary {
  /// One filter on one recording.
  struct Run {
    let label: FilterRun.Label
    let updateCount: Int
    /// Runs over the whole recording; the mark, if given, is called before the first update and after each.
    let run: (_ mark: FilterRun.Mark?) -> Double

    /// Whether it is what the default filter and the smoother are compared with.
    var isCounterpartAtEveryRate: Bool {
      ["default", "smoother"].map(PeerLibrary.vqfCounterpart).contains(label.filter)
    }
  }

  /// Runs a filter, by its number, over rows of nine numbers and returns the sum of the real parts of its quaternions.
  private typealias RunVQF =
    @convention(c) (
      _ filter: Int32, _ rows: UnsafePointer<Double>, _ count: Int, _ rate: Double, _ axes: Int32,
      _ mark: FilterRun.Mark?
    ) -> Double
  private typealias RunFusion =
    @convention(c) (
      _ variant: Int32, _ rows: UnsafePointer<Float>, _ count: Int, _ rate: Double, _ axes: Int32,
      _ mark: FilterRun.Mark?
    ) -> Double

  private let runVQF: RunVQF
  private let runFusion: RunFusion

  /// The library at a path; throws a message where it cannot be loaded.
  init(path: String) throws(UsageError) {
    let absolute = URL(filePath: path).path
    guard let handle = dlopen(absolute, RTLD_NOW), let vqf = dlsym(handle, "cardan_vqf_run"),
      let fusion = dlsym(handle, "cardan_fusion_run")
    else {
      throw UsageError(message: "cannot load \(path): run Benchmarks/PeerTiming/build.sh first")
    }
    runVQF = unsafeBitCast(vqf, to: RunVQF.self)
    runFusion = unsafeBitCast(fusion, to: RunFusion.self)
  }

  /// The runs of this library on a recording.
  func runs(on recording: BenchmarkRecording, sensors: SensorSet) -> [Run] {
    let rows = recording.plainRows
    let (count, rate, axes) = (recording.count, recording.rate, Int32(sensors == .withMagnetometer ? 9 : 6))
    let vqf = ["VQF C++", "BasicVQF C++", "offlineVQF C++"].enumerated().map { number, name in
      Run(label: .init(filter: name, number: "Double", sensors: sensors, rate: rate), updateCount: count) {
        [runVQF] mark in runVQF(Int32(number), rows, count, rate, axes, mark)
      }
    }
    let fusionRows = Self.inFusionUnits(rows)
    let fusion = ["Fusion C", "Fusion C, rejection", "Fusion C, bias"].enumerated().map { variant, name in
      Run(label: .init(filter: name, number: "Float", sensors: sensors, rate: rate), updateCount: count) {
        [runFusion] mark in runFusion(Int32(variant), fusionRows, count, rate, axes, mark)
      }
    }
    return vqf + fusion
  }

  /// Fusion takes degrees/s and g; it gets them beforehand, so that the conversion is not timed.
  private static func inFusionUnits(_ rows: [Double]) -> [Float] {
    let factors = [180 / Double.pi, 1 / 9.80665, 1]
    return rows.enumerated().map { index, number in Float(number * factors[index % 9 / 3]) }
  }

  /// The VQF that a filter is compared with.
  static func vqfCounterpart(of filter: String) -> String { filter == "smoother" ? "offlineVQF C++" : "VQF C++" }

  /// The Fusion that a filter is compared with, where it has the same features: our complementary filter estimates the
  /// gyroscope's bias at rest, those of Madgwick and Mahony do not by default.
  static func fusionCounterpart(of filter: String) -> String? {
    ["madgwick": "Fusion C", "mahony": "Fusion C", "complementary": "Fusion C, bias"][filter]
  }
}
