/// Why noise cannot be identified, with what to do about it.
public enum AllanError: Error, Equatable, Sendable {
  /// There is no run of readings long enough: the longest without a gap lasts `longest` seconds, `needed` are.
  case tooShort(longest: Double, needed: Double)
  /// No reading is finite.
  case noReadings
  /// Every reading is the same: the sensor is stuck, or its noise is below its resolution.
  case constant
  /// The time between two readings is not above zero.
  case invalidInterval
}

extension AllanError: CustomStringConvertible {
  /// One sentence about the recording.
  public var description: String {
    switch self {
    case .tooShort(let longest, let needed):
      let found = (longest * 10).rounded() / 10
      let wanted = (needed * 10).rounded() / 10
      return
        "the longest stretch of readings without a gap lasts \(found) s, and at least \(wanted) s are needed; leave the "
        + "sensor untouched on a firm table for an hour, or for ten minutes if only the white noise is of interest"
    case .noReadings: return "there is no finite reading"
    case .constant:
      return "all readings are the same: the sensor is stuck, or its noise is smaller than one step of its resolution"
    case .invalidInterval: return "the time between two readings is not known, or not above zero"
    }
  }
}
