import FileAccess
import LogTables

extension IMUSelection {
  /// The numbers of IMUs that a vote takes.
  package static let counts = 2...4
  /// The lowest rate of IMUs that are compared, in Hz: the averages of slower ones do not overlap in time.
  package static let lowestRate = 20.0

  /// The recordings of a file that vote.
  ///
  /// - Throws: If the file has too few or too many, or not one of the numbers.
  package func recordings(of contents: RecordingContents?, path: String) throws(LogError) -> [RecordingContents
    .Recording]
  {
    let group = Self.group(of: contents)
    if let slow = group.first(where: { ($0.rate ?? .infinity) < Self.lowestRate }), group.count > 1 {
      throw LogError(
        path: path, name: slow.topic,
        message: "below \(Int(saturating: Self.lowestRate)) Hz, too slow for a vote of IMUs")
    }
    guard case .numbers(let numbers) = self else {
      guard Self.counts.contains(group.count) else {
        let others = contents?.recordings.filter { $0.isOnRequest && $0.instance == 1 }.map { $0.topic } ?? []
        throw LogError(path: path, .imuCount(max(group.count, 1), candidates: group.count < 2 ? others : []))
      }
      return group
    }
    var chosen: [RecordingContents.Recording] = []
    for number in numbers {
      guard let recording = group.first(where: { $0.instance == number }) else {
        throw LogError(path: path, .imuMissing(number, present: group.map { $0.instance }))
      }
      chosen.append(recording)
    }
    return chosen
  }

  /// The recordings of the kind that is read or, if that has only one, of the best kind with several.
  private static func group(of contents: RecordingContents?) -> [RecordingContents.Recording] {
    let all = contents?.recordings ?? []
    guard let chosen = all.first(where: { $0.isChosen }) else { return [] }
    let own = all.filter { $0.isOfOneKind(as: chosen) }
    if own.count > 1 { return own }
    let others = all.filter { !$0.isOnRequest && $0.message.vehicle == chosen.message.vehicle }
    let several = others.first { other in others.count { $0.isOfOneKind(as: other) } > 1 }
    return several.map { first in others.filter { $0.isOfOneKind(as: first) } } ?? own
  }
}

extension RecordingContents.Recording {
  /// Whether both are of one vehicle and one type of message.
  fileprivate func isOfOneKind(as other: Self) -> Bool {
    message.type == other.message.type && message.vehicle == other.message.vehicle
  }
}
