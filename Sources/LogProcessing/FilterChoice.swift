/// The filters by the names that users give them.
public enum FilterChoice: String, CaseIterable, Sendable {
  /// The velocity-bounded error-state Kalman filter with 11 states: for calibrated sensors, and when in doubt.
  case `default`
  /// The same with three states more, for the cross-axis sensitivity of an uncalibrated gyroscope.
  case default14
  /// Laidig and Seel's VQF.
  case vqf
  /// Madgwick's gradient descent.
  case madgwick
  /// Mahony's complementary filter on the rotation group, with integral bias.
  case mahony
  /// A plain multiplicative extended Kalman filter: attitude and bias.
  case mekf
  /// Valenti's complementary filter.
  case complementary

  /// What the filter is, in a few words.
  public var summary: String {
    switch self {
    case .default: "velocity-bounded Kalman filter, 11 states (the most accurate; start here)"
    case .default14: "the same with 14 states, for an uncalibrated gyroscope"
    case .vqf: "VQF (Laidig, Seel 2023)"
    case .madgwick: "gradient descent (Madgwick 2010)"
    case .mahony: "complementary filter on SO(3) (Mahony 2008)"
    case .mekf: "multiplicative Kalman filter: attitude and bias"
    case .complementary: "complementary filter (Valenti 2015)"
    }
  }

  /// Whether the filter can be asked for its attitude a little ahead of the sample (`LogFusion.outputLead`).
  public var hasOutputLead: Bool { self == .default || self == .default14 }

  /// Whether the filter can be given the undisturbed magnetic field (`LogFusion.magneticReference`).
  public var hasMagneticReference: Bool { hasOutputLead || self == .vqf }
}
