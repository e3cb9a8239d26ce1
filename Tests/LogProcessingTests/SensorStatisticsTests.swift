import LogProcessing
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

  @Test func findsReadingsStuckAtTheEndOfTheRange() {
    var statistics = SensorStatistics()
    for row in 0..<100 {
      let y = -min(35, Double(row % 50))
      statistics.add(Vector3(x: Double(row), y: y, z: 1))
    }
    let axes = statistics.saturatedAxes(run: 4, atLeast: 20)
    #expect(axes.map(\.axis) == [1])
    #expect(axes.map(\.value) == [-35])
    #expect(statistics.saturatedAxes(run: 4, atLeast: 36).isEmpty)
    #expect(statistics.saturatedAxes(run: 16, atLeast: 20).isEmpty)
  }

  @Test func nothingIsNothing() {
    let statistics = SensorStatistics()
    #expect(statistics.meanMagnitude == 0)
    #expect(statistics.magnitudeStandardDeviation == 0)
    #expect(statistics.absentShare == 0)
    #expect(statistics.saturatedAxes(run: 1, atLeast: 0.1).isEmpty)
  }
}
