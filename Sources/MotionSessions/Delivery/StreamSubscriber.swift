/// Keeps values for a loop that awaits them.
final class StreamSubscriber<Item: Sendable>: Subscriber {
  let mailbox: Mailbox<Item>

  init(mailbox: Mailbox<Item>) { self.mailbox = mailbox }

  func receive(_ item: Item) { mailbox.put(item) }
  /// A loop goes on; only what ends it reaches it.
  func report(_ error: MotionError) {}

  func finish(_ error: MotionError) {
    if error != .sourceEnded { mailbox.put(error) }
    mailbox.finish()
  }

  func close() { mailbox.close() }
  func waitForRoom() async { await mailbox.waitForRoom() }
  var droppedCount: Int { mailbox.droppedCount }
}
