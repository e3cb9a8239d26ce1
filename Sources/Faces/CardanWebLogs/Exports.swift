// What log.js calls. An instance of the module reads one log: the page gives its bytes through `cardan_read_log`. Texts are UTF-8 behind
// `cardan_text`, valid until the next call.

import JSONCoding
import LogTables
import MotionSamples
import Rotations

nonisolated(unsafe) private var log: OpenLog?
nonisolated(unsafe) private var failure: LogError?
nonisolated(unsafe) private var text: [UInt8] = []

/// Memory for the caller, never freed.
@c(cardan_allocate)
public func allocate(_ count: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: count, alignment: 16) }

/// Opens the log and reads its header; false after an error, which `cardan_error` describes. `name` is for messages. The units are
/// those of readings whose header has none, by their places in `cardan_units`; -1 for none. The rate in Hz is for logs without
/// timestamps; NaN for none.
@c(cardan_open)
public func open(
  _ name: UnsafePointer<UInt8>, _ length: Int, _ time: Int, _ angularRate: Int, _ specificForce: Int,
  _ magneticField: Int, _ rate: Double
) -> Bool {
  func unit<Unit: MeasurementUnit>(_ place: Int) -> Unit? { place < 0 ? nil : Unit.allUnits[place] }
  let options = LogOptions(
    timeUnit: unit(time), angularRateUnit: unit(angularRate), accelerationUnit: unit(specificForce),
    magneticFieldUnit: unit(magneticField), samplingRate: rate.isNaN ? nil : rate)
  let path = String(decoding: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
  do throws(LogError) {
    log = try OpenLog(path: path, options: options)
    return true
  } catch {
    failure = error
    return false
  }
}

/// The sensors of the open log: 1 for a gyroscope, 2 for an accelerometer, 4 for a magnetometer, added.
@c(cardan_sensors)
public func sensors() -> Int {
  guard let header = log?.header else { return 0 }
  return (header.hasGyroscope ? 1 : 0) + (header.hasAccelerometer ? 2 : 0) + (header.hasMagnetometer ? 4 : 0)
}

/// Reads the next rows, up to `limit`: timestamps in ns; rates in rad/s, forces in m/s² and fields in µT, three each, NaN where absent.
/// Returns their number, 0 at the end, -1 after an error.
@c(cardan_rows)
public func rows(
  _ limit: Int, _ timestamps: UnsafeMutablePointer<Int64>, _ rates: UnsafeMutablePointer<Double>,
  _ forces: UnsafeMutablePointer<Double>, _ fields: UnsafeMutablePointer<Double>
) -> Int {
  var count = 0
  do throws(LogError) {
    while count < limit, let record = try log?.next() {
      timestamps[count] = record.timestamp
      for axis in 0..<3 {
        rates[3 * count + axis] = record.angularRate[axis]
        forces[3 * count + axis] = record.specificForce[axis]
        fields[3 * count + axis] = record.magneticField[axis]
      }
      count += 1
    }
    return count
  } catch {
    failure = error
    return -1
  }
}

/// The last error as text; returns the length.
@c(cardan_error)
public func error() -> Int { take(failure?.description ?? "") }

/// What the last error lacks: 0 to 3 for the unit of the timestamps, the gyroscope, the accelerometer and the magnetometer, 4 for the
/// rate; -1 for others.
@c(cardan_error_lacks)
public func errorLacks() -> Int {
  switch failure?.fact {
  case .unitsMissing(let gaps, _, _):
    switch gaps.first?.reading {
    case .gyroscope: 1
    case .accelerometer: 2
    case .magnetometer: 3
    case .timestamps, nil: 0
    }
  case .rateMissing: 4
  default: -1
  }
}

/// The units of the timestamps, the gyroscope, the accelerometer and the magnetometer, the SI unit first, as JSON: an array of arrays of
/// symbols. Returns the length.
@c(cardan_units)
public func units() -> Int {
  func symbols<Unit: MeasurementUnit>(_: Unit.Type) -> JSONNode { .list(Unit.allUnits.map { .text($0.symbol) }) }
  return take(
    JSON.text(
      of: .list([
        symbols(TimeUnit.self), symbols(AngularRateUnit.self), symbols(AccelerationUnit.self),
        symbols(MagneticFieldUnit.self),
      ])))
}

/// The findings on the rows that were read, as the JSON of `cardan doctor --json` has them; returns the length.
@c(cardan_findings)
public func findings() -> Int { take(log?.findings ?? "null") }

/// The start of the last text.
@c(cardan_text)
public func textStart() -> UnsafePointer<UInt8>? { text.withUnsafeBufferPointer { $0.baseAddress } }

private func take(_ string: String) -> Int {
  text = Array(string.utf8)
  return text.count
}
