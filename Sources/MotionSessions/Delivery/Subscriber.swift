/// Somebody who wants what a service delivers.
protocol Subscriber<Item>: AnyObject, Sendable {
  associatedtype Item: Sendable
  /// Takes a value.
  func receive(_ item: Item)
  /// Takes an error after which values may still come.
  func report(_ error: MotionError)
  /// Takes the error after which nothing comes; what was received before is still delivered.
  func finish(_ error: MotionError)
  /// Delivers nothing more, from now on.
  func close()
  /// Waits until there is room for another value.
  func waitForRoom() async
  /// How many values were dropped.
  var droppedCount: Int { get }
}
