import LogTables

extension Finding {
  /// The facts that the checks find.
  public enum Fact: Hashable, Sendable {
    /// The readings are in another unit, by its symbol.
    case wrongUnit(Sensor, String)
    /// The readings are too large or too small by no known unit.
    case wrongScale(Sensor)
    /// An axis (0 to 2) has another scale than the others.
    case wrongAxisScale(Sensor, axis: Int)
    /// The columns of two sensors are in each other's place.
    case exchanged(Sensor, Sensor)
    /// The accelerometer lacks gravity.
    case gravityRemoved
    /// All axes of a sensor have the wrong sign. Without a known place the southern hemisphere explains the same.
    case reversed(Sensor, isCertain: Bool)
    /// The z axis points down, and nothing else shows whether the accelerometer is reversed.
    case pointsDown
    /// The axes of a sensor differ from those of the others; to be read as these.
    case wrongAxes(Sensor, String)
    /// The axes of a sensor are turned by a small angle against those of the others.
    case misaligned(Sensor)
    /// The sensors turn against the body within the log.
    case remounted
    /// Timestamps that never increase.
    case clockStopped
    /// A rate beyond those of inertial sensors.
    case unusualRate
    /// Timestamps below the one before, by less than a second.
    case outOfOrder
    /// Timestamps repeat the one before.
    case repeatedTimestamps
    /// Rows whose timestamps come in groups.
    case grouped
    /// Irregular timestamps.
    case jitter
    /// Rows are missing.
    case gaps
    /// The clock was set forward, by more than a day.
    case clockSet
    /// The clock begins again.
    case clockReset
    /// A sensor reads later than the gyroscope.
    case late(Sensor)
    /// A gyroscope that reads after another sensor.
    case gyroscopeLate(against: Sensor)
    /// A sensor repeats its readings: it is slower than the rows.
    case held(Sensor)
    /// An axis (0 to 2) at the end of its range.
    case saturated(Sensor, axis: Int)
    /// The range of an axis (0 to 2) of the accelerometer is smaller than gravity.
    case clipsGravity(axis: Int)
    /// An axis (0 to 2) overflows: beyond its range it goes on at the other end.
    case overflows(Sensor, axis: Int)
    /// Rows with a saturated sensor.
    case saturatedRows
    /// An axis (0 to 2) keeps one value.
    case stuck(Sensor, axis: Int)
    /// A sensor repeats one reading in motion.
    case frozen(Sensor)
    /// Readings of exactly zero, from a sensor that never reads zero.
    case zeros(Sensor)
    /// Rows without a reading.
    case missing(Sensor)
    /// Single readings far from their neighbours.
    case spikes(Sensor)
    /// A sensor without readings.
    case absent(Sensor)
    /// A sensor is silent for long.
    case silent(Sensor)
    /// Readings that the filter rejected.
    case rejected(Sensor)
    /// A large bias of the gyroscope.
    case bias
    /// The estimate of the gyroscope's bias is at its limit.
    case biasAtLimit
    /// The bias of the gyroscope drifts.
    case biasDrift
    /// The bias of the gyroscope steps.
    case biasStep
    /// The bias of the gyroscope follows the temperature.
    case biasOfTemperature
    /// A noisy sensor.
    case noisy(Sensor)
    /// Readings in large steps.
    case coarse(Sensor)
    /// Vibration of the accelerometer.
    case vibration
    /// A field that is not that of the Earth.
    case fieldStrength
    /// A field of constant strength: its length was normalized.
    case normalizedField
    /// The centre of the magnetometer's readings is not zero.
    case hardIron
    /// The scales of the magnetometer's axes differ, or its axes are not perpendicular.
    case softIron
    /// The strength of the field varies, and no constant offset explains it.
    case fieldVaries
    /// The field is disturbed for most of the time.
    case fieldDisturbed
    /// The heading of the magnetometer differs from that of the gyroscope.
    case headingDiffers
    /// The strength of the field follows the load of the motors.
    case fieldFollowsMotors
    /// A sensor of the IMUs of the file differs between them.
    case imusDiffer(Sensor)
    /// The attitude of the default filter differs from that of another filter.
    case differsFromOtherFilter
    /// The attitude of the default filter differs from the true one.
    case differsFromTruth
    /// The true attitude turns the other way: its quaternion is conjugated.
    case conjugatedTruth
    /// The parts of the true attitude are in the order w, x, y, z where x, y, z, w are expected.
    case reorderedTruth
    /// The true attitude is not in ENU; the frame that it seems to be in.
    case truthInOtherFrame(String)
    /// The true attitude is that of other axes of the body; the sensors' axes to be read as these.
    case truthOfOtherAxes(String)
    /// The true attitude is later than the sensors, or earlier.
    case lateTruth
    /// Slow samples for fast rotation.
    case tooSlow
    /// A short log.
    case tooShort
    /// No rows.
    case noRows
    /// No row has a first attitude.
    case neverInitialized
    /// A rotation that the gyroscope missed.
    case missedRotation
    /// Standard deviations of the tilt that are too small for its errors.
    case overconfident
    /// A motion that does not fit the smoother's model.
    case smootherUnfit
    /// Attitudes of the smoother and of the default filter that are farther apart than the filter's standard deviations.
    case smootherDiffers
    /// Observed velocities that the inertial sensors contradict.
    case velocityContradicted
    /// The antenna or the lag of the observed velocities is not as given.
    case velocitySetup
    /// Columns that were not read, by name.
    case unusedColumns([String])
    /// A sensor of one of several IMUs that is not healthy, in words.
    case unhealthyIMU(String)
    /// Files of the path that hold readings and were not read, by name.
    case unusedFiles([String])
    /// Options that mean nothing to the log, in words.
    case unusedOptions([String])
    /// Units that the values suggested, in words.
    case assumedUnits([String])
    /// Columns or files with an acceleration without gravity, in a log that has none with it.
    case withoutGravity([String])
    /// The file is damaged, in words.
    case damage(String)
    /// The declination is doubtful, in words.
    case declination(String)
  }
}

extension Finding.Fact {
  /// The check that finds the fact.
  public var check: Finding.Check {
    switch self {
    case .wrongUnit(.gyroscope, _), .wrongScale(.gyroscope), .wrongAxisScale(.gyroscope, _): .gyroscopeUnit
    case .wrongUnit(.magnetometer, _), .wrongScale(.magnetometer), .wrongAxisScale(.magnetometer, _), .fieldStrength,
      .declination:
      .fieldStrength
    case .wrongUnit(.timestamps, _), .wrongScale(.timestamps), .wrongAxisScale(.timestamps, _): .clock
    case .wrongUnit(.accelerometer, _), .wrongScale(.accelerometer), .wrongAxisScale(.accelerometer, _):
      .accelerometerScale
    case .gravityRemoved, .withoutGravity: .gravityRemoved
    case .reversed, .pointsDown: .reversedSensor
    case .wrongAxes, .exchanged, .remounted: .axes
    case .misaligned: .misalignment
    case .clockStopped, .unusualRate, .outOfOrder, .repeatedTimestamps, .grouped, .jitter, .gaps, .missedRotation:
      .clock
    case .clockSet, .clockReset: .clockReset
    case .late, .gyroscopeLate: .sensorDelay
    case .held: .heldReadings
    case .saturated, .clipsGravity, .overflows, .saturatedRows: .saturation
    case .stuck, .frozen: .stuckAxis
    case .zeros, .missing, .spikes, .rejected: .invalidReadings
    case .bias, .biasDrift, .biasStep, .biasOfTemperature, .biasAtLimit: .gyroscopeBias
    case .noisy, .coarse: .noise
    case .vibration: .vibration
    case .normalizedField: .normalizedField
    case .hardIron, .softIron, .fieldVaries: .magnetometerCalibration
    case .fieldDisturbed, .headingDiffers: .magneticDisturbance
    case .fieldFollowsMotors: .motorField
    case .differsFromTruth, .conjugatedTruth, .reorderedTruth, .truthInOtherFrame, .truthOfOtherAxes, .lateTruth,
      .differsFromOtherFilter, .overconfident, .smootherUnfit, .smootherDiffers, .velocityContradicted,
      .velocitySetup:
      .estimates
    case .absent, .silent, .tooSlow, .tooShort, .noRows, .neverInitialized: .coverage
    case .unhealthyIMU, .imusDiffer: .severalSensors
    case .damage, .unusedColumns, .unusedFiles, .unusedOptions, .assumedUnits: .file
    }
  }

  /// The sensor that the fact is about; nil for one about the log.
  public var sensor: Finding.Sensor? {
    switch self {
    case .wrongUnit(let sensor, _), .wrongScale(let sensor), .wrongAxisScale(let sensor, _), .reversed(let sensor, _),
      .wrongAxes(let sensor, _), .exchanged(let sensor, _), .overflows(let sensor, _),
      .misaligned(let sensor), .imusDiffer(let sensor),
      .late(let sensor), .held(let sensor), .saturated(let sensor, _), .stuck(let sensor, _), .frozen(let sensor),
      .zeros(let sensor), .missing(let sensor), .spikes(let sensor), .absent(let sensor), .silent(let sensor),
      .rejected(let sensor), .noisy(let sensor), .coarse(let sensor):
      sensor
    case .gyroscopeLate: .gyroscope
    case .gravityRemoved, .withoutGravity, .pointsDown, .vibration, .clipsGravity: .accelerometer
    case .fieldStrength, .normalizedField, .hardIron, .softIron, .fieldVaries, .fieldDisturbed, .headingDiffers,
      .fieldFollowsMotors:
      .magnetometer
    case .bias, .biasAtLimit, .biasDrift, .biasStep, .biasOfTemperature: .gyroscope
    case .clockStopped, .unusualRate, .outOfOrder, .repeatedTimestamps, .grouped, .jitter, .gaps, .clockSet,
      .clockReset:
      .timestamps
    case .saturatedRows, .remounted, .differsFromTruth, .differsFromOtherFilter, .conjugatedTruth, .reorderedTruth,
      .truthInOtherFrame,
      .truthOfOtherAxes, .lateTruth, .tooSlow, .tooShort, .noRows, .neverInitialized, .missedRotation, .unusedColumns,
      .overconfident, .smootherUnfit, .smootherDiffers, .velocityContradicted, .velocitySetup, .unusedFiles,
      .unusedOptions, .assumedUnits, .unhealthyIMU, .damage, .declination:
      nil
    }
  }
}
