import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import AttitudeFilters

/// The published filters against their published implementation or a transcription of their paper.
@Suite struct PublishedFilterReferenceTests {
  /// Golden/vqf.csv: rest, motion, a magnet, a new field (see Golden/make-vqf.py). The two implementations differ only in
  /// the order of rounding, and the file has nine decimals: 1e-7 rad.
  @Test func vqfEqualsItsReference() throws {
    var filter = VQFFilter<Double>()
    var compared = 0
    var seen = Set<[Bool]>()
    for line in try Project.text("Tests/AttitudeFiltersTests/Golden/vqf.csv").split(separator: "\n").dropFirst(2) {
      let values = line.split(separator: ",").map { Double($0)! }
      let outcome = filter.updated(
        MotionSample(
          interval: 0.04, angularRate: vector(values, 0), specificForce: vector(values, 3),
          magneticField: vector(values, 6)))
      guard values.count == 22 else { continue }
      compared += 1
      #expect(filter.levelFromBody.angle(to: rotation(values, 9)) < 1e-7)
      #expect(filter.enuFromBody.angle(to: rotation(values, 13)) < 1e-7)
      #expect((filter.gyroscopeBias - vector(values, 17)).length < 2e-9)
      #expect(outcome.isAtRest == (values[20] == 1))
      #expect(outcome.isFieldDisturbed == (values[21] == 1))
      seen.insert([outcome.isAtRest, outcome.isFieldDisturbed])
    }
    #expect(compared == 250)
    #expect(seen.count == 4)
  }

  /// The published filter is given the same gyroscope with the first sample taken as start: the fixed-length steps of the
  /// report tremble by up to gain times interval (0.1 rad/s · 10 ms, twice for the angle: 0.11 degrees), ours do not.
  @Test(arguments: [0.0, 0.01])
  func madgwickEqualsItsReport(biasGain: Double) {
    var parameters = MadgwickParameters<Double>()
    parameters.biasGain = biasGain
    var filter = MadgwickFilter(parameters: parameters)
    var motion = SyntheticMotion(seed: 3)
    motion.interval = 0.0025
    filter.updated(motion.next())
    let start = (Rotation(aboutZ: -.pi / 2) * filter.enuFromBody).quaternion
    var transcription = MadgwickTranscription(q: [start.w, start.x, start.y, start.z], zeta: biasGain)
    var squares = 0.0
    for _ in 0..<20_000 {
      let sample = motion.next()
      filter.updated(sample)
      transcription.update(list(sample.angularRate), list(sample.specificForce), list(sample.magneticField), 0.0025)
      let expected = Rotation(aboutZ: .pi / 2) * Rotation(unchecked: quaternion(transcription.q))
      squares += filter.enuFromBody.angle(to: expected).squared
    }
    #expect((squares / 20_000).squareRoot() < 0.03 * .pi / 180)
    let bias = Vector3(x: transcription.omegaBias[0], y: transcription.omegaBias[1], z: transcription.omegaBias[2])
    #expect((filter.gyroscopeBias - bias).length < 0.05 * .pi / 180)
  }

  /// With the end of its step the report's filter is ours, up to rounding: below 1e-9 degrees, long steps and short ones.
  @Test(arguments: [0.0, 0.01], [0.01, 0.1])
  func madgwickEqualsItsStraightforwardForm(biasGain: Double, gain: Double) {
    var parameters = MadgwickParameters<Double>()
    (parameters.biasGain, parameters.gain) = (biasGain, gain)
    var filter = MadgwickFilter(parameters: parameters)
    var motion = SyntheticMotion(seed: 3)
    motion.interval = 0.0025
    filter.updated(motion.next())
    let start = (Rotation(aboutZ: -.pi / 2) * filter.enuFromBody).quaternion
    var transcription = MadgwickTranscription(
      q: [start.w, start.x, start.y, start.z], beta: gain, zeta: biasGain, endsAtAnEighth: true)
    for index in 0..<10_000 {
      var sample = motion.next()
      // A field from elsewhere: long gradients.
      if (4000..<4300).contains(index) { sample.magneticField = Vector3(x: -30, y: -20, z: 10) }
      filter.updated(sample)
      transcription.update(list(sample.angularRate), list(sample.specificForce), list(sample.magneticField), 0.0025)
      let expected = Rotation(aboutZ: .pi / 2) * Rotation(unchecked: quaternion(transcription.q))
      #expect(filter.enuFromBody.angle(to: expected) < 1e-9 * .pi / 180)
    }
    let bias = Vector3(x: transcription.omegaBias[0], y: transcription.omegaBias[1], z: transcription.omegaBias[2])
    #expect((filter.gyroscopeBias - bias).length < 1e-12)
  }

  /// The turns of this motion stay below 0.1 rad a sample: the same steps, up to rounding.
  @Test(arguments: [0.0, 0.05])
  func mahonyEqualsItsPaper(biasGain: Double) {
    var parameters = MahonyParameters<Double>()
    parameters.biasGain = biasGain
    var filter = MahonyFilter(parameters: parameters)
    var motion = SyntheticMotion(seed: 4)
    filter.updated(motion.next())
    let start = filter.enuFromBody.quaternion
    var transcription = MahonyTranscription(q: [start.w, start.x, start.y, start.z], kI: biasGain)
    for _ in 0..<10_000 {
      let sample = motion.next()
      filter.updated(sample)
      transcription.update(list(sample.angularRate), list(sample.specificForce), list(sample.magneticField), 0.01)
      #expect(filter.enuFromBody.angle(to: Rotation(unchecked: quaternion(transcription.q))) < 1e-9)
    }
    #expect(
      (filter.gyroscopeBias - Vector3(x: transcription.b[0], y: transcription.b[1], z: transcription.b[2])).length
        < 1e-10)
  }

  private func vector(_ values: [Double], _ start: Int) -> Vector3<Double> {
    Vector3(x: values[start], y: values[start + 1], z: values[start + 2])
  }

  private func quaternion(_ values: [Double]) -> Quaternion<Double> {
    Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
  }

  private func rotation(_ values: [Double], _ start: Int) -> Rotation<Double> {
    Rotation(normalizing: quaternion(Array(values[start...])))!
  }

  private func list(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
}
