import MotionSamples

/// One of the services of a manager: its subscribers, interval and latest value.
struct Service<Item: MotionItem> {
  /// The requested interval in seconds; 0 for every sample.
  var requestedInterval = 0.0
  /// The interval of the hardware in seconds, if known.
  let hardwareInterval: Double?
  let isAvailable: Bool
  /// The latest value.
  private(set) var latest: Item?
  private var isPulled = false
  private var handler: (any Subscriber<Item>)?
  private var others: [any Subscriber<Item>] = []
  private var decimator = Decimator()
  private var formerDroppedCount = 0

  init(isAvailable: Bool, hardwareInterval: Double?) {
    self.isAvailable = isAvailable
    self.hardwareInterval = hardwareInterval
  }

  var isActive: Bool { isPulled || handler != nil || !others.isEmpty }

  /// All subscribers.
  var subscribers: [any Subscriber<Item>] { handler.map { others + [$0] } ?? others }

  /// The interval of the values in seconds.
  var updateInterval: Double { max(requestedInterval, hardwareInterval ?? 0) }

  /// The number of values dropped since the start.
  var droppedCount: Int { subscribers.reduce(formerDroppedCount) { $0 + $1.droppedCount } }

  /// A value for the subscribers, if one is due at a session time in nanoseconds.
  mutating func offer(at time: Int64, _ make: () -> Item) -> Delivery<Item>? {
    guard isActive else { return nil }
    let isDecimated = requestedInterval > hardwareInterval ?? 0
    guard decimator.admits(at: time, interval: isDecimated ? Int64(saturating: requestedInterval * 1e9) : 0) else {
      return nil
    }
    let item = make()
    latest = item
    return Delivery(result: .success(item), subscribers: subscribers)
  }

  /// Starts the service for pulling.
  mutating func startPulling() {
    begin()
    isPulled = true
  }

  /// Starts the service for a handler; returns the one it replaces, to be closed.
  mutating func start(handler new: any Subscriber<Item>) -> (any Subscriber<Item>)? {
    begin()
    defer { handler = new }
    formerDroppedCount += handler?.droppedCount ?? 0
    return handler
  }

  /// Starts the service for a sequence.
  mutating func add(_ subscriber: any Subscriber<Item>) {
    begin()
    others.append(subscriber)
  }

  /// Ends a sequence.
  mutating func remove(_ subscriber: any Subscriber<Item>) {
    guard let index = others.firstIndex(where: { $0 === subscriber }) else { return }
    formerDroppedCount += subscriber.droppedCount
    others.remove(at: index)
  }

  /// Stops the service; returns its subscribers, to be closed.
  mutating func stop() -> [any Subscriber<Item>] {
    let former = subscribers
    formerDroppedCount = droppedCount
    isPulled = false
    handler = nil
    others = []
    return former
  }

  private mutating func begin() {
    guard !isActive else { return }
    latest = nil
    decimator = Decimator()
    formerDroppedCount = 0
  }
}

/// Selects the samples of a service to deliver: at the requested interval on average, each as close to its due time as
/// the samples allow.
struct Decimator {
  /// The due time of the next delivery and the time of the last sample, in nanoseconds of session time.
  private var due: Int64 = 0
  private var previous: Int64?

  /// Whether to deliver a sample. An interval of 0 admits all.
  mutating func admits(at time: Int64, interval: Int64) -> Bool {
    defer { previous = time }
    guard interval > 0, let previous else {
      due = time + interval
      return true
    }
    // Admit a sample that is closer to the due time than the next one can be. A shorter interval moves the due time up.
    let slack = min(time - previous, interval) / 2
    due = min(due, time + interval)
    guard time + slack >= due else { return false }
    due = due + interval > time ? due + interval : time + interval
    return true
  }
}
