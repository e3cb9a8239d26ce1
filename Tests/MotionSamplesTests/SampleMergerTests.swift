import MotionSamples
import Rotations
import TestSupport
import Testing

@Suite struct SampleMergerTests {
  typealias Merger = SampleMerger<32, Double>
  typealias Reading = SensorReading<Double>

  /// A reading whose three coordinates are `value`, at a timestamp in milliseconds.
  func reading(_ sensor: Reading.Sensor, _ milliseconds: Double, _ value: Double) -> Reading {
    Reading(sensor, at: Timestamp(nanoseconds: Int64(milliseconds * 1e6)), Vector3(repeating: value))
  }

  /// Everything that comes out while readings go in, and at the end.
  func merge(_ readings: [Reading], _ merger: inout Merger) -> [TimedSample<Double>] {
    var samples: [TimedSample<Double>] = []
    for reading in readings {
      merger.add(reading)
      while let sample = merger.next() { samples.append(sample) }
    }
    merger.finish()
    while let sample = merger.next() { samples.append(sample) }
    return samples
  }

  func isWaiting<let capacity: Int>(_ merger: inout SampleMerger<capacity, Double>) -> Bool {
    if case nil = merger.next() { true } else { false }
  }

  /// Timestamps in milliseconds, rates, forces and fields; nil for what is absent.
  func table(_ samples: [TimedSample<Double>]) -> [[Double?]] {
    samples.map { stamped in
      let sample = stamped.sample
      let values = [sample.angularRate.x, sample.specificForce.x, sample.magneticField.x]
      return [Double(stamped.timestamp.nanoseconds) / 1e6] + values.map { $0.isNaN ? nil : $0 }
    }
  }

  @Test func fasterSensorsAreAveragedAndSlowerOnesSeenOnce() {
    var merger = Merger()
    let samples = merge(
      [
        reading(.accelerometer, 2, 1), reading(.accelerometer, 7, 2), reading(.gyroscope, 10, 0.1),
        reading(.accelerometer, 12, 3), reading(.magnetometer, 14, 40), reading(.accelerometer, 17, 5),
        reading(.gyroscope, 20, 0.2), reading(.gyroscope, 30, 0.3), reading(.accelerometer, 31, 6),
      ], &merger)
    #expect(table(samples) == [[10, 0.1, 1.5, nil], [20, 0.2, 4, 40], [30, 0.3, nil, nil]])
    #expect(samples.allSatisfy { $0.sample.interval == 0 })
    #expect(merger.dropped == .init())
  }

  @Test func readingsOfTheSameMomentBelongTogetherInAnyOrder() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let readings = [
        reading(.gyroscope, 10, 1), reading(.accelerometer, 10, 2), reading(.magnetometer, 10, 3),
      ]
      var merger = Merger()
      #expect(table(merge(order.map { readings[$0] }, &merger)) == [[10, 1, 2, 3]])
    }
  }

  @Test func aSampleIsReadyWhenTheWindowHasPassed() {
    var merger = Merger(parameters: .init(reorderingWindow: 0.05))
    merger.add(reading(.gyroscope, 10, 1))
    #expect(isWaiting(&merger))
    merger.add(reading(.accelerometer, 59, 1))
    #expect(isWaiting(&merger))
    merger.add(reading(.accelerometer, 60, 1))
    #expect(merger.next()?.timestamp.nanoseconds == 10_000_000)
    #expect(isWaiting(&merger))
  }

  @Test func withoutAWindowASampleIsReadyAtOnce() {
    var merger = Merger(parameters: .init(reorderingWindow: 0))
    merger.add(reading(.accelerometer, 9, 4))
    merger.add(reading(.gyroscope, 10, 1))
    #expect(merger.next()?.sample.specificForce.x == 4)
    // At the moment of a sample that is out a reading is not late yet; before it, it is.
    merger.add(reading(.accelerometer, 10, 6))
    merger.add(reading(.accelerometer, 9.5, 100))
    merger.add(reading(.gyroscope, 20, 2))
    #expect(merger.next()?.sample.specificForce.x == 6)
    #expect(merger.dropped.late == 1)
  }

  @Test func anyOrderWithinTheWindowGivesTheSameSamples() {
    var generator = SplitMix64(seed: 8)
    var readings: [Reading] = []
    for index in 0..<2000 {
      let time = Double(index) * 2
      readings.append(reading(.gyroscope, time * 5, Double(index)))
      readings.append(reading(.accelerometer, time * 5 + Double(index % 9), Double(index) * 2))
      if index % 7 == 0 { readings.append(reading(.magnetometer, time * 5 + 3, Double(index) * 3)) }
    }
    func merged(_ readings: [Reading]) -> (table: [[Double?]], dropped: Merger.DroppedReadings) {
      var merger = Merger(parameters: .init(reorderingWindow: 0.06))
      let samples = merge(readings, &merger)
      return (table(samples), merger.dropped)
    }
    let inOrder = merged(readings.sorted { $0.timestamp < $1.timestamp })
    // Each reading arrives up to 55 ms late, less than the window.
    let arrivals = readings.map { ($0, $0.timestamp.nanoseconds + Int64.random(in: 0...55_000_000, using: &generator)) }
    let shuffled = merged(arrivals.sorted { $0.1 < $1.1 }.map(\.0))
    #expect(inOrder.table.count == 2000)
    #expect(shuffled.table == inOrder.table)
    #expect(shuffled.dropped == .init())
  }

  @Test func invalidReadingsAreLeftOutAndTheGyroscopeKeepsItsPlace() {
    var merger = Merger()
    let samples = merge(
      [
        reading(.accelerometer, 1, .nan), reading(.accelerometer, 2, 9), reading(.magnetometer, 3, .infinity),
        reading(.gyroscope, 10, .nan),
      ], &merger)
    #expect(table(samples) == [[10, nil, 9, nil]])
    #expect(merger.dropped.invalid == 2)
  }

  @Test func fullStorageMakesSamplesReadyEarly() {
    var merger = SampleMerger<4, Double>(parameters: .init(reorderingWindow: 1))
    for stamp in 1...4 { merger.add(reading(.gyroscope, Double(stamp), Double(stamp))) }
    #expect(merger.next()?.sample.angularRate.x == 1)
    #expect(isWaiting(&merger))
    #expect(merger.dropped.overflow == 0)
  }

  @Test func aSilentGyroscopeCostsTheOldestReadings() {
    var merger = SampleMerger<4, Double>()
    for stamp in 1...10 { merger.add(reading(.accelerometer, Double(stamp), Double(stamp))) }
    #expect(merger.dropped.overflow == 6)
    merger.add(reading(.gyroscope, 11, 1))
    #expect(merger.dropped.overflow == 7)
    merger.finish()
    #expect(merger.next()?.sample.specificForce.x == 9)
  }

  @Test func oneWildTimestampIsDropped() {
    for wild in [-1e9, 1e12, 5000] {
      var merger = Merger()
      var readings: [Reading] = []
      for time in stride(from: 10.0, through: 200, by: 10) {
        if time == 100 { readings.append(reading(.gyroscope, wild, 77)) }
        readings += [reading(.accelerometer, time - 1, time), reading(.gyroscope, time, time)]
      }
      let expected = stride(from: 10.0, through: 200, by: 10).map { [$0, $0, $0, nil] as [Double?] }
      #expect(table(merge(readings, &merger)) == expected)
      #expect(merger.dropped.wild == 1)
    }
  }

  @Test func aClockThatWasSetCostsNoGyroscopeReading() {
    for start in [-1e6, 1e9, 10_000] {
      var merger = Merger()
      let first = (1...5).map { reading(.gyroscope, Double($0) * 10, 1) }
      let second = (1...5).map { reading(.gyroscope, start + Double($0) * 10, 2) }
      let samples = merge(first + [reading(.accelerometer, 55, 3)] + second, &merger)
      #expect(samples.map(\.sample.angularRate.x) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
      #expect(samples[5].timestamp.nanoseconds == Int64((start + 10) * 1e6))
      // The force of before the jump does not leak into the sample after it.
      #expect(samples[5].sample.specificForce.x.isNaN)
      #expect(merger.dropped.wild == 0 && merger.dropped.late == 1)
    }
  }

  @Test func noStreamTrapsOrLosesCount() {
    var generator = SplitMix64(seed: 9)
    let sensors: [Reading.Sensor] = [.gyroscope, .accelerometer, .magnetometer]
    for _ in 0..<200 {
      var merger = SampleMerger<8, Double>()
      var (stamp, added, used) = (Int64(0), 0, 0)
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: stamp = [.min, .max, 0, .min + 1].randomElement(using: &generator)!
        case 1: stamp = Int64(bitPattern: generator.next())
        default: stamp &+= Int64.random(in: -20_000_000...30_000_000, using: &generator)
        }
        let sensor = sensors.randomElement(using: &generator)!
        merger.add(Reading(sensor, at: Timestamp(nanoseconds: stamp), Vector3(repeating: 1)))
        added += sensor == .gyroscope ? 1 : 0
        while Bool.random(using: &generator), let sample = merger.next() {
          used += 1
          #expect(sample.sample.specificForce.x.isNaN || sample.sample.specificForce.x == 1)
        }
      }
      merger.finish()
      while !isWaiting(&merger) { used += 1 }
      let dropped = merger.dropped.late + merger.dropped.overflow + merger.dropped.wild
      #expect(used <= added && added - used <= dropped)
    }
  }
}
