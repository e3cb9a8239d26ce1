import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

@Suite struct ArrowTests {
  let folder = TemporaryFolder()

  @Test func resultsOfFusionAreNotLogs() throws {
    let path = folder.path("out.arrow")
    var writer = try ArrowAttitudeWriter(path: path, columns: [.flags, .time, .quaternion])
    try writer.write(WriterTests.record)
    try writer.finish()
    #expect(!MotionLog.isLog(path))
  }

  /// A column by the parts of its field.
  private func schema(_ columns: [(name: String, type: UInt8, FlatValue)], dictionary: Bool = false) -> FlatValue {
    let fields = columns.map { name, type, table -> FlatValue in
      .table([
        .text(name), .number(UInt8(1)), .number(type), table, dictionary ? .table([.number(Int64(0))]) : nil, .list([]),
      ])
    }
    return .table([nil, .list(fields)])
  }

  private func message(_ kind: UInt8, _ header: FlatValue, body: [UInt8] = [], claims: Int64? = nil) -> [UInt8] {
    let metadata = FlatBufferBuilder.message(
      .table([.number(Int16(4)), .number(kind), header, .number(claims ?? Int64(body.count))]))
    return [0xff, 0xff, 0xff, 0xff] + FlatBufferBuilder.bytes(Int32(metadata.count)) + metadata + body
  }

  private static let names = ["t [ns]", "gyro_x [rad/s]", "gyro_y", "gyro_z"]
  private static let double: FlatValue = .table([.number(Int16(2))])

  private func stream(
    dictionary: Bool = false, rows: Int64 = 2, nodes: [Int64]? = nil, buffers: [Int64]? = nil, claims: Int64? = nil
  ) throws -> String {
    let body = (0..<8).flatMap { FlatBufferBuilder.bytes(Double($0).bitPattern) }
    let batch: FlatValue = .table([
      .number(rows), .structures(nodes ?? (0..<4).flatMap { _ in [rows, 0] }, of: 2),
      .structures(buffers ?? (0..<4).flatMap { [0, 0, Int64($0) * 16, 16] }, of: 2),
    ])
    let names = schema(Self.names.map { ($0, 3, Self.double) }, dictionary: dictionary)
    let bytes = message(1, names) + message(3, batch, body: body, claims: claims)
    return try folder.write(Data(bytes), to: "forged.arrows")
  }

  @Test func readsATableByHand() throws {
    let read = try records(stream())
    #expect(read.map(\.timestamp) == [0, 1] && read[1].angularRate == Vector3(x: 3, y: 5, z: 7))
  }

  @Test func refusesADictionaryByName() throws {
    let error = try #require(failure(stream(dictionary: true)))
    #expect(error.name == "t [ns]" && error.message.contains("dictionary"))
  }

  /// No number of a batch makes the reader read outside of the file, or take more memory than it has bytes.
  @Test func forgedBatchesAreLost() throws {
    for make in [
      { try self.stream(rows: 1 << 40) }, { try self.stream(rows: .max) }, { try self.stream(rows: -1) },
      { try self.stream(rows: 3) }, { try self.stream(nodes: [2, 0]) },
      { try self.stream(nodes: [2, 0, 2, 0, 2, 0, 3, 0]) }, { try self.stream(claims: .max) },
      { try self.stream(claims: -8) }, { try self.stream(buffers: [0, 0, 0, 16]) },
      { try self.stream(buffers: (0..<4).flatMap { [0, 0, Int64($0) * 16 + 8, 16] }) },
      { try self.stream(buffers: (0..<4).flatMap { _ in [0, 0, .max, .max] }) },
      { try self.stream(buffers: (0..<4).flatMap { _ in [0, 0, -16, 16] }) },
    ] {
      var reader = try MotionLog.open(try make())
      #expect(try reader.next() == nil)
      #expect(reader.damage.messages > 0 && reader.damage.isOfRows)
    }
  }
}
