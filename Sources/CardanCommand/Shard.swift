import MotionLogs

/// A part of the logs, for work shared among several processes or machines.
///
/// The CRC-64/XZ of a log's file name determines its part, independent of other logs and of the folder.
struct Shard: Equatable {
  /// The part, from 1 to `count`.
  var number: Int
  /// The number of parts.
  var count: Int

  /// Everything in one part.
  static let whole = Shard(number: 1, count: 1)

  /// Whether a log belongs to this part.
  func contains(_ log: String) -> Bool {
    let check = CyclicRedundancyCheck.value(of: FilePath.name(of: log))
    return Int(check.multipliedFullWidth(by: UInt64(count)).high) == number - 1
  }
}

extension Shard: ArgumentValue {
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...1_000_000 ~= count, 1...count ~= number
    else { return nil }
    (self.number, self.count) = (number, count)
  }
  static var expectation: String { "a part and the number of parts, such as 1/4" }
}
