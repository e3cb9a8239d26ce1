import LogProcessing
import Foundation
import OfflineEstimation

/// Filters tuned to the noise of the sensors, as `cardan allan` found it.
enum NoiseTuning {
  /// Whether a filter has parameters in physical units, which noise can be put into.
  static func isTunable(_ filter: FilterChoice) -> Bool { [.default, .default14, .mekf].contains(filter) }

  /// The fusion with its filters tuned; as it is where there is no file.
  static func tuned(_ fusion: LogFusion, from path: String?) throws(UsageError) -> LogFusion {
    guard let path else { return fusion }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw UsageError("option '--tune-from': the file '\(path)' cannot be read")
    }
    do throws(SensorNoiseError) {
      let noise = try SensorNoise(json: bytes)
      var tuned = fusion
      tuned.velocityBounded = noise.tuned(fusion.velocityBounded)
      tuned.multiplicativeKalman = noise.tuned(fusion.multiplicativeKalman)
      return tuned
    } catch {
      throw UsageError("option '--tune-from': '\(path)' \(error)")
    }
  }
}
