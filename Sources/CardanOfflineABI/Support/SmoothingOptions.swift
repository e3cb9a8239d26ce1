import AttitudeFilters
import CCardan
import CardanABI
import MotionSamples
import OfflineEstimation

/// How a recording is smoothed.
struct SmoothingOptions: NamedParameters {
  /// What surrounds the smoother.
  private(set) var settings = HandleSettings()
  /// What can be tuned in it.
  private(set) var parameters = AttitudeSmootherParameters()

  /// Reads options of a caller; nil stands for the defaults.
  static func reading(_ options: UnsafePointer<cardan_options>?) -> (options: SmoothingOptions?, status: cardan_status)
  {
    var read = SmoothingOptions()
    guard let options else { return (read, CARDAN_OK) }
    var parameters = read.parameters
    let status = read.settings.read(options) { name, value in
      parameters.set(name, to: value).status
    }
    guard status == CARDAN_OK else { return (nil, status) }
    guard options.pointee.filter == CARDAN_FILTER_DEFAULT else { return (nil, CARDAN_UNSUPPORTED) }
    read.parameters = parameters
    return (read, CARDAN_OK)
  }

  /// Shows a visitor every parameter.
  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    parameters.visit(&visitor)
    settings.visit(&visitor)
  }
}
