import Foundation
import MotionLogs
import Synchronization

/// The place where the main thread waits until a session ends by itself or the user ends it.
final class SessionEnd: Sendable {
  private let bell: WakeUp
  private let failure = Mutex<(any Error)?>(nil)

  init() throws(LogError) { bell = try WakeUp() }

  /// Ends the session, from whatever thread; an error that comes first is kept.
  func end(_ error: (any Error)? = nil) {
    failure.withLock { if $0 == nil { $0 = error } }
    bell.ring()
  }

  /// Waits for the end, and unless told otherwise for the user; throws what ended it where that is an error.
  func wait(whateverHappens: Bool = false) throws {
    let descriptors = whateverHappens ? [bell.descriptor] : [bell.descriptor, Interruption.descriptor]
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&requests, nfds_t(requests.count), -1) < 0 && errno == EINTR {
      if !whateverHappens && Interruption.isRequested { break }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
