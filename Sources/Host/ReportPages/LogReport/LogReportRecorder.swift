import AttitudeFilters
import LogTables
import MotionSamples
import Rotations
import SensorCalibration
import SystemLibrary

/// Collects what the report of a log shows, in one pass over its rows and in bounded memory.
package struct LogReportRecorder {
  /// The timestamp of the first row, ns.
  private(set) var origin: Int64?
  /// The number of rows.
  private(set) var rowCount = 0
  /// Curves and samples.
  private(set) var reduction = RowReduction()
  /// The spectrum of the gyroscope in (deg/s)²/Hz, and of the accelerometer in (m/s²)²/Hz.
  private(set) var gyroscopeSpectrum = WelchSpectrum()
  private(set) var accelerometerSpectrum = WelchSpectrum()
  /// The directions of the calibrated magnetic field in the body.
  private(set) var coverage = SphereCoverage()
  /// The mean strength of the undisturbed field in µT, and its mean dip in degrees.
  private(set) var meanStrength = RunningMean()
  private(set) var meanDip = RunningMean()
  /// The rate at rest by temperature.
  private(set) var restRates = RestRates()
  /// The rows with a velocity.
  private(set) var velocityCount = 0
  /// The rows with each flag, by the place of its bit.
  private(set) var flagCounts = [Int](repeating: 0, count: OutcomeFlags.RawValue.bitWidth)

  private let conditioner: SampleConditioner<Double>
  private let keepsRawField: Bool
  private var row = ReportRow()
  private var last: Int64?

  /// A recorder before the first row. `conditioner` is that of the fusion.
  package init(conditioner: SampleConditioner<Double>) {
    self.conditioner = conditioner
    keepsRawField = conditioner.calibration != .identity
  }

  /// Adds rows and the motions after them, in ENU with gravity and standard deviations.
  package mutating func add(_ records: [LogRecord], _ motions: [Motion<Double>]) {
    for (record, motion) in zip(records, motions) { add(record, motion) }
  }

  private mutating func add(_ record: LogRecord, _ motion: Motion<Double>) {
    origin = origin ?? record.timestamp
    rowCount += 1
    let interval = last.map {
      Timestamp(nanoseconds: record.timestamp).seconds(since: Timestamp(nanoseconds: $0))
    }
    last = record.timestamp
    let raw = MotionSample(
      interval: interval ?? 0, angularRate: record.angularRate, specificForce: record.specificForce,
      magneticField: record.magneticField)
    let sample = conditioner.condition(raw, temperature: record.temperature)
    row.set(
      record, motion, sample: sample, rawField: keepsRawField ? record.magneticField : .absent,
      interval: interval ?? .nan)
    reduction.add(row, at: record.timestamp, flags: motion.flags.rawValue)
    gyroscopeSpectrum.add(sample.angularRate * (180 / .pi), interval: interval ?? 0)
    accelerometerSpectrum.add(sample.specificForce, interval: interval ?? 0)
    addField(sample.magneticField, motion)
    if record.velocityOverGround.x.isFinite || record.forwardSpeed.isFinite { velocityCount += 1 }
    if motion.flags.contains(.atRest) { restRates.add(sample.angularRate, temperature: record.temperature) }
    for bit in flagCounts.indices where motion.flags.rawValue >> bit & 1 == 1 { flagCounts[bit] += 1 }
  }

  private mutating func addField(_ field: Vector3<Double>, _ motion: Motion<Double>) {
    guard field.isFiniteInLane else { return }
    coverage.add(field)
    guard !motion.flags.intersects([.fieldDisturbed, .initializing, .magneticFieldRejected]) else { return }
    meanStrength.add(field.length)
    let sine = field.dot(motion.gravity) / (field.length * motion.gravity.length)
    if abs(sine) <= 1 { meanDip.add(asin(sine) * 180 / .pi) }
  }
}

/// The mean of numbers.
struct RunningMean {
  private(set) var count = 0
  private var sum = 0.0

  mutating func add(_ value: Double) {
    count += 1
    sum += value
  }

  /// The mean; nil without numbers.
  var value: Double? { count > 0 ? sum / Double(count) : nil }
}

/// The mean rate at rest in classes of temperature of one degree, in constant memory.
struct RestRates {
  /// One class.
  struct Class: Encodable {
    /// Its middle in degrees Celsius.
    var temperature: Double
    /// The mean rate of x, y and z, deg/s.
    var rate: [Double]
    /// The number of rows.
    var rows: Int
  }

  private static let lowest = -100
  private var sums = [Vector3<Double>](repeating: .zero, count: 300)
  private var counts = [Int](repeating: 0, count: 300)

  mutating func add(_ rate: Vector3<Double>, temperature: Double) {
    guard temperature.isFinite, rate.isFiniteInLane else { return }
    let place = Int(saturating: min(max(temperature.rounded(.down), -100), 199)) - Self.lowest
    sums[place] += rate
    counts[place] += 1
  }

  /// The classes that have rows.
  var classes: [Class] {
    counts.indices.filter { counts[$0] > 0 }.map { place in
      let mean = sums[place] * (180 / .pi / Double(counts[place]))
      return Class(
        temperature: Double(place + Self.lowest) + 0.5, rate: [mean.x, mean.y, mean.z], rows: counts[place])
    }
  }
}
