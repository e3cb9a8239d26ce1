// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeSmoothing
import CCardan
import CCardanOffline
import CardanABI
import LogProcessing
import MotionSamples
import Rotations
import SensorCalibration

@c @implementation
public func cardan_smooth(
  _ options: UnsafePointer<cardan_options>?, _ recording: UnsafePointer<cardan_recording>?,
  _ results: UnsafePointer<cardan_results>?, _ calibration: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  let (choices, optionStatus) = SmoothingOptions.reading(options)
  guard let choices else { return message.write("invalid options", for: optionStatus) }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("invalid recording description", for: status) }
  guard results.map({ $0.pointee.size == MemoryLayout<cardan_results>.size }) ?? true else {
    return message.write("invalid description of the results", for: CARDAN_BAD_SIZE)
  }
  guard let output = ResultRows(results) else {
    return message.write("invalid description of the results", for: CARDAN_BAD_ARGUMENT)
  }
  do throws(SmoothingError) {
    let errors = try smooth(rows, choices, into: output)
    calibration?.pointee = Handle.make(Document(errors.map { CalibrationFile($0).text } ?? CalibrationFile().text))
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: CARDAN_UNDETERMINED)
  }
}

@c @implementation
public func cardan_smoother_parameter_count() -> Int {
  SmoothingOptions().parameterCount
}

@c @implementation
public func cardan_describe_smoother_parameter(
  _ index: Int, _ info: UnsafeMutablePointer<cardan_parameter_info>?
) -> cardan_status {
  guard let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_parameter_info>.size else { return CARDAN_BAD_SIZE }
  guard let found = SmoothingOptions().parameter(at: index) else { return CARDAN_BAD_ARGUMENT }
  info.pointee = cardan_parameter_info(found)
  return CARDAN_OK
}

/// Smooths a recording, writes the results, and returns the estimated sensor errors.
private func smooth(
  _ rows: RecordingRows, _ options: SmoothingOptions, into output: ResultRows
) throws(SmoothingError) -> SmoothedSensorErrors? {
  var samples: [MotionSample<Double>] = []
  var isDiscontinuous: [Bool] = []
  samples.reserveCapacity(rows.count)
  isDiscontinuous.reserveCapacity(rows.count)
  let settings = options.settings.stream
  let conditioner = settings.conditionerForFrame
  let northFromTrueNorth = Rotation(aboutZ: settings.declination)
  var velocities: [ObservedVelocity] = []
  rows.forEachSample(clock: settings.clock) { raw, reading in
    let row = samples.count
    if let velocity = ObservedVelocity(
      sample: row, velocity: rows.groundVelocity(row), speed: rows.forwardSpeed(row),
      northFromTrueNorth: northFromTrueNorth)
    {
      velocities.append(velocity)
    }
    samples.append(conditioner.condition(raw))
    isDiscontinuous.append(reading?.isDiscontinuity ?? false)
  }
  let smoothed = try AttitudeSmoother(parameters: options.parameters).smooth(samples, velocities: velocities)
  let frame = smoothed.samples.first?.settled(settings.outputFrame) ?? settings.outputFrame
  for (row, sample) in smoothed.samples.enumerated() where output.results != nil {
    let motion = sample.motion(
      at: Timestamp(nanoseconds: 0), specificForce: samples[row].specificForce, isDiscontinuous: isDiscontinuous[row],
      in: frame, gravityMagnitude: settings.gravityMagnitude)
    output.store(motion, at: row)
  }
  return smoothed.sensorErrors
}
