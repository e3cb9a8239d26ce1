import LogDiagnosis
import MotionSamples
import Rotations
import Testing

@Suite struct SensorStatisticsTests {
  @Test func countsAndAverages() {
    var statistics = SensorStatistics()
    statistics.add(Vector3(x: 3, y: 4, z: 0))
    statistics.add(Vector3(x: 3, y: 4, z: 0))
    statistics.add(.absent)
    statistics.add(.zero)
    statistics.add(Vector3(x: 0, y: .infinity, z: 0))
    #expect(statistics.count == 3)
    #expect(statistics.absentCount == 2)
    #expect(statistics.absentShare == 0.4)
    #expect(statistics.zeroCount == 1)
    #expect(statistics.changeCount == 2)
    #expect(abs(statistics.meanMagnitude - 10 / 3) < 1e-12)
    #expect(statistics.largestMagnitude == 5)
    #expect(abs(statistics.mean.y - 8 / 3) < 1e-12)
  }

  /// Readings whose y falls to an end, where it stays for `run` readings, twice.
  private func statistics(atEnd run: Int) -> SensorStatistics {
    var statistics = SensorStatistics()
    for row in 0..<100 {
      let y = -min(Double(50 - run), Double(row % 50))
      statistics.add(Vector3(x: Double(row), y: y, z: Double(row % 7)))
    }
    return statistics
  }

  @Test func findsReadingsThatStayAtTheEndOfTheRange() throws {
    // Five readings at an end are saturation where sensors end, fifteen are anywhere.
    let short = statistics(atEnd: 5).saturatedAxes { $0 == 45 }
    #expect(short.map(\.axis) == [1] && short.map(\.value) == [45] && short.map(\.count) == [10])
    #expect(statistics(atEnd: 5).saturatedAxes { _ in false }.isEmpty)
    #expect(statistics(atEnd: 2).saturatedAxes { _ in true }.isEmpty)
    #expect(statistics(atEnd: 15).saturatedAxes { _ in false }.map(\.axis) == [1])
  }

  /// A smooth peak stays at its last step, and gets there step by step.
  @Test func theStepOfAPeakIsNoLimit() {
    var statistics = SensorStatistics()
    for row in 0..<3000 {
      let sine = Double.sineAndCosine(0.01 * Double(row)).sine
      statistics.add(Vector3(x: (50 * sine).rounded(), y: min(40, max(-40, (900 * sine).rounded())), z: Double(row)))
    }
    #expect(statistics.saturatedAxes { _ in true }.map(\.axis) == [1])
  }

  @Test func aSlowSensorHasItsOwnRate() {
    func statistics(_ hasReading: (Int) -> Bool) -> SensorStatistics {
      var statistics = SensorStatistics()
      for row in 0..<100 { statistics.add(hasReading(row) ? Vector3(x: Double(row), y: 0, z: 0) : .absent) }
      return statistics
    }
    #expect(statistics { $0 % 2 == 0 }.hasOwnRate)
    #expect(statistics { $0 % 5 == 0 }.hasOwnRate)
    // The same share in two pieces, readings lost here and there, and none.
    #expect(!statistics { $0 % 50 < 25 }.hasOwnRate)
    #expect(!statistics { $0 % 10 != 0 }.hasOwnRate)
    #expect(!statistics { _ in false }.hasOwnRate)
  }

  @Test func nothingIsNothing() {
    let statistics = SensorStatistics()
    #expect(statistics.meanMagnitude == 0)
    #expect(statistics.magnitudeStandardDeviation == 0)
    #expect(statistics.absentShare == 0)
    #expect(statistics.saturatedAxes { _ in true }.isEmpty)
  }
}
