import LogProcessing
import LogTables
import Testing

@testable import CardanCommand

@Suite struct ShardTests {
  @Test func everyLogIsInOnePart() {
    let logs = (0..<1000).map { "folder/log\($0).csv" }
    for count in [1, 2, 3, 7, 16] {
      let shards = (1...count).map { Shard(number: $0, count: count) }
      for log in logs { #expect(shards.count { $0.contains(log) } == 1) }
      // Binomial: five standard deviations and more around the mean.
      let mean = 1000.0 / Double(count)
      for shard in shards { #expect(abs(Double(logs.count { shard.contains($0) }) - mean) <= 5 * mean.squareRoot()) }
    }
  }

  @Test func theSpellingOfAPathDoesNotCount() {
    for number in 1...5 {
      let shard = Shard(number: number, count: 5)
      #expect(shard.contains("here/walk.csv") == shard.contains("./here//walk.csv"))
    }
  }

  /// Flights have the same names inside.
  @Test func foldersWithTheSameNamesAreSpread() {
    let logs = (1...12).map { "flight\($0)/imu.csv" }
    let counts = (1...4).map { number in logs.count { Shard(number: number, count: 4).contains($0) } }
    #expect(counts.reduce(0, +) == 12 && counts.max() ?? 12 < 12, "\(counts)")
  }

  @Test func isReadFromText() {
    #expect(Shard(argument: "2/5") == Shard(number: 2, count: 5))
    #expect(Shard(argument: "1/1") == .whole)
    for text in ["0/5", "6/5", "1", "1/", "/3", "a/b", "1/2/3", "-1/3", "1/0", ""] {
      #expect(Shard(argument: text) == nil)
    }
  }

  @Test func policiesDecide() {
    let error = LogError(path: "a", message: "bad")
    let fine: [LogOutcome<Int>] = [.ok(1), .ok(2)]
    let odd: [LogOutcome<Int>] = [.ok(1), .degraded(2, reasons: ["x"])]
    let some: [LogOutcome<Int>] = [.ok(1), .failed(error)]
    let none: [LogOutcome<Int>] = [.failed(error), .failed(error)]
    let expected: [(FailurePolicy, [Bool])] = [
      (.any, [false, false, true, true, false]), (.degraded, [false, true, true, true, false]),
      (.all, [false, false, false, true, false]), (.none, [false, false, false, false, false]),
    ]
    for (policy, answers) in expected {
      #expect([fine, odd, some, none, []].map(policy.isFailure) == answers)
    }
  }
}
