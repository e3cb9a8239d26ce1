import AttitudeFilters
import LogTables
import MotionSamples

/// The times in which a sensor is not healthy, from its state row by row.
struct EpisodeRecorder {
  private(set) var episodes: [VotingSummary.Episode] = []
  private let sensor: LogError.Reading
  /// The start of the present time that is not healthy.
  private var since: Double?
  private var isOpen = false

  /// The most episodes that are kept.
  private static let mostEpisodes = 100
  /// A doubt that is shorter is not reported, s.
  private static let shortestDoubt = 1.0

  init(_ sensor: LogError.Reading) { self.sensor = sensor }

  mutating func add(_ health: TriadHealth<Double>, at time: Double) {
    guard health.state != .healthy else {
      if isOpen { episodes[episodes.count - 1].end = time }
      (since, isOpen) = (nil, false)
      return
    }
    let start = since ?? time
    since = start
    if isOpen {
      if health.state == .failed { episodes[episodes.count - 1].isLeftOut = true }
    } else if health.state == .failed || time - start > Self.shortestDoubt, episodes.count < Self.mostEpisodes {
      let isLeftOut = health.state == .failed
      episodes.append(.init(sensor: sensor, fault: health.fault, isLeftOut: isLeftOut, start: start))
      isOpen = true
    }
  }
}
