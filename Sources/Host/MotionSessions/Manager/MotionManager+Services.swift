/// The path to a service of a session.
typealias ServicePath<Item: MotionItem> = WritableKeyPath<MotionSession, Service<Item>> & Sendable

/// A handler of a value or an error, never both. Calls do not overlap.
public typealias MotionHandler<Value> = @Sendable (_ value: Value?, _ error: MotionError?) -> Void

// The functions common to the services. Starting a service that is not available does nothing. `prepare` runs
// before a service starts and may throw.

extension MotionManager {
  func value<Item, Value: Sendable>(_ path: ServicePath<Item>, _ part: (Service<Item>) -> Value) -> Value {
    session.withLock { part($0[keyPath: path]) }
  }

  func setInterval<Item>(_ path: ServicePath<Item>, _ interval: Double) {
    // Invalid intervals request every value. One year means never.
    let seconds = interval > 0 ? min(interval, 3.2e7) : 0
    session.withLock { $0[keyPath: path].requestedInterval = seconds }
  }

  func startPulling<Item, Failure: Error>(
    _ path: ServicePath<Item>, prepare: (inout MotionSession) throws(Failure) -> Void
  ) throws(Failure) {
    try change { session throws(Failure) in
      guard session[keyPath: path].isAvailable else { return }
      try prepare(&session)
      session[keyPath: path].startPulling()
    }
  }

  func start<Item, Failure: Error>(
    _ path: ServicePath<Item>, handler: any Subscriber<Item>,
    prepare: (inout MotionSession) throws(Failure) -> Void
  ) throws(Failure) {
    let former = try change { session throws(Failure) -> (any Subscriber<Item>)? in
      guard session[keyPath: path].isAvailable else { return nil }
      try prepare(&session)
      return session[keyPath: path].start(handler: handler)
    }
    former?.close()
  }

  func stop<Item>(_ path: ServicePath<Item>) {
    for subscriber in change({ session in session[keyPath: path].stop() }) { subscriber.close() }
  }

  /// A handler for single values.
  func subscriber<Item: MotionItem>(
    _ queue: some HandlerQueue, _ handler: @escaping MotionHandler<Item>
  ) -> any Subscriber<Item> {
    HandlerSubscriber(mailbox: Mailbox(capacity: buffering.capacity), queue: queue, handler: handler)
  }

  /// A handler for batches.
  func subscriber<Item: MotionItem>(
    batches duration: Double, _ queue: some HandlerQueue, _ handler: @escaping MotionHandler<[Item]>
  ) -> any Subscriber<Item> {
    let mailbox = Mailbox<[Item]>(capacity: buffering.capacity) { $0.count }
    return BatchingSubscriber(
      duration: duration, next: HandlerSubscriber(mailbox: mailbox, queue: queue, handler: handler))
  }

  func updates<Item, Failure: Error>(
    _ path: ServicePath<Item>, prepare: (inout MotionSession) throws(Failure) -> Void
  ) throws(Failure) -> MotionUpdates<Item> {
    let mailbox = Mailbox<Item>(capacity: buffering.capacity)
    return try updates(path, LoopSubscriber(mailbox: mailbox), mailbox, prepare)
  }

  func batches<Item, Failure: Error>(
    _ path: ServicePath<Item>, lasting duration: Double, prepare: (inout MotionSession) throws(Failure) -> Void
  ) throws(Failure) -> MotionUpdates<[Item]> {
    let mailbox = Mailbox<[Item]>(capacity: buffering.capacity) { $0.count }
    let subscriber = BatchingSubscriber(duration: duration, next: LoopSubscriber(mailbox: mailbox))
    return try updates(path, subscriber, mailbox, prepare)
  }

  private func updates<Item, Element: Sendable, Failure: Error>(
    _ path: ServicePath<Item>, _ subscriber: any Subscriber<Item>, _ mailbox: Mailbox<Element>,
    _ prepare: (inout MotionSession) throws(Failure) -> Void
  ) throws(Failure) -> MotionUpdates<Element> {
    let isAvailable = try change { session throws(Failure) in
      guard session[keyPath: path].isAvailable else { return false }
      try prepare(&session)
      session[keyPath: path].add(subscriber)
      return true
    }
    guard isAvailable else {
      mailbox.finish()
      return MotionUpdates(subscription: Subscription(mailbox: mailbox) {})
    }
    // The sequence retains the manager.
    let subscription = Subscription(mailbox: mailbox) {
      subscriber.close()
      self.change { session in session[keyPath: path].remove(subscriber) }
    }
    return MotionUpdates(subscription: subscription)
  }
}
