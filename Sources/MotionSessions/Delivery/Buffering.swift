/// What happens to what a slow handler or loop has not taken yet.
///
/// Either way memory is bounded; the value that is pulled is always the latest.
public enum Buffering: Hashable, Sendable {
  /// Up to so many values wait; then the oldest is dropped for each new one, and counted. For live sources.
  case dropsOldest(Int)
  /// Up to so many values wait; then the source is held until there is room, so that nothing is lost. For recordings: a
  /// live source would lose samples itself, or lag more and more.
  case holdsSource(Int)

  var capacity: Int {
    switch self {
    case .dropsOldest(let capacity), .holdsSource(let capacity): capacity
    }
  }

  var holdsSource: Bool {
    switch self {
    case .dropsOldest: false
    case .holdsSource: true
    }
  }
}
