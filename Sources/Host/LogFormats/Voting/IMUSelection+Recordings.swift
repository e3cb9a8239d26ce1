import FileAccess
import LogTables

extension IMUSelection {
  /// The numbers of IMUs that a vote takes.
  package static let counts = 2...4
  /// The lowest rate of IMUs that are compared, in Hz: the averages of slower ones do not overlap in time.
  static let lowestRate = 20.0
  /// The least mean rate of each IMU, which may be silent for some time, and of the fastest of them, as shares of the fastest recording's:
  /// a vote has as many rows as the file without it.
  static let (leastShare, leastShareOfFastest) = (0.5, 0.9)
  /// The least share of the shorter one's time that two IMUs have in common.
  static let leastCommonTime = 0.5

  /// The recordings of a file that vote.
  ///
  /// - Throws: If the file has too few or too many, or not one of the numbers, or if a vote of them is worse than the best one alone: they
  ///   are slow, or of different times.
  package func recordings(of contents: RecordingContents?, path: String) throws(LogError) -> [RecordingContents
    .Recording]
  {
    let group = Self.group(of: contents)
    let chosen = try chosen(from: group, of: contents, path: path)
    let others = contents?.recordings.filter { !$0.isOnRequest && $0.isOfOneVehicle(as: chosen[0]) } ?? []
    let fastest = Self.fastest(of: others + group + chosen)
    let voters = group.filter { $0.canVote(beside: fastest) }
    let leader = Self.fastest(of: chosen)
    let isSlow = leader.usualRate < Self.leastShareOfFastest * fastest.usualRate
    if let slow = isSlow ? leader : chosen.first(where: { !voters.map(\.message).contains($0.message) }) {
      throw LogError(
        path: path,
        .imuTooSlow(
          slow.name, rate: slow.usualRate, fastest: fastest.name, fastestRate: fastest.usualRate,
          usable: isSlow ? [] : voters.prefix(Self.counts.upperBound).map { $0.instance }))
    }
    for recording in chosen.dropFirst() where !recording.overlaps(chosen[0]) {
      throw LogError(path: path, .imuApart(recording.name, from: chosen[0].name))
    }
    return chosen
  }

  /// The first of the highest rate.
  private static func fastest(of recordings: [RecordingContents.Recording]) -> RecordingContents.Recording {
    recordings.reduce(recordings[0]) { $1.usualRate > $0.usualRate ? $1 : $0 }
  }

  /// The recordings of these numbers, or all.
  private func chosen(
    from group: [RecordingContents.Recording], of contents: RecordingContents?, path: String
  ) throws(LogError) -> [RecordingContents.Recording] {
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
    let others = all.filter { !$0.isOnRequest && $0.isOfOneVehicle(as: chosen) }
    let several = others.first { other in others.count { $0.isOfOneKind(as: other) } > 1 }
    return several.map { first in others.filter { $0.isOfOneKind(as: first) } } ?? own
  }
}

extension RecordingContents.Recording {
  /// The rate in Hz; 0 for fewer than two messages.
  fileprivate var usualRate: Double { rate ?? 0 }

  /// The name by which `LogOptions.topic` chooses it.
  fileprivate var name: String { instance == 0 ? topic : "\(topic)#\(instance)" }

  /// Whether it is fast enough for a vote, in a file whose fastest recording is another one.
  fileprivate func canVote(beside fastest: Self) -> Bool {
    usualRate >= max(IMUSelection.lowestRate, IMUSelection.leastShare * fastest.usualRate)
  }

  /// Whether both have enough of their time in common.
  fileprivate func overlaps(_ other: Self) -> Bool {
    guard let span, let otherSpan = other.span else { return false }
    func length(_ span: ClosedRange<Int64>) -> Double { Double(span.upperBound) - Double(span.lowerBound) }
    let common = span.clamped(to: otherSpan)
    return span.overlaps(otherSpan)
      && length(common) >= IMUSelection.leastCommonTime * min(length(span), length(otherSpan))
  }

  /// Whether both are of one vehicle.
  fileprivate func isOfOneVehicle(as other: Self) -> Bool { message.vehicle == other.message.vehicle }

  /// Whether both are of one vehicle and one type of message.
  fileprivate func isOfOneKind(as other: Self) -> Bool {
    message.type == other.message.type && isOfOneVehicle(as: other)
  }
}
