import Testing

@testable import ReportPages

/// Curves in a bounded number of parts, and digests.
@Suite struct RowReductionTests {
  private func reduced(_ values: [Float], of curve: ReportCurve, capacity: Int) -> RowReduction {
    var reduction = RowReduction(capacity: capacity)
    for (index, value) in values.enumerated() {
      var row = ReportRow()
      row.curves[curve.rawValue] = value
      row.samples[0] = value
      reduction.add(row, at: Int64(10 * index), flags: 1 << UInt16(index % 16))
    }
    return reduction
  }

  @Test func uptoItsCapacityNothingIsLost() {
    let reduction = reduced([3, .nan, -1, 4], of: .pitch, capacity: 4)
    #expect(reduction.rowsPerPart == 1 && reduction.starts == [0, 10, 20, 30] && reduction.ends == reduction.starts)
    let (least, greatest) = reduction.range(of: .pitch)
    #expect(least[0] == 3 && least[1].isNaN && least[2...] == [-1, 4])
    #expect(greatest[0] == 3 && greatest[1].isNaN && greatest[2...] == [-1, 4])
    #expect(reduction.flags == [1, 2, 4, 8])
  }

  @Test func beyondItPartsAreJoined() {
    let reduction = reduced([3, 1, 4, 1, 5, 9, 2, 6, .nan], of: .pitch, capacity: 4)
    // Four parts of two rows are full at the ninth row: two of four, and one begun.
    #expect(reduction.rowsPerPart == 4 && reduction.starts == [0, 40, 80] && reduction.ends == [30, 70, 80])
    let (least, greatest) = reduction.range(of: .pitch)
    #expect(least[..<2] == [1, 2] && least[2].isNaN)
    #expect(greatest[..<2] == [4, 9] && greatest[2].isNaN)
    #expect(reduction.flags == [0b1111, 0b1111_0000, 0b1_0000_0000])
    #expect(reduction.numbers(of: .attitude)[0] == 3 && reduction.numbers(of: .attitude)[4] == 5)
  }

  @Test func anglesAreContinuousWithinAPart() {
    let values: [Float] = [178, -178, -170, -175, 10, 20, 15, 12]
    let (least, greatest) = reduced(values, of: .yaw, capacity: 2).range(of: .yaw)
    #expect(least == [178, 10] && greatest == [190, 20])
    let (lowest, highest) = reduced(values, of: .pitch, capacity: 2).range(of: .pitch)
    #expect(lowest == [-178, 10] && highest == [178, 20])
  }

  @Test func anyNumberOfRowsTakesTheSameRoom() {
    let reduction = reduced((0..<100_000).map(Float.init), of: .roll, capacity: 64)
    #expect(reduction.count <= 64 && reduction.count > 32 && reduction.rowsPerPart == 2048)
  }

  /// FIPS 180-4: the examples of NIST.
  @Test func digestsAreThoseOfTheStandard() {
    func digest(_ text: String) -> String {
      SHA256.digest(of: text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
