import Dispatch
import Foundation

/// Where handlers are called: a queue of Dispatch or of Foundation, `immediate`, or anything that can run work.
public protocol HandlerQueue: Sendable {
  /// Runs the work soon, at most once, on whatever thread. It may run it at once, before it returns.
  func schedule(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

extension OperationQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { addOperation(work) }
}

/// Calls handlers at once on the thread that reads the source: the least delay, and nothing is ever dropped, since a slow
/// handler holds the source. What a live source then does with its samples is up to it.
public struct ImmediateQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { work() }
}

extension HandlerQueue where Self == ImmediateQueue {
  /// Calls handlers at once on the thread that reads the source.
  public static var immediate: ImmediateQueue { ImmediateQueue() }
}
