import Rotations

/// The filters by name. To add a filter to every interface, add a case here, its number in `cardan.h`, and its type in
/// `perform`.
@frozen
public enum FilterKind: UInt8, Sendable {
  /// The velocity-bounded error-state Kalman filter with 11 states: for calibrated sensors, or when in doubt.
  case `default`
  /// The default filter with three more states, for the cross-axis sensitivity of an uncalibrated gyroscope.
  case default14
  /// Laidig and Seel's VQF.
  case vqf
  /// Madgwick's gradient descent.
  case madgwick
  /// Mahony's complementary filter on the rotation group, with an integral bias estimate.
  case mahony
  /// A plain multiplicative extended Kalman filter for attitude and bias.
  case mekf
  /// Valenti's complementary filter.
  case complementary

  /// The name in options and files, and a short description.
  public var text: (name: StaticString, summary: StaticString) {
    switch self {
    case .default: ("default", "velocity-bounded Kalman filter, 11 states (the most accurate; start here)")
    case .default14: ("default14", "the same with 14 states, for an uncalibrated gyroscope")
    case .vqf: ("vqf", "VQF (Laidig, Seel 2023)")
    case .madgwick: ("madgwick", "gradient descent (Madgwick 2010)")
    case .mahony: ("mahony", "complementary filter on SO(3) (Mahony 2008)")
    case .mekf: ("mekf", "multiplicative Kalman filter: attitude and bias")
    case .complementary: ("complementary", "complementary filter (Valenti 2015)")
    }
  }

  /// Performs an operation with the filter's type: a single branch, then code specialized for that filter.
  @export(implementation) @inline(__always)
  public func perform<Operation: FilterOperation>(_ operation: inout Operation) -> Operation.Result {
    switch self {
    case .default: operation.perform(for: DefaultFilter<Operation.Scalar>.self)
    case .default14: operation.perform(for: DefaultFilter14<Operation.Scalar>.self)
    case .vqf: operation.perform(for: VQFFilter<Operation.Scalar>.self)
    case .madgwick: operation.perform(for: MadgwickFilter<Operation.Scalar>.self)
    case .mahony: operation.perform(for: MahonyFilter<Operation.Scalar>.self)
    case .mekf: operation.perform(for: MultiplicativeKalmanFilter<Operation.Scalar>.self)
    case .complementary: operation.perform(for: ComplementaryFilter<Operation.Scalar>.self)
    }
  }
}

/// An operation on any kind of filter, written once and compiled for each.
public protocol FilterOperation {
  /// The filter's number type.
  associatedtype Scalar: RealLanes
  /// The result of the operation.
  associatedtype Result
  /// Performs the operation.
  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Result where Filter.Scalar == Scalar
}

#if !hasFeature(Embedded)
  extension FilterKind: CaseIterable {
    /// The name in options and files.
    public var name: String { text.name.description }

    /// The filter with a name; nil for an unknown name.
    public init?(name: some StringProtocol) {
      guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = kind
    }
  }
#endif
