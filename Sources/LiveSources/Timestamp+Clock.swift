import Glibc
import MotionSamples

extension Timestamp {
  /// The current time on the computer's monotonic clock, whose epoch is arbitrary.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
