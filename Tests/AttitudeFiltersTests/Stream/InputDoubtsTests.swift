import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations
import TestSupport
import Testing

/// What a stream doubts about its readings: units, signs and axes that are wrong, and nothing else.
@Suite struct InputDoubtsTests {
  /// A body that is turned by hand: a turn of 60 degrees about some level axis in a second, a rest, and back, at 100 Hz.
  static func handling(seconds: Int = 30) -> [MotionSample<Double>] {
    var enuFromBody = Rotation<Double>.identity
    var random = SplitMix64(seed: 5)
    return (0..<seconds * 100).map { index in
      let (turn, part) = ((index / 200), index % 200)
      let axis = [Vector3<Double>.unitX, .unitY][turn / 2 % 2] * (turn.isMultiple(of: 2) ? 1 : -1)
      let rate = part < 100 ? axis * (.pi / 3 * .pi / 2 * Double.sine(.pi * Double(part) / 100)) : .zero
      enuFromBody = (enuFromBody * Rotation(rotationVector: rate * 0.01)).renormalized
      let noise = Vector3<Double>(
        x: .random(in: -0.05...0.05, using: &random), y: .random(in: -0.05...0.05, using: &random),
        z: .random(in: -0.05...0.05, using: &random))
      return MotionSample(
        interval: 0.01, angularRate: rate + noise * 0.02,
        specificForce: enuFromBody.inverse.rotate(.unitZ * 9.81) + noise)
    }
  }

  /// The doubts at the end of samples that were changed.
  static func doubts(
    _ samples: [MotionSample<Double>], rate: (Vector3<Double>) -> Vector3<Double> = { $0 },
    force: (Vector3<Double>) -> Vector3<Double> = { $0 }
  ) -> InputDoubts {
    var stream = MotionStream<MahonyFilter<Double>>(filter: MahonyFilter())
    for sample in samples {
      stream.updated(
        MotionSample(
          interval: sample.interval, angularRate: rate(sample.angularRate), specificForce: force(sample.specificForce)))
    }
    return stream.doubts
  }

  @Test func handlingShowsEveryFault() {
    let samples = Self.handling()
    #expect(Self.doubts(samples) == [])
    #expect(Self.doubts(samples, rate: { $0 * (180 / .pi) }) == .rateUnit)
    #expect(Self.doubts(samples, rate: { -$0 }) == .rateAxes)
    #expect(Self.doubts(samples, rate: { Vector3(x: -$0.x, y: $0.y, z: $0.z) }) == .rateAxes)
    #expect(Self.doubts(samples, rate: { Vector3(x: $0.y, y: $0.x, z: $0.z) }) == .rateAxes)
    #expect(Self.doubts(samples, force: { $0 * (1 / 9.81) }) == .forceUnit)
    #expect(Self.doubts(samples, force: { $0 * (4096 / 9.81) }) == .forceUnit)
    #expect(Self.doubts(samples, rate: { $0 * (180 / .pi) }, force: { $0 * (1 / 9.81) }) == [.rateUnit, .forceUnit])
  }

  /// A body that is turned about all axes, with a force in steps of 0.1 m/s² and a field in steps of 1 µT, which repeat all the time.
  static func turning() -> [MotionSample<Double>] {
    func stepped(_ vector: Vector3<Double>, _ step: Double) -> Vector3<Double> {
      Vector3(
        x: (vector.x / step).rounded() * step, y: (vector.y / step).rounded() * step,
        z: (vector.z / step).rounded() * step)
    }
    var enuFromBody = Rotation<Double>.identity
    return (0..<6000).map { index in
      let time = Double(index) / 100
      let rate = Vector3(x: 0.8 * .sine(0.7 * time), y: 0.6 * .sine(0.45 * time), z: 0.5 * .sine(0.3 * time))
      enuFromBody = (enuFromBody * Rotation(rotationVector: rate * 0.01)).renormalized
      return MotionSample(
        interval: 0.01, angularRate: rate, specificForce: stepped(enuFromBody.inverse.rotate(.unitZ * 9.81), 0.1),
        magneticField: stepped(enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -45)), 1))
    }
  }

  /// The vector with one of its axes as it was.
  static func held(_ axis: Int, of vector: Vector3<Double>, at old: Vector3<Double>) -> Vector3<Double> {
    Vector3(x: axis == 0 ? old.x : vector.x, y: axis == 1 ? old.y : vector.y, z: axis == 2 ? old.z : vector.z)
  }

  @Test(arguments: 0..<3, [0, 2000]) func anAxisThatHangsIsFound(axis: Int, start: Int) {
    let samples = Self.turning()
    func doubts(_ change: (inout MotionSample<Double>, MotionSample<Double>) -> Void) -> InputDoubts {
      var stream = MotionStream<MahonyFilter<Double>>(filter: MahonyFilter())
      for index in samples.indices {
        var sample = samples[index]
        if index >= start { change(&sample, samples[start]) }
        stream.updated(sample)
      }
      return stream.doubts
    }
    #expect(doubts { _, _ in } == [])
    #expect(
      doubts { $0.specificForce = Self.held(axis, of: $0.specificForce, at: $1.specificForce) }.contains(.forceHangs))
    #expect(
      doubts { $0.magneticField = Self.held(axis, of: $0.magneticField, at: $1.magneticField) } == .fieldHangs)
    // A sensor that hangs whole, or is slower than the log, has no axis that does.
    #expect(doubts { $0.magneticField = $1.magneticField } == [])
  }

  /// Bodies that rest or turn slowly repeat coarse readings, whatever the bias.
  @Test func restsAndSlowTurnsAreNoDoubt() {
    var stream = MotionStream<MahonyFilter<Double>>(filter: MahonyFilter())
    for index in 0..<60_000 {
      stream.updated(
        MotionSample(
          interval: 0.01, angularRate: Vector3(x: 0.1, y: -0.08, z: 0.1),
          specificForce: Vector3(x: 0, y: index.isMultiple(of: 7) ? 0.1 : 0.2, z: 9.8),
          magneticField: Vector3(x: 20, y: index.isMultiple(of: 3) ? 1 : 2, z: -45)))
    }
    #expect(stream.doubts == [])
  }

  /// A gyroscope with a bias of 5 deg/s or a scale error of 20 % is poor, not wrong.
  @Test func poorSensorsAreNoDoubt() {
    let samples = Self.handling(seconds: 120)
    #expect(Self.doubts(samples, rate: { $0 + Vector3(repeating: 0.05) }) == [])
    #expect(Self.doubts(samples, rate: { $0 * 1.2 }) == [])
    #expect(Self.doubts(samples, force: { $0 * 1.05 }) == [])
  }

  @Test(arguments: [
    "hand-held", "quadrotor", "pendulum", "constant-rate", "coning", "sculling", "walking", "hover", "city", "motorway",
    "train",
    "boat", "fixed-wing", "motorcycle", "tram",
  ])
  func noMotionRaisesOne(name: String) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scenario = try #require(SimulationScenario.named(name, seed: seed))
      var (stream, last) = (MotionStream<MahonyFilter<Double>>(filter: MahonyFilter()), Int64?.none)
      for timed in scenario.recording() {
        var sample = timed.motionSample(as: Double.self)
        sample.interval = last.map { Double(timed.timestamp - $0) * 1e-9 } ?? 0
        last = timed.timestamp
        stream.updated(sample)
      }
      #expect(stream.doubts == [], "seed \(seed)")
    }
  }

  /// A device that is thrown, falls for ten seconds and is shaken by 10 g about 5 Hz.
  @Test func fallsAndShakesAreNoDoubt() {
    var samples = Self.handling(seconds: 4)
    for index in 0..<1000 {
      samples.append(
        MotionSample(
          interval: 0.01, angularRate: Vector3(x: 3, y: 1, z: -2),
          specificForce: Vector3(x: 0.1, y: -0.05, z: 0.02) * Double.sine(Double(index))))
    }
    for index in 0..<1000 {
      let phase = Double.sine(2 * .pi * 5 * Double(index) / 100)
      samples.append(
        MotionSample(
          interval: 0.01, angularRate: Vector3(x: 4 * phase, y: -2 * phase, z: 0),
          specificForce: Vector3(x: 100 * phase, y: 60 * phase, z: 9.81 + 0.01 * .sine(Double(index)))))
    }
    #expect(Self.doubts(samples) == [])
  }

  @Test func aDoubtStaysUntilTheReset() {
    var stream = MotionStream()
    for sample in Self.handling(seconds: 8) {
      stream.updated(
        MotionSample(interval: 0.01, angularRate: sample.angularRate, specificForce: sample.specificForce * (1 / 9.81)))
    }
    #expect(stream.doubts == .forceUnit)
    let last = Self.handling(seconds: 8).map { stream.updated($0) }.last
    #expect(stream.doubts == .forceUnit && last?.doubts == .forceUnit)
    stream.reset()
    #expect(stream.doubts == [])
  }

  /// Missing and broken readings, and clocks that stop, are nothing to judge by.
  @Test func brokenReadingsRaiseNone() {
    for seed in 0..<40 as Range<UInt64> {
      var corrupted = CorruptedStream(seed: seed)
      var stream = MotionStream<MahonyFilter<Double>>(filter: MahonyFilter())
      for _ in 0..<2000 { stream.updated(MotionSample<Double>(corrupted.next())) }
      #expect(!stream.doubts.intersects(.rateAxes), "seed \(seed)")
    }
    let absent = Self.handling().map {
      MotionSample(interval: $0.interval, angularRate: .absent, specificForce: $0.specificForce)
    }
    #expect(Self.doubts(absent) == [])
  }

  /// An accelerometer of 20 Hz beside a gyroscope of 100 Hz shows as much.
  @Test func slowAccelerometersShowIt() {
    let samples = Self.handling().enumerated().map { index, sample in
      MotionSample(
        interval: 0.01, angularRate: sample.angularRate,
        specificForce: index.isMultiple(of: 5) ? sample.specificForce : .absent)
    }
    #expect(Self.doubts(samples) == [])
    #expect(Self.doubts(samples, rate: { -$0 }) == .rateAxes)
    #expect(Self.doubts(samples, rate: { $0 * (180 / .pi) }) == .rateUnit)
  }

  @Test func eachHasItsWords() {
    #expect(InputDoubts.rateUnit.text?.description == "the angular rate is in deg/s, not in rad/s")
    #expect(InputDoubts([.rateUnit, .forceUnit]).text == nil && InputDoubts([]).text == nil)
    #expect(InputDoubts([.rateUnit, .forceUnit]).texts.count == 2)
    #expect(InputDoubts(rawValue: .max).texts.count == 5)
  }
}

extension InputDoubts {
  fileprivate func intersects(_ other: Self) -> Bool { !isDisjoint(with: other) }
}

extension Double {
  fileprivate static func sine(_ angle: Double) -> Double { Double.sineAndCosine(angle).sine }
}
