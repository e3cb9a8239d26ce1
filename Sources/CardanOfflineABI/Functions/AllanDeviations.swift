// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import OfflineEstimation

@c @implementation
public func cardan_allan_create(
  _ readings: UnsafePointer<cardan_array>?, _ count: Int, _ interval: Double, _ form: cardan_allan_form,
  _ allan: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let allan, let readings, readings.pointee.data != nil else {
    return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT)
  }
  guard let numbers = NumberRows(readings), let form = AllanForm(form), count >= 0 else {
    return message.write("the readings or the form are none", for: CARDAN_BAD_ARGUMENT)
  }
  do throws(AllanError) {
    let series = try SegmentedSeries((0..<count).lazy.map { numbers[$0, 0] }, interval: interval)
    allan.pointee = Handle.make(try AllanDeviation(of: series, form: form))
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: error == .invalidInterval ? CARDAN_BAD_ARGUMENT : CARDAN_UNDETERMINED)
  }
}

@c @implementation
public func cardan_allan_count(_ allan: OpaquePointer?) -> Int {
  allan.map { Handle<AllanDeviation>.of($0).value.points.count } ?? 0
}

@c @implementation
public func cardan_allan_points(
  _ allan: OpaquePointer?, _ points: UnsafeMutablePointer<cardan_allan_point>?, _ capacity: Int
) -> cardan_status {
  guard let allan, let points else { return CARDAN_NULL_ARGUMENT }
  let found = Handle<AllanDeviation>.of(allan).value.points
  guard capacity >= found.count else { return CARDAN_BAD_SIZE }
  for (index, point) in found.enumerated() {
    let interval = point.interval()
    points[index] = cardan_allan_point(
      averaging_time: point.averagingTime, deviation: point.deviation, lower: interval.lowerBound,
      upper: interval.upperBound, degrees_of_freedom: point.degreesOfFreedom, term_count: point.termCount)
  }
  return CARDAN_OK
}

@c @implementation
public func cardan_allan_noise(
  _ allan: OpaquePointer?, _ process: cardan_noise_process,
  _ coefficient: UnsafeMutablePointer<cardan_noise_coefficient>?, _ message: UnsafeMutablePointer<CChar>?,
  _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let allan, let coefficient else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard let process = NoiseProcess(process) else {
    return message.write("there is no such process", for: CARDAN_BAD_ARGUMENT)
  }
  let deviation = Handle<AllanDeviation>.of(allan).value
  guard deviation.form == .overlapping else {
    return message.write("noise is fitted to the overlapping form", for: CARDAN_UNSUPPORTED)
  }
  do throws(AllanError) {
    guard let found = try NoiseFit(of: deviation)[process] else {
      return message.write("\(process.rawValue): not seen in this recording", for: CARDAN_UNDETERMINED)
    }
    coefficient.pointee = cardan_noise_coefficient(
      value: found.value, sigma: found.standardDeviation, correlation_time: found.correlationTime)
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: CARDAN_UNDETERMINED)
  }
}

@c @implementation
public func cardan_allan_free(_ allan: OpaquePointer?) { Handle<AllanDeviation>.free(allan) }

extension AllanForm {
  fileprivate init?(_ form: cardan_allan_form) {
    switch form {
    case CARDAN_ALLAN_OVERLAPPING: self = .overlapping
    case CARDAN_ALLAN_MODIFIED: self = .modified
    case CARDAN_ALLAN_HADAMARD: self = .hadamard
    default: return nil
    }
  }
}

extension NoiseProcess {
  fileprivate init?(_ process: cardan_noise_process) {
    switch process {
    case CARDAN_NOISE_QUANTIZATION: self = .quantization
    case CARDAN_NOISE_WHITE: self = .whiteNoise
    case CARDAN_NOISE_BIAS_INSTABILITY: self = .biasInstability
    case CARDAN_NOISE_RANDOM_WALK: self = .randomWalk
    case CARDAN_NOISE_RAMP: self = .ramp
    case CARDAN_NOISE_WANDERING_BIAS: self = .wanderingBias
    default: return nil
    }
  }
}
