import Foundation
import MotionLogs

/// A part of the logs, for work that is shared among several processes or machines.
///
/// A log belongs to one of the parts by the check (CRC-64/XZ) of its name without its folders: whatever other logs there
/// are, wherever the folder is, every machine decides alike.
struct Shard: Equatable {
  /// Which part, from 1 to `count`.
  var number: Int
  /// How many parts there are.
  var count: Int

  /// Everything in one part.
  static let whole = Shard(number: 1, count: 1)

  /// Whether a log belongs to this part.
  func contains(_ log: String) -> Bool {
    let check = CyclicRedundancyCheck.value(of: (log as NSString).lastPathComponent)
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
  static var expectation: String { "a part of how many, such as 1/4" }
}
