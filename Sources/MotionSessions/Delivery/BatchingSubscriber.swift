import MotionSamples

/// Gathers values over a time and passes them on together.
final class BatchingSubscriber<Item: MotionItem>: Subscriber {
  private let next: any Subscriber<[Item]>
  private let duration: Double
  private let batch = Locked<[Item]>([])

  /// A batch has at most so many values, however long it may last.
  private static var largestCount: Int { 4096 }

  /// - Parameter duration: How long a batch lasts by the stamps, in seconds.
  init(duration: Double, next: any Subscriber<[Item]>) {
    self.duration = duration
    self.next = next
  }

  func receive(_ item: Item) {
    let complete = batch.withLock { batch -> [Item]? in
      guard let first = batch.first else {
        batch = [item]
        return nil
      }
      let elapsed = item.timestamp.seconds(since: first.timestamp)
      guard elapsed < 0 || elapsed >= duration || batch.count == Self.largestCount else {
        batch.append(item)
        return nil
      }
      defer { batch = [item] }
      return batch
    }
    if let complete { next.receive(complete) }
  }

  func report(_ error: MotionError) { next.report(error) }

  func finish(_ error: MotionError) {
    let rest = batch.withLock { batch in
      defer { batch = [] }
      return batch
    }
    if !rest.isEmpty { next.receive(rest) }
    next.finish(error)
  }

  func close() { next.close() }
  func waitForRoom() async { await next.waitForRoom() }
  var droppedCount: Int { next.droppedCount }
}
