import Rotations

/// A point in time: nanoseconds since an epoch that the source of the samples chooses.
///
/// An integer, because a `Double` of seconds since 1970 has steps of 240 ns, which is 2 % of the interval of a fast
/// gyroscope. The range of ±292 years covers time since boot, since 1970 and since 1980 (GPS).
@frozen
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the epoch.
  public var nanoseconds: Int64

  /// A timestamp from nanoseconds since the epoch.
  @export(implementation) @inline(__always)
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A timestamp from an integer number of units since the epoch; nil if out of range.
  @export(implementation)
  public init?(_ count: Int64, in unit: TimeUnit) {
    let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: unit.nanosecondsPerUnit)
    guard !overflows else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// A timestamp from seconds since the epoch, to the nearest nanosecond; nil if not finite or out of range.
  ///
  /// No more precise than `seconds`, whose steps are 240 ns for a time since 1970.
  @export(implementation)
  public init?(seconds: Double) {
    guard abs(seconds) < 9.2e9 else { return nil }
    // Subtracting the nearest integer is exact, so the fraction keeps every digit of `seconds`.
    let whole = seconds.roundedToNearest()
    let fraction = ((seconds - whole) * 1e9).roundedToNearest()
    nanoseconds = Int64(whole) * 1_000_000_000 + Int64(fraction)
  }

  @export(implementation) @inline(__always)
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The nanoseconds since `earlier`, negative if that is later. Clamped to the range for differences of more than 292
  /// years.
  @export(implementation) @inline(__always)
  public func nanoseconds(since earlier: Self) -> Int64 {
    let (difference, overflows) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflows ? (nanoseconds < earlier.nanoseconds ? .min : .max) : difference
  }

  /// The seconds since `earlier`, negative if that is later.
  ///
  /// The nearest `Double` to the exact difference, whatever the epoch, up to 104 days; beyond, the relative error is
  /// 2e-16.
  @export(implementation) @inline(__always)
  public func seconds(since earlier: Self) -> Double {
    Self.seconds(ofNanoseconds: nanoseconds(since: earlier))
  }

  /// The timestamp advanced by an interval in nanoseconds, clamped to the range.
  @export(implementation) @inline(__always)
  public func advanced(byNanoseconds interval: Int64) -> Self {
    let (sum, overflows) = nanoseconds.addingReportingOverflow(interval)
    return Self(nanoseconds: overflows ? (interval < 0 ? .min : .max) : sum)
  }

  /// Nanoseconds in seconds, rounded once below 2^53 ns (104 days) and twice beyond.
  @export(implementation) @inline(__always)
  public static func seconds(ofNanoseconds count: Int64) -> Double {
    // `Double(count)` without the standard library's generic conversion, which allocates on 32-bit processors. The
    // halves of the count become significands of 2^84 and 2^52, whose sum is rounded once.
    let bits = UInt64(bitPattern: count)
    let high = Double(bitPattern: (bits &>> 32) ^ 0x4530_0000_8000_0000)
    let low = Double(bitPattern: (bits & 0xFFFF_FFFF) | 0x4330_0000_0000_0000)
    return ((high - 0x1.00000801p84) + low) / 1e9
  }
}
