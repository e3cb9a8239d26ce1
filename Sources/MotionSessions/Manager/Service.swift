import MotionSamples

/// One of the four services of a manager: who wants what, how often, and what was last.
struct Service<Item: MotionItem> {
  /// The interval that was asked for, in seconds; 0 for every sample.
  var requestedInterval = 0.0
  /// The interval of the hardware in seconds, where it is known.
  let hardwareInterval: Double?
  let isAvailable: Bool
  /// What was delivered last.
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

  /// Everybody who takes values.
  var subscribers: [any Subscriber<Item>] { handler.map { others + [$0] } ?? others }

  /// The interval at which values come, in seconds.
  var updateInterval: Double { max(requestedInterval, hardwareInterval ?? 0) }

  /// How many values were dropped since the service was started.
  var droppedCount: Int { subscribers.reduce(formerDroppedCount) { $0 + $1.droppedCount } }

  /// A value for those who want it, if one is due at a time of the session.
  mutating func offer(at time: Int64, _ make: () -> Item) -> Delivery<Item>? {
    guard isActive else { return nil }
    let isDecimated = requestedInterval > hardwareInterval ?? 0
    guard decimator.admits(at: time, interval: isDecimated ? Int64(requestedInterval * 1e9) : 0) else { return nil }
    let item = make()
    latest = item
    return Delivery(result: .success(item), subscribers: subscribers)
  }

  /// Starts what only pulls.
  mutating func startPulling() {
    begin()
    isPulled = true
  }

  /// Starts for a handler, which takes the place of the one before; gives that one, to be closed.
  mutating func start(handler new: any Subscriber<Item>) -> (any Subscriber<Item>)? {
    begin()
    defer { handler = new }
    formerDroppedCount += handler?.droppedCount ?? 0
    return handler
  }

  /// Starts for a sequence.
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

  /// Ends all; gives those who took values.
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
