import Foundation
import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. The time counts while other tests have the processors, so it is that of the whole run.
  public static var endedWhenHanging: Self { .timeLimit(.minutes(60)) }
}

/// The length of the tests that `make soak` makes longer.
public enum Soak {
  /// Whether this is `make soak`, by CARDAN_SOAK.
  public static let isOn = ProcessInfo.processInfo.environment["CARDAN_SOAK"]?.isEmpty == false
  /// Into how many damaged copies of each kind a file is made that a peer reads beside Cardan.
  public static let damagedCopyCount = isOn ? 200 : 50
}

/// Waits until a condition holds, at most ten minutes: a limit for programs that hang.
public func waitUntil(_ condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + .seconds(600)
  while try !condition() {
    guard ContinuousClock.now < deadline else { throw ProgramError("the condition did not hold within ten minutes") }
    usleep(1000)
  }
}

extension FileHandle {
  /// The number of bytes that are in a pipe.
  public var waitingByteCount: Int {
    var count: CInt = 0
    return ioctl(fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}
