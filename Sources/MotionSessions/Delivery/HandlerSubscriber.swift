/// Calls a handler on a queue, for one value at a time and in order, on whatever threads the queue has.
final class HandlerSubscriber<Item: Sendable>: Subscriber {
  private let mailbox: Mailbox<Item>
  private let queue: any HandlerQueue
  private let handler: @Sendable (Item?, MotionError?) -> Void
  /// Whether work is on the queue.
  private let isScheduled = Locked(false)

  init(
    mailbox: Mailbox<Item>, queue: any HandlerQueue, handler: @escaping @Sendable (Item?, MotionError?) -> Void
  ) {
    self.mailbox = mailbox
    self.queue = queue
    self.handler = handler
  }

  func receive(_ item: Item) {
    mailbox.put(item)
    schedule()
  }

  func report(_ error: MotionError) {
    mailbox.put(error)
    schedule()
  }

  func finish(_ error: MotionError) {
    report(error)
    mailbox.finish()
  }

  func close() { mailbox.close() }
  func waitForRoom() async { await mailbox.waitForRoom() }
  var droppedCount: Int { mailbox.droppedCount }

  private func schedule() {
    let wasScheduled = isScheduled.withLock { isScheduled in
      defer { isScheduled = true }
      return isScheduled
    }
    if !wasScheduled { queue.schedule { self.deliver() } }
  }

  /// Delivers what is there now and no more, so that other work on the queue has its turn.
  private func deliver() {
    for _ in 0..<mailbox.count {
      switch mailbox.take() {
      case .success(let item): handler(item, nil)
      case .failure(let error): handler(nil, error)
      case nil: break
      }
    }
    isScheduled.withLock { $0 = false }
    if mailbox.count > 0 { schedule() }
  }
}
