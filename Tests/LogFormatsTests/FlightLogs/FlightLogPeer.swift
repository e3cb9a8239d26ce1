import Foundation
import Rotations
import TestSupport

@testable import LogFormats

/// Readings of a flight log by pyulog and pymavlink.
enum FlightLogPeer {
  /// A reading as the peer has it.
  struct Reading: Equatable {
    var timestamp: Int64
    var values: [Double]
  }

  /// The readings of a file by topic, instance and kind: `sensor_combined#0 g`.
  static func readings(_ path: String) throws -> [String: [Reading]] {
    try Peer.flightLogs.run(["events", path]).reduce(into: [:]) { streams, words in
      let reading = Reading(timestamp: Int64(words[3])!, values: words[4...].map { Double($0)! })
      streams["\(words[0])#\(words[1]) \(words[2])", default: []].append(reading)
    }
  }
}

/// The readings of a file by topic, instance and kind, as `FlightLogPeer.readings`: every stream that the schema knows.
func readings<Reader: MessageReader>(
  _ schema: StreamSchema, _ reader: () throws -> Reader
) throws -> [String: [FlightLogPeer.Reading]] {
  var streams: [String: [FlightLogPeer.Reading]] = [:]
  for content in try TopicSurvey(reader(), schema: schema).contents {
    var source = TopicSource(try reader(), schema: schema, wanted: [content.topic: content.kinds])
    var (events, isMore) = ([SensorEvent](), true)
    while isMore { isMore = try source.read(into: &events) }
    for event in events {
      let (kind, values) = event.content.peerValues
      streams["\(content.topic.name)#\(content.topic.instance) \(kind)", default: []]
        .append(.init(timestamp: event.timestamp, values: values))
    }
  }
  return streams
}

extension SensorEvent.Content {
  /// The letter and the numbers of an event as the peer prints them.
  fileprivate var peerValues: (String, [Double]) {
    switch self {
    case .reading(let sensor, let vector):
      (["g", "a", "m"][sensor == .gyroscope ? 0 : sensor == .accelerometer ? 1 : 2], [vector.x, vector.y, vector.z])
    case .temperature(let value): ("T", [value])
    case .motorLoad(let value): ("L", [value])
    case .attitude(let rotation):
      ("q", [rotation.quaternion.w, rotation.quaternion.x, rotation.quaternion.y, rotation.quaternion.z])
    case .fix(let fix):
      (
        "f",
        [
          fix.position.latitude, fix.position.longitude, fix.position.height, fix.velocityENU.x, fix.velocityENU.y,
          fix.velocityENU.z, fix.horizontalSigma, fix.verticalSigma,
        ]
      )
    }
  }
}
