import AttitudeFilters
import FileAccess
import LogTables
import MotionSamples
import Rotations

/// The vote of the IMUs of a file as one recording.
///
/// The rows are those of the first IMU, with the nearest readings of the others within half an interval; while it is
/// silent, those of the next one. Each IMU is a reader of the file. Truth, velocity and temperature are those of the leading
/// IMU, as is the magnetic field: other magnetometers have other hard iron. The default filter, with all that the rows have, finds the
/// bias by which the vote judges: the rows are the same whatever reads them.
struct VotedReader: MotionLogReader {
  let header: LogHeader
  var damage: LogDamage { cursors[0].reader.damage }
  private var cursors: [IMUCursor]
  /// Whether an IMU has the magnetometer of the first.
  private let sharesMagnetometer: [Bool]
  private let recordings: [RecordingContents.Recording]
  private var filter: VotingFilter<DefaultFilter<Double>>
  private var recorders: [(gyroscope: EpisodeRecorder, accelerometer: EpisodeRecorder)]
  private var first: Int64?
  /// The IMU whose row was the last.
  private var lastLeader = 0

  /// An IMU is silent if another one is ahead by this many intervals.
  private static let silentIntervals = 3.0
  /// An IMU that leads instead of a silent one gives way when both are within this many intervals.
  private static let pairedIntervals = 0.5

  /// Opens the IMUs of a file.
  init(_ path: String, _ selection: IMUSelection, options: LogOptions) throws(LogError) {
    guard path != "-", options.companions.isEmpty, try LogFile.resolve(path).instance == nil else {
      throw LogError(path: path, message: "one IMU; a vote takes a file of several")
    }
    var options = options
    options.imus = nil
    let recordings = try selection.recordings(
      of: MotionLog.open(path, options: options).header.contents, path: path)
    var cursors: [IMUCursor] = []
    for recording in recordings {
      options.topic = recording.topic
      var cursor = IMUCursor(try MotionLog.open("\(path)#\(recording.instance)", options: options))
      try cursor.fill()
      cursors.append(cursor)
    }
    let magnetometers = cursors.map { cursor in
      cursor.reader.header.contents?.streams.first { $0.stream == StreamKinds.magnetometer.name }?.topic
    }
    sharesMagnetometer = magnetometers.map { $0 == magnetometers[0] }
    header = Self.header(cursors.map(\.reader.header), recordings)
    self.cursors = cursors
    self.recordings = recordings
    filter = VotingFilter(count: cursors.count)
    recorders = recordings.map { _ in (EpisodeRecorder(.gyroscope), EpisodeRecorder(.accelerometer)) }
  }

  /// The header of the leading IMU, with the sensors of all.
  private static func header(_ headers: [LogHeader], _ recordings: [RecordingContents.Recording]) -> LogHeader {
    var header = headers[0]
    header.hasAccelerometer = headers.contains { $0.hasAccelerometer }
    for index in header.contents?.recordings.indices ?? 0..<0 {
      guard let message = header.contents?.recordings[index].message else { continue }
      header.contents?.recordings[index].isChosen = recordings.contains { $0.message == message }
    }
    return header
  }

  mutating func next() throws(LogError) -> LogRecord? {
    guard let leader, let row = try cursors[leader].take() else { return nil }
    lastLeader = leader
    let half = 0.5 * cursors[leader].interval
    var samples = InertialVote<Double>.Samples(repeating: MotionSample(interval: 0, angularRate: .absent))
    for index in cursors.indices {
      let record = index == leader ? row : try cursors[index].take(nearestTo: row.timestamp, within: half)
      guard let record else { continue }
      samples[index].angularRate = record.angularRate
      samples[index].specificForce = record.specificForce
    }
    if sharesMagnetometer[leader] { samples[leader].magneticField = row.magneticField }
    let measured = row.measured()
    filter.stream.observe(velocity: measured.velocity, speed: measured.speed)
    samples[0].interval = filter.stream.interval(to: measured.timestamp)
    let consensus = filter.process(samples, temperature: row.temperature)
    record(at: row.timestamp)
    var result = row
    result.angularRate = consensus.angularRate
    result.specificForce = consensus.specificForce
    result.magneticField = consensus.magneticField
    return result
  }

  /// The first IMU with a row, or a later one that is far ahead of it.
  private var leader: Int? {
    var leader: Int?
    for index in cursors.indices {
      guard let head = cursors[index].head else { continue }
      guard let known = leader.flatMap({ cursors[$0].head }) else {
        leader = index
        continue
      }
      let lead = Timestamp(nanoseconds: known.timestamp).nanoseconds(since: .init(nanoseconds: head.timestamp))
      let limit = index == lastLeader ? Self.pairedIntervals : Self.silentIntervals
      if Double(lead) > limit * cursors[index].interval { leader = index }
    }
    return leader
  }

  private mutating func record(at timestamp: Int64) {
    let start = first ?? timestamp
    first = start
    let time = Timestamp(nanoseconds: timestamp).seconds(since: Timestamp(nanoseconds: start))
    for index in cursors.indices {
      let health = filter.vote.health(of: index)
      recorders[index].gyroscope.add(health.gyroscope, at: time)
      if header.hasAccelerometer { recorders[index].accelerometer.add(health.accelerometer, at: time) }
    }
  }

  var voting: VotingSummary? {
    VotingSummary(
      imus: recordings.indices.map { index in
        let episodes = recorders[index].gyroscope.episodes + recorders[index].accelerometer.episodes
        return VotingSummary.IMU(
          number: recordings[index].instance, topic: recordings[index].topic, health: filter.vote.health(of: index),
          episodes: episodes.sorted { $0.start < $1.start })
      })
  }
}
