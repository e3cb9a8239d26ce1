import AttitudeFilters
import MotionSamples
import Rotations

/// The health of the IMUs of a recording that vote.
public struct VotingSummary: Sendable {
  /// A time in which a sensor was not healthy.
  public struct Episode: Sendable {
    /// The sensor.
    public var sensor: LogError.Reading
    /// What was wrong with it at first.
    public var fault: SensorFault
    /// Whether it was left out; if not, the sensors disagreed and neither showed that it was wrong.
    public var isLeftOut: Bool
    /// The start, s after the first row.
    public var start: Double
    /// The end, s after the first row; nil if it lasts to the end of the log.
    public var end: Double?
  }

  /// One IMU.
  public struct IMU: Sendable {
    /// Its number in the file, from 0.
    public var number: Int
    /// The topic of its gyroscope.
    public var topic: String
    /// Its health after the last row.
    public var health: SensorHealth<Double>
    /// The times in which it was not healthy, the first 100.
    public var episodes: [Episode] = []

    /// What was wrong in an episode, in words: "IMU 1: gyroscope stuck from 12.3 s to 15.1 s".
    public func description(of episode: Episode) -> String {
      func seconds(_ time: Double) -> String { "\((time * 10).rounded() / 10)" }
      let end = episode.end.map { "to \(seconds($0)) s" } ?? "on"
      return "IMU \(number): \(episode.sensor.rawValue) \(episode.fault.text) from \(seconds(episode.start)) s \(end)"
    }
  }

  /// The IMUs, the leading one first.
  public var imus: [IMU]
}

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
