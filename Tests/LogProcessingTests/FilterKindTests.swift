import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import Rotations
import Testing

/// Each name runs the filter that it says: the path adds nothing to a plain loop over the samples.
@Suite struct FilterKindTests {
  private let records = RecordedReader.simulated("hand-held", duration: 5, isExact: false)

  private func attitudes<Filter: AttitudeFilter>(
    of type: Filter.Type, _ parameters: Filter.Parameters
  ) -> [Quaternion<Double>] where Filter.Scalar == Double {
    var filter = Filter(parameters: parameters)
    var clock = SampleClock()
    return records.map { record in
      let interval = clock.read(Timestamp(nanoseconds: record.timestamp)).interval
      filter.update(
        MotionSample(
          interval: interval, angularRate: record.angularRate, specificForce: record.specificForce,
          magneticField: record.magneticField))
      return filter.enuFromBody.quaternion
    }
  }

  @Test(arguments: FilterKind.allCases)
  func runsTheFilterOfItsName(choice: FilterKind) throws {
    let expected =
      switch choice {
      case .default: attitudes(of: DefaultFilter<Double>.self, .init())
      case .default14: attitudes(of: DefaultFilter14<Double>.self, .init())
      case .vqf: attitudes(of: VQFFilter<Double>.self, .init())
      case .madgwick: attitudes(of: MadgwickFilter<Double>.self, .init())
      case .mahony: attitudes(of: MahonyFilter<Double>.self, .init())
      case .mekf: attitudes(of: MultiplicativeKalmanFilter<Double>.self, .init())
      case .complementary: attitudes(of: ComplementaryFilter<Double>.self, .init())
      }
    let found = try LogFusion.with { $0.filter = FilterSelection(choice) }.result(of: records).attitudes
    #expect(found.map(\.outputFromBody.quaternion) == expected)
    #expect(found.count == expected.count)
  }
}
