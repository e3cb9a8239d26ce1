// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import CCardanOffline
import CardanABI
import SensorCalibration

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
    return message.write("invalid readings or estimator form", for: CARDAN_BAD_ARGUMENT)
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
  allan.flatMap { Handle<AllanDeviation>.value(of: $0)?.points.count } ?? 0
}

@c @implementation
public func cardan_allan_points(
  _ allan: OpaquePointer?, _ points: UnsafeMutablePointer<cardan_allan_point>?, _ capacity: Int
) -> cardan_status {
  guard let allan, let points else { return CARDAN_NULL_ARGUMENT }
  guard let found = Handle<AllanDeviation>.value(of: allan)?.points else { return CARDAN_BAD_HANDLE }
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
    return message.write("invalid noise process", for: CARDAN_BAD_ARGUMENT)
  }
  guard let deviation = Handle<AllanDeviation>.value(of: allan) else {
    return message.write("not a handle of an Allan deviation", for: CARDAN_BAD_HANDLE)
  }
  guard deviation.form == .overlapping else {
    return message.write("noise needs the overlapping form", for: CARDAN_UNSUPPORTED)
  }
  do throws(AllanError) {
    guard let found = try NoiseFit(of: deviation)[process] else {
      return message.write("\(process.rawValue): not found in this recording", for: CARDAN_UNDETERMINED)
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

@c @implementation
public func cardan_measure_noise(
  _ recording: UnsafePointer<cardan_recording>?, _ takesMovement: Int32, _ name: UnsafePointer<CChar>?,
  _ noise: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let noise else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("invalid recording description", for: status) }
  var readings = StillReadings(takesMovement: takesMovement != 0)
  rows.forEachTimestamped { sample, timestamp in
    readings.add(
      timestamp: timestamp, angularRate: sample.angularRate, specificForce: sample.specificForce,
      magneticField: sample.magneticField)
  }
  let measured = readings.noise()
  let problems = measured.compactMap { noise in noise.error.map { "\(noise.sensor.rawValue): \($0)" } }
    .joined(separator: "\n")
  let found = SensorNoise(
    recording: name.map { String(cString: $0) } ?? "", restDuration: readings.restDuration, measured)
  guard let found, let text = try? found.text else {
    return message.write(problems.isEmpty ? "no readings at rest" : problems, for: CARDAN_UNDETERMINED)
  }
  noise.pointee = Handle.make(Document(text))
  return message.write(problems, for: CARDAN_OK)
}

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
  guard length >= 0 else { return message.write("negative length", for: CARDAN_BAD_ARGUMENT) }
  let found: SensorNoise
  do throws(SensorNoiseError) {
    found = try SensorNoise(json: UnsafeRawBufferPointer(start: noise, count: length))
  } catch {
    return message.write("\(error)", for: CARDAN_CORRUPT)
  }
  guard let selection = FilterKind(filter).flatMap(found.tuned) else {
    return message.write("filter without noise parameters", for: CARDAN_UNSUPPORTED)
  }
  let tuned = selection.parameters.filter { selection.values[$0.name.description] != nil }
  guard capacity >= tuned.count else { return message.write("capacity too small", for: CARDAN_BAD_SIZE) }
  for (index, parameter) in tuned.enumerated() {
    parameters[index] = cardan_parameter(name: cardan_parameter_info(parameter).name, value: parameter.value)
  }
  count.pointee = tuned.count
  return message.write("", for: CARDAN_OK)
}

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
    case CARDAN_NOISE_GAUSS_MARKOV_BIAS: self = .gaussMarkovBias
    default: return nil
    }
  }
}
