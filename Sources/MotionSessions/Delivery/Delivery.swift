/// A value or an error, and who is to have it: made under the lock of a session, sent outside of it.
struct Delivery<Item: Sendable> {
  var result: Result<Item, MotionError>
  /// Whether nothing comes after it.
  var isLast = false
  var subscribers: [any Subscriber<Item>]

  func send() {
    for subscriber in subscribers {
      switch result {
      case .success(let item): subscriber.receive(item)
      case .failure(let error): isLast ? subscriber.finish(error) : subscriber.report(error)
      }
    }
  }

  func waitForRoom() async {
    for subscriber in subscribers { await subscriber.waitForRoom() }
  }
}
