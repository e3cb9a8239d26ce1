import Dispatch

/// The handling of values that a slow handler or loop has not taken yet.
///
/// Memory is bounded in both cases, and a value that is pulled is always the latest.
public enum Buffering: Hashable, Sendable {
  /// Keep up to N values; beyond that, drop the oldest and count it. For live sources.
  case dropsOldest(Int)
  /// Keep up to N values; beyond that, hold the source until there is room, so that nothing is lost. For recordings: a
  /// live source that is held loses samples itself or lags more and more.
  case holdsSource(Int)

  var capacity: Int {
    switch self {
    case .dropsOldest(let capacity), .holdsSource(let capacity): capacity
    }
  }

  var holdsSource: Bool {
    switch self {
    case .dropsOldest: false
    case .holdsSource: true
    }
  }
}

/// The place where handlers are called: a `DispatchQueue`, `immediate`, your own or, with `import Cardan`, an `OperationQueue`.
public protocol HandlerQueue: Sendable {
  /// Runs the work soon, at most once, on any thread. It may run it before it returns.
  func schedule(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

/// Calls handlers inline on the thread that reads the source.
///
/// This has the lowest latency and drops nothing, since a slow handler holds the source. A live source may then lose
/// samples itself.
public struct ImmediateQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { work() }
}

extension HandlerQueue where Self == ImmediateQueue {
  /// Calls handlers inline on the thread that reads the source.
  public static var immediate: ImmediateQueue { ImmediateQueue() }
}

/// The values of a service as they come, for `for try await`.
///
/// The service runs from the creation of the sequence until the sequence and its iterator are gone, the service is stopped,
/// or the source ends. The loop then ends. Values that are not taken in time follow the manager's `Buffering`. A source
/// that fails throws; one that loses its device for a while does not (see `DeviceMotion.followsDiscontinuity`). One loop at a
/// time.
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

/// The reference of a sequence to its service, which it ends when it is released.
final class Subscription<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Element>
  private let end: @Sendable () -> Void

  init(mailbox: Mailbox<Element>, end: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.end = end
  }

  deinit { end() }
}
