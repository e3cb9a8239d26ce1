/// The location of the sensors on the user, with Core Motion's numbers.
public enum SensorLocation: Int, Sendable {
  /// In the device itself.
  case `default` = 0
  /// In the left headphone.
  case headphoneLeft = 1
  /// In the right headphone.
  case headphoneRight = 2
}
