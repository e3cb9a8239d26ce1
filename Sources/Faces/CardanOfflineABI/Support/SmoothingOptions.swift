import AttitudeFilters
import AttitudeSmoothing
import CCardan
import CardanABI
import MotionSamples

/// The options of a smoothing.
struct SmoothingOptions: NamedParameters {
  /// Axes, calibration, clock and frame.
  private(set) var settings = HandleSettings()
  /// The parameters of the smoother.
  private(set) var parameters = AttitudeSmootherParameters()

  /// Reads the options of a caller; the defaults for nil.
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

  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    parameters.visit(&visitor)
    settings.visit(&visitor)
  }
}
