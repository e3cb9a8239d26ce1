// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import CCardanOffline
import CardanABI
import FoundationEssentials
import OfflineEstimation

@c @implementation
public func cardan_tune(
  _ noise: UnsafePointer<CChar>?, _ length: Int, _ filter: cardan_filter_kind,
  _ parameters: UnsafeMutablePointer<cardan_parameter>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let noise, let parameters, let count else {
    return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT)
  }
  guard length >= 0 else { return message.write("the length is negative", for: CARDAN_BAD_ARGUMENT) }
  let found: SensorNoise
  do throws(SensorNoiseError) {
    found = try SensorNoise(json: Data(bytes: noise, count: length))
  } catch {
    return message.write("the text \(error)", for: CARDAN_CORRUPT)
  }
  guard let tuned = found.parameters(of: filter) else {
    return message.write("the filter has no parameters in units of noise", for: CARDAN_UNSUPPORTED)
  }
  guard capacity >= tuned.count else { return message.write("too little room", for: CARDAN_BAD_SIZE) }
  for (index, parameter) in tuned.enumerated() { parameters[index] = parameter }
  count.pointee = tuned.count
  return message.write("", for: CARDAN_OK)
}

extension SensorNoise {
  /// What this noise changes in a filter's parameters; nil for a filter that cannot be tuned to it.
  fileprivate func parameters(of filter: cardan_filter_kind) -> [cardan_parameter]? {
    switch filter {
    case CARDAN_FILTER_DEFAULT, CARDAN_FILTER_DEFAULT14: changes(in: tuned(VelocityBoundedParameters<Double>()))
    case CARDAN_FILTER_MEKF: changes(in: tuned(MultiplicativeKalmanParameters<Double>()))
    default: nil
    }
  }

  /// The parameters that are not their defaults.
  private func changes<Parameters: NamedParameters>(in parameters: Parameters) -> [cardan_parameter] {
    let defaults = Parameters()
    return (0..<parameters.parameterCount).compactMap { place in
      guard let now = parameters.parameter(at: place), now.value != defaults.parameter(at: place)?.value else {
        return nil
      }
      return cardan_parameter(name: cardan_parameter_info(now).name, value: now.value)
    }
  }
}
