import Foundation
import Synchronization

/// Whether the user has asked the process to stop, by SIGINT or SIGTERM.
///
/// Work looks at `isRequested` now and then and unwinds, so that files under way are removed. A second signal ends the
/// process at once; even then no half-written file stands under a final name.
enum Interruption {
  private static let requested = Atomic<Bool>(false)

  /// Whether a signal has come.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Begins to listen. Until then a signal ends the process, as usual.
  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { received in
        Interruption.requested.store(true, ordering: .relaxed)
        signal(received, SIG_DFL)
      }
    }
  }

  /// Lets a write to a closed pipe end the process without a word, also where the parent ignores that signal.
  static func endQuietlyOnClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
  }
}
