import Foundation

/// The length of the tests that `make soak` makes longer.
public enum Soak {
  /// Whether this is `make soak`, by CARDAN_SOAK.
  public static let isOn = ProcessInfo.processInfo.environment["CARDAN_SOAK"]?.isEmpty == false
}
