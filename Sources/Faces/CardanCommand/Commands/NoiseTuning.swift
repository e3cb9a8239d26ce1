import AttitudeFilters
import FileAccess
import JSONCoding
import SensorCalibration

/// The option `--tune-from`: a filter tuned to a noise file.
enum NoiseTuning {
  /// Whether a filter has parameters in units of noise.
  static func isTunable(_ filter: FilterKind) -> Bool { SensorNoise.tunableFilters.contains(filter) }

  /// A filter tuned to the noise in a file, if any.
  static func tuned(_ filter: FilterKind, from path: String?) throws(UsageError) -> FilterSelection {
    guard let path else { return FilterSelection(filter) }
    guard let bytes = WholeFile.bytes(at: path) else {
      throw UsageError("option '--tune-from': cannot read '\(path)'")
    }
    do throws(SensorNoiseError) {
      return try SensorNoise(json: bytes).tuned(filter) ?? FilterSelection(filter)
    } catch {
      throw UsageError("option '--tune-from': \(path): \(error); 'cardan allan LOG -o noise.json' writes one")
    }
  }
}
