import MotionSamples
import ParallelWork

/// One receiver of a service's values: a handler or a loop, directly or in batches.
///
/// The thread that reads the source calls `receive`; any thread may call the rest.
protocol Subscriber<Item>: AnyObject, Sendable {
  associatedtype Item: Sendable
  /// Takes a value.
  func receive(_ item: Item)
  /// Takes an error. After the last one nothing follows; what came before it is still delivered.
  func receive(_ error: MotionError, isLast: Bool)
  /// Discards what is waiting and ignores what comes later.
  func close()
  /// Waits until there is room for another value.
  func waitForRoom() async
  /// The number of values dropped so far.
  var droppedCount: Int { get }
}

/// Calls a handler on a queue, in order and for one value at a time.
final class HandlerSubscriber<Item: Sendable>: Subscriber {
  private let mailbox: Mailbox<Item>
  private let queue: any HandlerQueue
  private let handler: MotionHandler<Item>
  private let isScheduled = Locked(false)

  init(mailbox: Mailbox<Item>, queue: any HandlerQueue, handler: @escaping MotionHandler<Item>) {
    self.mailbox = mailbox
    self.queue = queue
    self.handler = handler
  }

  func receive(_ item: Item) {
    mailbox.put(item)
    schedule()
  }

  func receive(_ error: MotionError, isLast: Bool) {
    mailbox.put(error)
    schedule()
    if isLast { mailbox.finish() }
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

  /// Delivers what is waiting now and then yields the queue to other work.
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

/// Keeps values for a loop that awaits them.
final class LoopSubscriber<Item: Sendable>: Subscriber {
  private let mailbox: Mailbox<Item>

  init(mailbox: Mailbox<Item>) { self.mailbox = mailbox }

  func receive(_ item: Item) { mailbox.put(item) }

  /// Only an error that ends the loop reaches it; the end of the source ends it without one.
  func receive(_ error: MotionError, isLast: Bool) {
    guard isLast else { return }
    if error != .sourceEnded { mailbox.put(error) }
    mailbox.finish()
  }

  func close() { mailbox.close() }
  func waitForRoom() async { await mailbox.waitForRoom() }
  var droppedCount: Int { mailbox.droppedCount }
}

/// Gathers values into batches for another subscriber.
final class BatchingSubscriber<Item: MotionItem>: Subscriber {
  private let next: any Subscriber<[Item]>
  private let duration: Double
  private let batch = Locked<[Item]>([])

  /// The largest batch, whatever its duration.
  private static var largestCount: Int { 4096 }

  /// - Parameter duration: The length of a batch by its timestamps, in seconds.
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

  func receive(_ error: MotionError, isLast: Bool) {
    if isLast {
      let rest = batch.withLock { batch in
        defer { batch = [] }
        return batch
      }
      if !rest.isEmpty { next.receive(rest) }
    }
    next.receive(error, isLast: isLast)
  }

  func close() { next.close() }
  func waitForRoom() async { await next.waitForRoom() }
  var droppedCount: Int { next.droppedCount }
}

/// A value or an error with its receivers: made under the lock of a session, sent outside it.
struct Delivery<Item: Sendable> {
  var result: Result<Item, MotionError>
  /// Whether an error is the last message.
  var isLast = false
  var subscribers: [any Subscriber<Item>]

  func send() {
    for subscriber in subscribers {
      switch result {
      case .success(let item): subscriber.receive(item)
      case .failure(let error): subscriber.receive(error, isLast: isLast)
      }
    }
  }

  func waitForRoom() async {
    for subscriber in subscribers { await subscriber.waitForRoom() }
  }
}

/// The deliveries of all services that one event of the source leads to.
struct Deliveries {
  var accelerometer: Delivery<AccelerometerData>?
  var gyroscope: Delivery<GyroscopeData>?
  var magnetometer: Delivery<MagnetometerData>?
  /// The device motions in their order, and errors among them.
  var motions: [Delivery<DeviceMotion>] = []
  /// The gestures of one reading, or an error.
  var gestures: [Delivery<DeviceGesture>] = []

  /// Sends all. `waits`: every receiver has room for another value before the next one is sent and at the end.
  func send(waits: Bool) async {
    accelerometer?.send()
    gyroscope?.send()
    magnetometer?.send()
    for gesture in gestures { gesture.send() }
    for motion in motions {
      motion.send()
      if waits { await motion.waitForRoom() }
    }
    guard waits else { return }
    await accelerometer?.waitForRoom()
    await gyroscope?.waitForRoom()
    await magnetometer?.waitForRoom()
    for gesture in gestures { await gesture.waitForRoom() }
  }
}
