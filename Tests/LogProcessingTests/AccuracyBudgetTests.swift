import AttitudeFilters
import LogProcessing
import Foundation
import MotionLogs
import MotionSamples
import Rotations
import TestSupport
import Testing

/// What the filters achieve on real recordings, with budgets.
@Suite(.needs(.broad, .hdf5)) struct AccuracyBudgetTests {
  /// Measured: 1.439 total, 0.584 inclination for the default filter, 2.413 and 0.726 for VQF, which are those of the
  /// `vqf` package to the printed digits.
  @Test func meansOfSixteenTrials() throws {
    let filters = [.default, .default14, .vqf].map { FilterSelection($0) }
    var total = [Double](repeating: 0, count: filters.count)
    var inclination = total
    for path in SharedRecordings.broad {
      let evaluation = try LogEvaluation(of: path, filters: filters)
      for (index, errors) in evaluation.errors.enumerated() {
        total[index] += errors.asGiven.total * 180 / .pi / 16
        inclination[index] += errors.asGiven.inclination * 180 / .pi / 16
      }
    }
    #expect(total[0] < 1.465 && inclination[0] < 0.60, "default \(total[0]) \(inclination[0])")
    #expect(total[1] < 1.50 && inclination[1] < 0.60, "default14 \(total[1]) \(inclination[1])")
    #expect(abs(total[2] - 2.413) < 0.001 && abs(inclination[2] - 0.726) < 0.001, "VQF \(total[2]) \(inclination[2])")
  }

  /// The port against the NumPy transcription of the filter's definition over whole recordings, every 500th sample.
  @Test(arguments: ["06", "08"]) func equalsTheTranscription(trial: String) throws {
    var expected: [Int: Rotation<Double>] = [:]
    for line in try Project.text("Tests/AttitudeFiltersTests/Golden/velocity-bounded-broad-\(trial).csv").split(
      separator: "\n"
    ).dropFirst(2) {
      let values = line.split(separator: ",").map { Double($0)! }
      expected[Int(values[0])] = Rotation(
        normalizing: Quaternion(w: values[1], x: values[2], y: values[3], z: values[4]))
    }
    #expect(expected.count > 100)

    var reader = try MotionLog.open(try #require(SharedRecordings.trial(trial)))
    var filter = DefaultFilter<Double>()
    var worst = 0.0
    var row = 0
    while let record = try reader.next() {
      filter.update(
        MotionSample(
          interval: Self.interval, angularRate: record.angularRate, specificForce: record.specificForce,
          magneticField: record.magneticField))
      if let truth = expected[row] { worst = max(worst, filter.enuFromBody.angle(to: truth)) }
      row += 1
    }
    #expect(worst * 180 / .pi < 1e-6)
  }

  /// BROAD's sampling interval in seconds, which the transcription takes as constant.
  private static let interval = 0.0035
}
