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

    /// An episode from its parts.
    package init(sensor: LogError.Reading, fault: SensorFault, isLeftOut: Bool, start: Double, end: Double? = nil) {
      (self.sensor, self.fault, self.isLeftOut) = (sensor, fault, isLeftOut)
      (self.start, self.end) = (start, end)
    }
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

    /// An IMU from its parts.
    package init(number: Int, topic: String, health: SensorHealth<Double>, episodes: [Episode] = []) {
      (self.number, self.topic, self.health, self.episodes) = (number, topic, health, episodes)
    }

    /// What was wrong in an episode, in words: "IMU 1: gyroscope stuck from 12.3 s to 15.1 s".
    public func description(of episode: Episode) -> String {
      func seconds(_ time: Double) -> String { "\((time * 10).rounded() / 10)" }
      let end = episode.end.map { "to \(seconds($0)) s" } ?? "on"
      return "IMU \(number): \(episode.sensor.rawValue) \(episode.fault.text) from \(seconds(episode.start)) s \(end)"
    }
  }

  /// The IMUs, the leading one first.
  public var imus: [IMU]

  /// A summary from its parts.
  package init(imus: [IMU]) { self.imus = imus }
}
