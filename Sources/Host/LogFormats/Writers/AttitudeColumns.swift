import AttitudeFilters
import FileAccess
import LogTables

/// The groups of columns of an attitude table, in their order in the table.
public struct AttitudeColumns: OptionSet, Sendable {
  /// One bit per group.
  public var rawValue: UInt16

  /// Groups from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `t [s]`: the timestamp, with nine decimals.
  public static let time = Self(rawValue: 1 << 0)
  /// `q_w,q_x,q_y,q_z`: the attitude.
  public static let quaternion = Self(rawValue: 1 << 1)
  /// `roll [deg],pitch [deg],yaw [deg]`: the attitude as intrinsic z-y′-x″ angles.
  public static let euler = Self(rawValue: 1 << 2)
  /// `gravity_x [m/s^2],gravity_y,gravity_z`, in body axes.
  public static let gravity = Self(rawValue: 1 << 3)
  /// `user_accel_x [m/s^2],user_accel_y,user_accel_z`, in body axes.
  public static let userAcceleration = Self(rawValue: 1 << 4)
  /// `rate_x [rad/s],rate_y,rate_z`, in body axes, bias removed.
  public static let rate = Self(rawValue: 1 << 5)
  /// `gyro_bias_x [rad/s],gyro_bias_y,gyro_bias_z`.
  public static let gyroscopeBias = Self(rawValue: 1 << 6)
  /// `tilt_sigma [deg],heading_sigma [deg]`: standard deviations.
  public static let sigma = Self(rawValue: 1 << 7)
  /// `flags`: the names of the set flags, separated by `|`.
  public static let flags = Self(rawValue: 1 << 8)
  /// `world_accel_x [m/s^2],world_accel_y,world_accel_z`: the acceleration without gravity in the axes of the frame; east, north
  /// and up in ENU. Not in `all`, since it follows from `q` and `user_accel`.
  public static let worldAcceleration = Self(rawValue: 1 << 9)

  /// Every group but `worldAcceleration`.
  public static let all = Self(rawValue: (1 << 9) - 1)

  /// The groups with their names and the header of their columns, in order.
  static let groups: [(group: AttitudeColumns, name: String, header: String)] = [
    (.time, "t", "t [s]"),
    (.quaternion, "q", "q_w,q_x,q_y,q_z"),
    (.euler, "euler", "roll [deg],pitch [deg],yaw [deg]"),
    (.gravity, "gravity", "gravity_x [m/s^2],gravity_y,gravity_z"),
    (.userAcceleration, "user_accel", "user_accel_x [m/s^2],user_accel_y,user_accel_z"),
    (.worldAcceleration, "world_accel", "world_accel_x [m/s^2],world_accel_y,world_accel_z"),
    (.rate, "rate", "rate_x [rad/s],rate_y,rate_z"),
    (.gyroscopeBias, "gyro_bias", "gyro_bias_x [rad/s],gyro_bias_y,gyro_bias_z"),
    (.sigma, "sigma", "tilt_sigma [deg],heading_sigma [deg]"),
    (.flags, "flags", "flags"),
  ]

  /// The names of all groups.
  public static var groupNames: [String] { groups.map(\.name) }

  /// Groups from names separated by commas, `t,q,flags`, or with `all` among them; nil for an unknown name and an empty list. The order of
  /// names does not matter.
  public init?(names: String) {
    self = []
    for name in names.split(separator: ",").map(\.trimmed) {
      if name == "all" {
        formUnion(.all)
      } else if let known = Self.groups.first(where: { $0.name == name }) {
        insert(known.group)
      } else {
        return nil
      }
    }
    if isEmpty { return nil }
  }

  /// The groups of a result with this header line; nil for the line of another table.
  init?(header: String) {
    self = []
    var rest = header[...]
    for group in Self.groups where rest == group.header || rest.hasPrefix(group.header + ",") {
      insert(group.group)
      rest = rest.dropFirst(group.header.count + 1)
    }
    guard rest.isEmpty, !isEmpty else { return nil }
  }

  /// The header line of the groups.
  var header: String { Self.groups.filter { contains($0.group) }.map(\.header).joined(separator: ",") }
}

extension OutcomeFlags {
  /// The flags with their names in output files, in the order of their bits.
  static let allNames: [(flag: OutcomeFlags, name: StaticString)] = [
    (.angularRateRejected, "angular_rate_rejected"),
    (.specificForceRejected, "specific_force_rejected"),
    (.magneticFieldRejected, "magnetic_field_rejected"),
    (.intervalRejected, "interval_rejected"),
    (.afterGap, "after_gap"),
    (.atRest, "at_rest"),
    (.initializing, "initializing"),
    (.fieldDisturbed, "field_disturbed"),
    (.saturated, "saturated"),
    (.correctedByJump, "corrected_by_jump"),
    (.discontinuity, "discontinuity"),
    (.angularRateAbsent, "angular_rate_absent"),
    (.specificForceAbsent, "specific_force_absent"),
    (.magneticFieldAbsent, "magnetic_field_absent"),
    (.headingUnknown, "heading_unknown"),
    (.velocityRejected, "velocity_rejected"),
  ]

  /// The names of the flags that are set, as they stand in output files: `after_gap`, `at_rest` ...
  public var names: [String] {
    Self.allNames.filter { intersects($0.flag) }.map { $0.name.description }
  }
}
