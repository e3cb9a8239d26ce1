import Foundation
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

/// A GoPro video against telemetry-parser: the same readings, and more of them where the file is damaged.
@Suite(.needs(.python("telemetry_parser"), .recording("lab/karma.mp4")), .endedWhenHanging)
struct GPMFPeerTests {
  let folder = TemporaryFolder()
  let path = SharedRecordings.folder.appending(path: "lab/karma.mp4").path

  @Test func readingsAreThoseOfTheFileInTheAxesOfTheCamera() throws {
    let own = try readings(.gpmf) { try GPMFReader(BlockFile(path, path: path)) }
    let peer = try Peer.videos.run(["readings", path]).reduce(into: [String: [[Double]]]()) { streams, words in
      // A HERO5 has z, x, y: up, left, backward.
      let (z, x, y) = (Double(words[1])!, Double(words[2])!, Double(words[3])!)
      streams[String(words[0]), default: []].append([-y, x, z])
    }
    for (key, stream) in [("GYRO", "GYRO#0 g"), ("ACCL", "ACCL#0 a")] {
      let (found, expected) = (try #require(own[stream]).map(\.values), try #require(peer[key]))
      #expect(found.map { $0.map(\.bitPattern) } == expected.map { $0.map(\.bitPattern) }, "\(key)")
    }
    // Its clock has whole milliseconds; the peer rounds to microseconds.
    let times = try #require(own["GYRO#0 g"]).map(\.timestamp)
    let expected = try Peer.videos.run(["times", path]).map { Double($0[0])! }
    #expect(times.count == 4795 && expected.count == 4795)
    for (time, milliseconds) in zip(times, expected) {
      #expect(abs(Double(time - times[0]) * 1e-6 - milliseconds) < 1e-3)
    }
    // The accelerometer has its own clock: half the readings in the same time.
    let force = try #require(own["ACCL#0 a"]).map(\.timestamp)
    #expect(force.count == 2397 && abs(Double(force.last! - times.last!)) < 10e6)
  }

  @Test func damagedFilesGiveAtLeastWhatThePeerFinds() throws {
    var peerFailures = 0
    for words in try Peer.videos.run(["damage", path, folder.path, "\(Soak.damagedCopyCount)"]) {
      let (path, peer) = (String(words[0]), Int(words[1])!)
      defer { try? FileManager.default.removeItem(atPath: path) }
      var header: LogHeader?
      if let reader = try? MotionLog.open(path) {
        header = reader.header
        #expect(failure(path) == nil, "\(path)")
      }
      let count = header?.contents?.recordings.first?.count ?? 0
      if peer < 0 { peerFailures += 1 }
      #expect(count >= peer, "\(path): \(count), the peer \(peer)")
      if path.contains("cut-"), let header { #expect(header.contents?.damage.summary != nil, "\(path)") }
    }
    #expect(peerFailures < 300)
  }
}
