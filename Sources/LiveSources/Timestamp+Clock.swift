import Glibc
import MotionSamples

extension Timestamp {
  /// This moment, on the clock of the computer that does not jump; its epoch is some time before.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
