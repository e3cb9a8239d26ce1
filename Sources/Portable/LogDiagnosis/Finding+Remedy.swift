import LogTables

extension Finding {
  /// A way to read or fuse a log that repairs a result.
  public enum Remedy: Hashable, Sendable {
    /// To read a sensor in this unit, by its symbol.
    case unit(Sensor, String)
    /// To read these axes of a sensor as x, y and z, as in "-x,-y,-z".
    case axes(Sensor, String)
    /// To use these axes of all sensors as those of the body.
    case mounting(String)
    /// To set the rows per second in place of the timestamps.
    case rate(Int)
    /// To leave the magnetometer out.
    case withoutMagnetometer
    /// To leave velocities and speeds out.
    case withoutVelocity
    /// To estimate from the whole recording.
    case smoothing
    /// To combine all IMUs of the log.
    case allIMUs

    /// The option of `cardan fuse`.
    public var option: String {
      switch self {
      case .unit(let sensor, let symbol): "--\(sensor.optionPrefix)-unit=\(symbol)"
      case .axes(let sensor, let text): "--\(sensor.optionPrefix)-axes=\(text)"
      case .mounting(let text): "--axes=\(text)"
      case .rate(let rate): "--rate=\(rate)"
      case .withoutMagnetometer: "--no-magnetometer"
      case .withoutVelocity: "--no-velocity"
      case .smoothing: "--smooth"
      case .allIMUs: "--imu=all"
      }
    }
  }
}

extension [Finding] {
  /// The findings where nothing was tried on the log: without remedies, any of which may make the result worse, and with the place where
  /// they are tried.
  public var untried: [Finding] {
    map { finding in
      guard var advice = finding.advice, !advice.remedies.isEmpty else { return finding }
      let trial = "try a remedy with 'cardan doctor' on the file"
      advice = Finding.Advice(action: advice.action.map { "\($0), or \(trial)" } ?? trial)
      return Finding(finding.fact, finding.severity, finding.evidence, times: finding.times, advice: advice)
    }
  }
}

extension Finding.Advice {
  /// The options of `cardan fuse`; empty without.
  public var options: [String] { remedies.map { $0.option } }
}
