import CLAPACKE
import Testing

@Test func lapackSolvesAPositiveDefiniteSystem() {
  var matrix = [4.0, 2.0, 2.0, 3.0]
  var right = [2.0, 5.0]
  let info = LAPACKE_dposv(LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), 2, 1, &matrix, 2, &right, 2)
  #expect(info == 0)
  #expect(abs(right[0] + 0.5) < 1e-12 && abs(right[1] - 2) < 1e-12)
}
