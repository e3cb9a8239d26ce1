import MotionSamples
import Testing

@Suite struct SaturatingConversionTests {
  /// Numbers around every end of a type, and what becomes of them, by hand.
  @Test func endsAtTheRangeOfTheType() {
    #expect(Int64(saturating: 0x1p63) == .max)
    #expect(Int64(saturating: 0x1p63 - 1024) == 9_223_372_036_854_774_784)
    #expect(Int64(saturating: -0x1p63) == .min)
    #expect(Int64(saturating: -0x1p63 - 2048) == .min)
    #expect(UInt64(saturating: 0x1p63) == 9_223_372_036_854_775_808)
    #expect(UInt64(saturating: 0x1p64 - 2048) == 18_446_744_073_709_549_568)
    #expect(UInt64(saturating: 0x1p64) == .max)
    #expect(UInt64(saturating: -1) == 0)
    #expect(Int32(saturating: 2_147_483_648) == .max)
    #expect(Int32(saturating: -2_147_483_649.5) == .min)
    #expect(UInt8(saturating: 255.9) == 255)
    #expect(UInt8(saturating: 256) == 255)
    #expect(Int8(saturating: -128.9) == -128)
  }

  /// The fraction is cut off, towards zero.
  @Test func cutsOffTheFraction() {
    #expect(Int(saturating: 2.999) == 2)
    #expect(Int(saturating: -2.999) == -2)
    #expect(UInt16(saturating: -0.999) == 0)
    #expect(Int(saturating: -0.0) == 0)
  }

  @Test func takesWhatIsNotFinite() {
    #expect(Int(saturating: .nan) == 0)
    #expect(UInt8(saturating: -.signalingNaN) == 0)
    #expect(Int16(saturating: .infinity) == .max)
    #expect(UInt64(saturating: .infinity) == .max)
    #expect(Int64(saturating: -.infinity) == .min)
    #expect(UInt32(saturating: -.infinity) == 0)
  }
}
