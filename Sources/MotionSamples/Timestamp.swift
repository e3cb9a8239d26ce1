import Rotations

/// A moment as a count of nanoseconds since an epoch that the source of the samples chooses.
///
/// A whole number, because a `Double` of seconds since 1970 has steps of 240 ns, which is 2 % of the interval of a fast
/// gyroscope. The range of ±292 years holds stamps since boot, since 1970 and since 1980 (GPS).
@frozen
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the epoch.
  public var nanoseconds: Int64

  /// A moment from nanoseconds since the epoch.
  @inlinable @inline(__always)
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A moment from a whole number of units since the epoch; nil where it lies outside of the range.
  @inlinable
  public init?(_ count: Int64, in unit: TimeUnit) {
    let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: unit.nanosecondsPerUnit)
    guard !overflows else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// A moment from seconds since the epoch, to the nearest nanosecond; nil where they are not finite or lie outside of
  /// the range. No better than `seconds` itself, whose steps are 240 ns for a time since 1970.
  @inlinable
  public init?(seconds: Double) {
    guard abs(seconds) < 9.2e9 else { return nil }
    // Taking away the nearest whole number is exact, so the fraction keeps every digit that `seconds` has.
    let whole = seconds.roundedToNearest()
    let fraction = ((seconds - whole) * 1e9).roundedToNearest()
    nanoseconds = Int64(whole) * 1_000_000_000 + Int64(fraction)
  }

  @inlinable @inline(__always)
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Nanoseconds from `earlier` to this moment, negative where it is the later one; the nearest end of the range where
  /// the difference lies outside of it (more than 292 years).
  @inlinable @inline(__always)
  public func nanoseconds(since earlier: Self) -> Int64 {
    let (difference, overflows) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflows ? (nanoseconds < earlier.nanoseconds ? .min : .max) : difference
  }

  /// Seconds from `earlier` to this moment, negative where it is the later one: the nearest `Double` to the exact
  /// difference, whatever the epoch (for differences up to 104 days; a relative 2e-16 beyond).
  @inlinable @inline(__always)
  public func seconds(since earlier: Self) -> Double {
    Self.seconds(ofNanoseconds: nanoseconds(since: earlier))
  }

  /// The moment that many nanoseconds later; the nearest end of the range where it would lie outside of it.
  @inlinable @inline(__always)
  public func advanced(byNanoseconds interval: Int64) -> Self {
    let (sum, overflows) = nanoseconds.addingReportingOverflow(interval)
    return Self(nanoseconds: overflows ? (interval < 0 ? .min : .max) : sum)
  }

  /// A count of nanoseconds in seconds, rounded once for counts below 2^53 (104 days) and twice beyond.
  @inlinable @inline(__always)
  public static func seconds(ofNanoseconds count: Int64) -> Double {
    // `Double(count)` without the standard library's generic conversion, which allocates on 32-bit processors: the
    // halves of the count become significands of 2^84 and 2^52, whose sum is rounded once.
    let bits = UInt64(bitPattern: count)
    let high = Double(bitPattern: (bits &>> 32) ^ 0x4530_0000_8000_0000)
    let low = Double(bitPattern: (bits & 0xFFFF_FFFF) | 0x4330_0000_0000_0000)
    return ((high - 0x1.00000801p84) + low) / 1e9
  }
}
