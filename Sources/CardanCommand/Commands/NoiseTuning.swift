import AttitudeFilters
import Foundation
import OfflineEstimation

/// Filters tuned to the noise of the sensors, as `cardan allan` found it.
enum NoiseTuning {
  /// Whether a filter has parameters in physical units, which noise can be put into.
  static func isTunable(_ filter: FilterKind) -> Bool { [.default, .default14, .mekf].contains(filter) }

  /// A filter tuned to the noise in a file; with its defaults where there is no file.
  static func tuned(_ filter: FilterKind, from path: String?) throws(UsageError) -> FilterSelection {
    guard let path else { return FilterSelection(filter) }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw UsageError("option '--tune-from': the file '\(path)' cannot be read")
    }
    do throws(SensorNoiseError) {
      let noise = try SensorNoise(json: bytes)
      return filter == .mekf
        ? FilterSelection(filter, noise.tuned(MultiplicativeKalmanParameters<Double>()))
        : FilterSelection(filter, noise.tuned(VelocityBoundedParameters<Double>()))
    } catch {
      throw UsageError("option '--tune-from': '\(path)' \(error)")
    }
  }
}
