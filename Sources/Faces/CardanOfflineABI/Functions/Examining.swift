// CardanOfflineABI: the functions of `cardan_offline.h`.
// It translates arguments and results; the work is in the modules below.

// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CardanABI
import CCardan
import CCardanOffline
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables

@c @implementation
public func cardan_log_findings(
  _ log: OpaquePointer?, _ findings: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?,
  _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let log, let findings else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  guard let (header, damage) = Handle<OpenLog>.value(of: log)?.state else {
    return message.write("not a handle of a log", for: CARDAN_BAD_HANDLE)
  }
  let found = Finding.ofFile(header, damage, usesMagnetometer: true)
  write(FindingReport(log: "", findings: found), to: findings)
  return message.write("", for: CARDAN_OK)
}

@c @implementation
public func cardan_examine_log(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<cardan_log_options>?,
  _ findings: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let findings else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  return withLog(path, options, message) { path, options throws(LogError) in
    let doctor = try LogDoctor(path: path, options: options)
    write(doctor, doctor.findings(ofLogAt: path, options), of: path, to: findings)
  }
}

@c @implementation
public func cardan_examine_recording(
  _ recording: UnsafePointer<cardan_recording>?, _ truth: UnsafePointer<cardan_array>?, _ name: UnsafePointer<CChar>?,
  _ findings: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let findings else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let (rows, status) = RecordingReader.reading(recording, truth: truth)
  guard let rows else { return message.write("invalid recording description", for: status) }
  var reader: any MotionLogReader = rows
  do throws(LogError) {
    let doctor = try LogDoctor(reading: &reader)
    write(doctor, doctor.findings().untried, of: name.map { String(cString: $0) } ?? "", to: findings)
    return message.write("", for: CARDAN_OK)
  } catch {
    return message.write("\(error)", for: CARDAN_BAD_FORMAT)
  }
}

@c @implementation
public func cardan_examine_results(
  _ options: UnsafePointer<cardan_options>?, _ recording: UnsafePointer<cardan_recording>?,
  _ results: UnsafePointer<cardan_results>?, _ isSmoothed: Int32, _ truth: UnsafePointer<cardan_array>?,
  _ name: UnsafePointer<CChar>?, _ findings: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let findings, let results else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let (choices, optionStatus) = RunChoices.reading(options, isSmoothed: isSmoothed != 0)
  guard let choices else { return message.write("invalid options", for: optionStatus) }
  let (rows, status) = RecordingReader.reading(recording, truth: truth)
  guard let rows else { return message.write("invalid recording description", for: status) }
  guard results.pointee.size == MemoryLayout<cardan_results>.size else {
    return message.write("invalid description of the results", for: CARDAN_BAD_SIZE)
  }
  guard let motions = FusedRows(results.pointee, hasTruth: truth != nil) else {
    return message.write("flags or bias missing in the results", for: CARDAN_BAD_ARGUMENT)
  }
  let summary = choices.summary(of: rows, motions)
  write(FindingReport(log: name.map { String(cString: $0) } ?? "", findings: summary.findings), to: findings)
  return message.write("", for: CARDAN_OK)
}

/// Makes the document of an examination.
private func write(
  _ doctor: LogDoctor, _ found: [Finding], of name: String, to findings: UnsafeMutablePointer<OpaquePointer?>
) {
  write(FindingReport(log: name, findings: found, info: LogFacts(doctor.inspection)), to: findings)
}

private func write(_ report: FindingReport, to findings: UnsafeMutablePointer<OpaquePointer?>) {
  // Encoding fails only on numbers that are not finite, for which there is a strategy.
  findings.pointee = Handle.make(Document((try? FindingReport.json([report])) ?? "[]"))
}

/// What the findings of a run depend on besides its rows.
private struct RunChoices {
  let usesMagnetometer: Bool
  let biasLimit: Double?

  /// Reads the options of a run; the defaults for nil.
  static func reading(
    _ options: UnsafePointer<cardan_options>?, isSmoothed: Bool
  ) -> (choices: RunChoices?, status: cardan_status) {
    guard let options else {
      return (RunChoices(usesMagnetometer: true, biasLimit: isSmoothed ? nil : FilterSelection().biasLimit), CARDAN_OK)
    }
    guard options.pointee.size == MemoryLayout<cardan_options>.size else { return (nil, CARDAN_BAD_SIZE) }
    guard let kind = FilterKind(options.pointee.filter) else { return (nil, CARDAN_BAD_ARGUMENT) }
    var limit = isSmoothed ? nil : FilterSelection(kind).biasLimit
    for parameter in UnsafeBufferPointer(start: options.pointee.parameters, count: options.pointee.parameter_count)
    where limit != nil && parameter.name.map({ String(cString: $0) }) == "bias_limit" {
      limit = parameter.value
    }
    let usesMagnetometer = options.pointee.behavior & CARDAN_NO_MAGNETOMETER == 0
    return (RunChoices(usesMagnetometer: usesMagnetometer, biasLimit: limit), CARDAN_OK)
  }

  /// The summary of a run.
  func summary(of rows: RecordingReader, _ results: FusedRows) -> FusionSummary {
    var summary = FusionSummary(header: rows.header, usesMagnetometer: usesMagnetometer, biasLimit: biasLimit)
    var rows = rows
    for row in 0..<rows.count {
      let (sample, timestamp) = rows.readings(row)
      summary.add(
        angularRate: sample.angularRate, specificForce: sample.specificForce, magneticField: sample.magneticField,
        flags: results.flags(row), at: timestamp)
      if let truth = rows.truth(row), let estimate = results.attitude(row) {
        summary.add(
          estimate: estimate, truth: truth, specificForce: sample.specificForce, magneticField: sample.magneticField)
      }
      if (row + 1) % LogFusion.blockSize == 0 || row + 1 == rows.count {
        summary.update(gyroscopeBias: results.bias(row))
      }
    }
    return summary
  }
}
