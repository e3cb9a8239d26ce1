/// Values of a service as they come, for `for try await`.
///
/// The service runs from the moment the sequence is made until it and its iterator are gone, until the service is stopped,
/// or until the source ends: then the loop ends. What is not taken in time is treated as the manager's `Buffering` says. A
/// source that fails for good throws; one that only loses its device for a while does not, see
/// `DeviceMotion.followsDiscontinuity`. One loop at a time.
public struct MotionUpdates<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = MotionError

  let subscription: Subscription<Element>

  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Takes one value after another.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription<Element>

    public mutating func next() async throws(MotionError) -> Element? {
      try await subscription.mailbox.next()?.get()
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MotionError) -> Element? {
      try await subscription.mailbox.next()?.get()
    }
  }
}

/// The hold that a sequence has on its service.
final class Subscription<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Element>
  private let end: @Sendable () -> Void

  init(mailbox: Mailbox<Element>, end: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.end = end
  }

  deinit { end() }
}
