import LogFormats
import LogTables
import TestSupport
import Testing

@Suite struct LogLineParserTests {
  /// What a line was, in short.
  enum Outcome: Equatable {
    case row(timestamp: Int64?, [Double])
    case header, empty, unreadable
  }

  func outcome(_ parser: inout LogLineParser, _ line: String) -> Outcome {
    switch parser.parse(Array(line.utf8)) {
    case .record(let record, let hasTimestamp):
      let vectors = [record.angularRate, record.specificForce, record.magneticField]
      let numbers = vectors.flatMap { [$0.x, $0.y, $0.z] }.map { $0.isNaN ? -99 : $0 }
      return .row(timestamp: hasTimestamp ? record.timestamp : nil, numbers)
    case .header: return .header
    case .empty: return .empty
    case .unreadable: return .unreadable
    }
  }

  let header = "t [ms],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"
  let absent = -99.0

  @Test func rowsFollowTheLastHeader() throws {
    var parser = try LogLineParser(name: "line")
    #expect(outcome(&parser, "1,2,3,4,5,6,7") == .unreadable)
    #expect(outcome(&parser, header) == .header)
    #expect(
      outcome(&parser, "10,1,2,3,4,5,6") == .row(timestamp: 10_000_000, [1, 2, 3, 4, 5, 6, absent, absent, absent]))
    #expect(outcome(&parser, "# a remark") == .empty)
    #expect(outcome(&parser, "  ") == .empty)
    #expect(outcome(&parser, "t [s];mag_x [gauss];mag_y;mag_z") == .header)
    let field = [absent, absent, absent, absent, absent, absent, 10, 20, 30]
    #expect(outcome(&parser, "0.5;0.1;0.2;0.3") == .row(timestamp: 500_000_000, field))
  }

  @Test func garbageIsLeftOutAndTheNextRowIsRead() throws {
    var parser = try LogLineParser(name: "line", header: header)
    let garbage = [
      "10,1,2", "10,1,2,3,4,5,6,7", "10,1,2,x,4,5,6", "\u{1}10,1,2,3,4,5,6", "boot v1.2", "{", "{\"t\":1", "},,",
    ]
    for line in garbage {
      #expect(outcome(&parser, line) == .unreadable, "\(line)")
      #expect(
        outcome(&parser, "20,1,2,3,4,5,6") == .row(timestamp: 20_000_000, [1, 2, 3, 4, 5, 6, absent, absent, absent]))
    }
  }

  @Test func objectsNameTheirColumns() throws {
    var parser = try LogLineParser(name: "line")
    let flat = #"{"t":0.25,"gyro_x":1,"gyro_y":2,"gyro_z":3,"note":"a \"b\" {","ok":true,"n":null}"#
    #expect(
      outcome(&parser, flat)
        == .row(timestamp: 250_000_000, [1, 2, 3, absent, absent, absent, absent, absent, absent]))
    let nested = #" { "time [us]" : 1700000000123457 , "accel [g]":[0,0,1] , "mag":{"x":1,"y":-2e1,"z":3}} "#
    #expect(
      outcome(&parser, nested)
        == .row(timestamp: 1_700_000_000_123_457_000, [absent, absent, absent, 0, 0, 9.80665, 1, -20, 3]))
    #expect(
      outcome(&parser, #"{"gyro":[1,2,3],"deep":[[1],{"gyro_x":7}]}"#)
        == .row(timestamp: nil, [1, 2, 3] + Array(repeating: absent, count: 6)))
  }

  @Test func objectsThatAreNoRowsAreRefused() throws {
    var parser = try LogLineParser(name: "line")
    let nesting = String(repeating: "[", count: 1000)
    for line in [
      "{}", "{\"t\":1}", #"{"gyro":[1,2,3]} x"#, #"{"gyro":[1,2,3]"#, #"{"gyro":[1 2 3]}"#, #"{"gyro":tru}"#,
      #"{"gyro [km]":[1,2,3]}"#, #"{"t":"1","gyro_x:1}"#, #"{"t":,"gyro":[1,2,3]}"#, "{\"a\":\(nesting)",
    ] {
      #expect(outcome(&parser, line) == .unreadable, "\(line)")
    }
  }

  @Test func optionsGiveUnitsAndAWrongHeaderIsAnError() throws {
    let options = LogOptions(angularRateUnit: .degreesPerSecond)
    var parser = try LogLineParser(name: "line", options: options)
    guard case .record(let record, _) = parser.parse(#"{"gyro":[180,0,0]}"#.utf8) else {
      Issue.record("the row is good")
      return
    }
    #expect(abs(record.angularRate.x - .pi) < 1e-15)
    #expect(throws: LogError.self) { try LogLineParser(name: "line", header: "a,b,c") }
    let error = #expect(throws: LogError.self) { try LogLineParser(name: "line", header: "t [s],gyro_x,gyro_y,gyro_z") }
    #expect(error?.fact == missing(.init(.gyroscope)))
  }

  @Test func noBytesTrap() throws {
    var random = SplitMix64(seed: 11)
    var parser = try LogLineParser(name: "line", header: header)
    let pieces = Array("{}[]\",:\\ 0123456789.-+eE tnufalsr\tgyrox#;\u{FF}".utf8)
    for _ in 0..<20_000 {
      let line = (0..<Int.random(in: 0..<40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? 0 }
      _ = parser.parse(line)
      _ = parser.parse([UInt8(ascii: "{")] + line)
    }
    #expect(parser.lineCount == 40_000)
    #expect(outcome(&parser, "20,1,2,3,4,5,6") != .unreadable)
  }
}
