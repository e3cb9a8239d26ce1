import AttitudeFilters
import CMathShims
import Foundation
import DeviceGestures
import MotionSamples
import Rotations
import TestSupport
import Testing

/// The module gives the numbers of the filter on this machine: bit for bit, where both round in the same places.
@Suite(.needs(WebBuild.needs)) struct WebNumbersTests {
  static let logs = ["hand-held", "quadrotor", "pendulum"]
  /// Numbers of a row, and after the last row of a log.
  static let (ofRow, ofEnd) = (6, 22)

  @Test func theModuleSaysWhatTheFilterSays() throws {
    try WebBuild.make()
    let logs = Self.logs.map { Project.dataset($0 + ".csv") }
    let said = try withTemporaryFolder { folder in
      _ = try WebBuild.node("module.mjs", [folder.path("numbers")] + logs.map(\.path))
      return try Data(contentsOf: folder.url.appending(path: "numbers"))
        .withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    }

    var place = 0
    for log in logs {
      let samples = try samples(of: log)
      try #require(said.count >= place + samples.count * Self.ofRow + Self.ofEnd)
      let expected = fuse(samples)
      expectSame(Array(said[place..<place + expected.count]), expected, in: log.lastPathComponent)
      // The heading, which this machine has no function for, is pinned by contract.mjs.
      place += expected.count + 3
    }
    #expect(place == said.count)
  }

  /// WebAssembly has no fused multiply-add: where this build uses one, the last bits differ.
  private func expectSame(_ said: [Double], _ expected: [Double], in log: String) {
    let hasFusedMultiplyAdd = cardan_has_fused_multiply_add()
    let wrong = zip(said, expected).enumerated().first { _, pair in
      if pair.0.isNaN && pair.1.isNaN { return false }
      if !hasFusedMultiplyAdd { return pair.0.bitPattern != pair.1.bitPattern }
      // 1e-9 degrees, in a quaternion whose chord is half the angle.
      return !(abs(pair.0 - pair.1) <= 0.5e-9 * .pi / 180)
    }
    #expect(wrong == nil, "\(log): number \(wrong?.offset ?? 0) is \(wrong.map { "\($0.element)" } ?? "")")
  }

  /// What the module must say of a log, but for its last three numbers.
  private func fuse(_ samples: [(time: Double, sample: MotionSample<Double>)]) -> [Double] {
    var stream = MotionStream(filter: DefaultFilter<Double>())
    var classifier = DeviceOrientationClassifier<Double>()
    var numbers: [Double] = []
    for (time, recorded) in samples {
      var sample = recorded
      sample.interval = stream.interval(to: Timestamp(seconds: time) ?? Timestamp(nanoseconds: 0))
      stream.process(sample)
      classifier.update(specificForce: sample.specificForce, interval: sample.interval)
      numbers += wxyz(stream.outputFromBody) + [Double(stream.flags.rawValue), Double(classifier.orientation.rawValue)]
    }
    let motion = stream.motion()
    let (level, phone) = (EulerAngles(motion.outputFromBody), EulerAngles(motion.outputFromBody, sequence: .zxy))
    numbers += wxyz(motion.outputFromBody)
    numbers += [level.first, level.second, level.third, phone.first, phone.second, phone.third]
    for vector in [motion.gravity, motion.userAcceleration, motion.gyroscopeBias] {
      numbers += [vector.x, vector.y, vector.z]
    }
    return numbers
  }

  private func wxyz(_ rotation: Rotation<Double>) -> [Double] {
    let quaternion = rotation.quaternion
    return [quaternion.w, quaternion.x, quaternion.y, quaternion.z]
  }

  /// The rows of a log of `datasets`: seconds, rad/s, m/s², µT.
  private func samples(of log: URL) throws -> [(time: Double, sample: MotionSample<Double>)] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let row = try line.split(separator: ",").map { try #require(Double($0)) }
      func vector(_ first: Int) -> Vector3<Double> { Vector3(x: row[first], y: row[first + 1], z: row[first + 2]) }
      return (
        row[0], MotionSample(interval: 0, angularRate: vector(1), specificForce: vector(4), magneticField: vector(7))
      )
    }
  }
}
