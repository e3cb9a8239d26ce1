/// The IMUs of a file of several that vote.
public enum IMUSelection: Hashable, Sendable {
  /// All of one topic: of the chosen one or, if that has one IMU, of the best with several.
  case all
  /// Those with these numbers, from 0; the clock of the first leads.
  case numbers([Int])
}
