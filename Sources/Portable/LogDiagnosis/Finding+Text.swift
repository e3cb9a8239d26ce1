import LogTables

// The one rendering of findings as text: fragments in lower case, in plain words.

extension Finding.Advice {
  /// "use --accel-axes=-x,-y,-z".
  public var text: String {
    let quoted = options.map { $0.contains(where: { " []*?".contains($0) }) ? "'\($0)'" : $0 }
    let use = options.isEmpty ? nil : "use \(quoted.joined(separator: " "))"
    return [use, action].compactMap { $0 }.joined(separator: ", or ")
  }
}

extension Verdict: CustomStringConvertible {
  /// "usable with doubts".
  public var description: String {
    switch self {
    case .good: "good"
    case .doubtful: "usable with doubts"
    case .unusable: "not usable"
    }
  }
}

extension Finding.Fact: CustomStringConvertible {
  /// The fact as a fragment in lower case.
  public var description: String {
    switch self {
    case .wrongUnit(let sensor, let unit): "the \(sensor.rawValue) values look like \(unit)"
    case .wrongScale(let sensor): "the \(sensor.rawValue) has a wrong scale"
    case .wrongAxisScale(let sensor, let axis):
      "\(Self.axis(axis)) of the \(sensor.rawValue) has another scale than the other axes"
    case .exchanged(let first, let second): "the columns of \(first.rawValue) and \(second.rawValue) are exchanged"
    case .remounted: "the sensor turns against the body within the log: it was mounted anew, or its axes change"
    case .gravityRemoved: "gravity was removed from the accelerometer"
    case .reversed(let sensor, true): "all axes of the \(sensor.rawValue) are reversed"
    case .reversed(let sensor, false):
      "all axes of the \(sensor.rawValue) are reversed, unless the log is from south of the magnetic equator"
    case .pointsDown: "the z axis points down: upside down, or the accelerometer is reversed"
    case .wrongAxes(let sensor, let axes): "the axes of the \(sensor.rawValue) are wrong: its \(axes) are x,y,z"
    case .misaligned(let sensor): "the axes of the \(sensor.rawValue) are turned against those of the other sensors"
    case .clockStopped: "timestamps never increase; nothing to integrate"
    case .unusualRate: "unusual rate for an inertial sensor"
    case .outOfOrder: "timestamps out of order"
    case .repeatedTimestamps: "a timestamp repeats the one before; its unit may be too coarse"
    case .grouped: "rows come in groups: the timestamps are times of arrival, or their unit is too coarse"
    case .jitter: "timestamps jitter; they may be times of arrival"
    case .gaps: "samples are missing"
    case .clockSet: "the clock was set forward"
    case .clockReset: "timestamps step back: the log holds several recordings"
    case .late(let sensor): "the \(sensor.rawValue) is late against the gyroscope"
    case .gyroscopeLate(let sensor): "the gyroscope is late against the \(sensor.rawValue)"
    case .held(let sensor): "the \(sensor.rawValue) repeats its readings: it is slower than the log"
    case .saturated(let sensor, let axis): "\(sensor.rawValue) saturated: \(Self.axis(axis)) stays at its limit"
    case .saturatedRows: "rows with a saturated sensor"
    case .clipsGravity(let axis):
      "accelerometer saturated by gravity alone: \(Self.axis(axis)) stays at its limit"
    case .overflows(let sensor, let axis):
      "\(Self.axis(axis)) of the \(sensor.rawValue) overflows: beyond its range it goes on at the other end"
    case .stuck(let sensor, let axis): "\(Self.axis(axis)) of the \(sensor.rawValue) is stuck at one value"
    case .frozen(let sensor): "the \(sensor.rawValue) is frozen: it repeats one reading in motion"
    case .zeros(let sensor): "the \(sensor.rawValue) reads exactly zero; probably dropouts"
    case .missing(let sensor): "rows without a reading of the \(sensor.rawValue)"
    case .spikes(let sensor): "single readings of the \(sensor.rawValue) are far from their neighbours"
    case .absent(.gyroscope): "no gyroscope readings: attitude is unknown"
    case .absent(.accelerometer): "no accelerometer readings: tilt is unknown"
    case .absent(let sensor): "no \(sensor.rawValue) readings: heading is relative and drifts"
    case .silent(let sensor): "the \(sensor.rawValue) is silent"
    case .rejected(let sensor): "unusable readings of the \(sensor.rawValue)"
    case .bias: "the gyroscope has a bias"
    case .biasAtLimit: "the estimated gyroscope bias is at its limit"
    case .biasDrift: "the gyroscope bias drifts"
    case .biasStep: "the gyroscope bias steps"
    case .biasOfTemperature: "the gyroscope bias follows the temperature"
    case .noisy(let sensor): "the \(sensor.rawValue) is noisy"
    case .coarse(let sensor): "the \(sensor.rawValue) reads in large steps"
    case .vibration: "strong vibration"
    case .fieldStrength: "the magnetic field is not that of the Earth"
    case .normalizedField: "the magnetic field has a constant strength: its length was normalized"
    case .hardIron: "the magnetometer has an offset (hard iron)"
    case .softIron: "the magnetometer has different scales along its axes (soft iron)"
    case .fieldVaries: "the strength of the magnetic field varies: it is disturbed"
    case .fieldDisturbed: "the magnetic field is disturbed for most of the time"
    case .headingDiffers: "the heading of the magnetometer differs from that of the gyroscope"
    case .fieldFollowsMotors: "the strength of the magnetic field follows the load of the motors"
    case .imusDiffer(let sensor): "the \(sensor.rawValue)s of the IMUs in the file differ"
    case .differsFromOtherFilter: "the default filter and VQF give different attitudes"
    case .differsFromTruth: "the attitude differs from the true one of the log"
    case .conjugatedTruth: "the true attitude is conjugated: it turns ENU into body"
    case .reorderedTruth: "the components of the true attitude are in the order w, x, y, z, not x, y, z, w"
    case .truthInOtherFrame(let frame): "the true attitude is not in ENU: it looks like \(frame)"
    case .truthOfOtherAxes(let axes): "the true attitude is that of other body axes: the sensors' \(axes) are its x,y,z"
    case .lateTruth: "the true attitude is not of the time of the sensors"
    case .tooSlow: "the rate is too low for this rotation"
    case .tooShort: "the log is short"
    case .noRows: "no rows"
    case .neverInitialized: "too short for a first attitude"
    case .missedRotation: "a rotation that the gyroscope missed: rows may be missing"
    case .overconfident: "standard deviations of the tilt that are too small for its errors"
    case .smootherUnfit: "motion that does not fit the smoother: its attitudes there are those of the default filter"
    case .smootherDiffers:
      "attitudes that differ from the default filter's by more than its standard deviations: a long acceleration looks like a tilt"
    case .velocityContradicted: "velocities that the inertial sensors contradict"
    case .velocitySetup: "the antenna or the lag of the velocities is not as given"
    case .unusedColumns(let names): "columns that were not used: \(names.joined(separator: ", "))"
    case .unusedFiles(let names): "files with readings that were not read: \(names.joined(separator: ", "))"
    case .unusedOptions(let names): "options that mean nothing to this log: \(names.joined(separator: ", "))"
    case .assumedUnits(let units): "units that its values suggest: \(units.joined(separator: ", "))"
    case .withoutGravity(let names):
      "\(names.joined(separator: ", ")): acceleration without gravity, which shows no tilt"
    case .unhealthyIMU(let summary), .damage(let summary), .declination(let summary): summary
    }
  }

  private static func axis(_ index: Int) -> String { ["x", "y", "z"][index] }
}
