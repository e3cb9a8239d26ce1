import Testing

@testable import ReportPages

/// Curves in a bounded number of parts, and digests.
@Suite struct RowReductionTests {
  private func reduced(_ values: [Float], of curve: ReportCurve, capacity: Int) -> RowReduction {
    var reduction = RowReduction(capacity: capacity)
    for (index, value) in values.enumerated() {
      var row = ReportRow()
      row.curves[curve.rawValue] = value
      reduction.add(row, at: Int64(10_000 * index + 7_000_000), flags: 1 << UInt16(index % 16))
    }
    return reduction.finished
  }

  private func values(_ reduction: RowReduction, _ kept: RowReduction.Kept, of curve: ReportCurve) -> [Double]? {
    reduction.column(kept, of: curve)?.numbers
  }

  private func flags(_ reduction: RowReduction) -> [UInt16] {
    reduction.flags.numbers.map { reduction.flagSets[Int($0)] }
  }

  @Test func uptoItsCapacityNothingIsLost() throws {
    let reduction = reduced([3, .nan, -1, 4], of: .pitch, capacity: 8)
    #expect(reduction.rowsPerPart == 1 && reduction.count == 4 && reduction.starts.numbers == [0, 10, 20, 30])
    let least = try #require(values(reduction, .least, of: .pitch))
    #expect(least[0] == 3 && least[1].isNaN && least[2...] == [-1, 4])
    #expect(values(reduction, .greatest, of: .pitch) == nil && values(reduction, .first, of: .pitch) == nil)
    #expect(flags(reduction) == [1, 2, 4, 8])
  }

  @Test func beyondItPartsAreJoined() throws {
    // Eight rows are full at the ninth: two parts of four, then one that is begun.
    let reduction = reduced([3, 1, 4, 1, 5, 9, 2, 6, .nan], of: .pitch, capacity: 8)
    #expect(reduction.rowsPerPart == 4 && reduction.starts.numbers == [0, 40, 80])
    #expect(reduction.ends.numbers == [30, 70, 80])
    let (least, greatest) = (values(reduction, .least, of: .pitch), values(reduction, .greatest, of: .pitch))
    let first = try #require(values(reduction, .first, of: .pitch))
    #expect(least?[..<2] == [1, 2] && least?[2].isNaN == true)
    #expect(greatest?[..<2] == [4, 9] && greatest?[2].isNaN == true)
    #expect(first[..<2] == [3, 5] && first[2].isNaN)
    #expect(flags(reduction) == [0b1111, 0b1111_0000, 0b1_0000_0000])
    #expect(values(reduction, .first, of: .rateX) == nil)
    // Four parts of four are full at the 17th row: two of eight, then one that is begun.
    let more = reduced((0..<17).map { Float($0) }, of: .pitch, capacity: 8)
    #expect(more.rowsPerPart == 8 && more.starts.numbers == [0, 80, 160] && more.ends.numbers == [70, 150, 160])
    #expect(values(more, .least, of: .pitch) == [0, 8, 16] && values(more, .greatest, of: .pitch) == [7, 15, 16])
    #expect(values(more, .first, of: .pitch) == [0, 8, 16])
  }

  @Test func anglesAreContinuousWithinAPart() {
    // Half a degree a row, over the edge in the middle of a part.
    let angles = (0..<513).map { row in
      let angle = 100 + 0.5 * Float(row)
      return angle > 179 ? angle - 360 : angle
    }
    for curve in [ReportCurve.yaw, .pitch] {
      let reduction = reduced(angles, of: curve, capacity: 512)
      let least = values(reduction, .least, of: curve) ?? []
      let greatest = values(reduction, .greatest, of: curve) ?? []
      #expect(least.count == 129 && least[0] == 100 && least[38] == 176)
      let ranges = zip(least, greatest).dropLast().map { $1 - $0 }
      #expect(ranges.enumerated().allSatisfy { $1 == 1.5 || curve == .pitch && $0 == 39 && $1 > 350 })
    }
  }

  @Test func anyNumberOfRowsTakesTheSameRoom() {
    let reduction = reduced((0..<100_000).map(Float.init), of: .roll, capacity: 128)
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
