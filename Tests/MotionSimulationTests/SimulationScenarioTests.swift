import MotionSamples
import Rotations
import Testing

@testable import MotionSimulation

/// FNV-1a, 64 bits: short, and any change of a byte changes it.
private func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}

@Suite struct SimulationScenarioTests {
  @Test func namesAreKnownAndOthersAreNot() {
    #expect(
      SimulationScenario.names == [
        "hand-held", "quadrotor", "pendulum", "constant-rate", "coning", "sculling", "walking", "hover", "city",
        "motorway", "train", "boat", "fixed-wing", "motorcycle", "tram",
      ])
    for name in SimulationScenario.names {
      let scenario = SimulationScenario.named(name, duration: 2)
      #expect(scenario?.name == name)
      #expect(scenario?.summary.isEmpty == false)
      #expect(scenario?.recording().contains { !$0.trueENUFromBody.quaternion.isFiniteInLane } == false)
    }
    #expect(SimulationScenario.named("Hand-held") == nil)
    #expect(SimulationScenario.named("") == nil)
  }

  @Test func durationAndRateAreTaken() throws {
    let scenario = try #require(SimulationScenario.named("coning", duration: 3, rate: 50))
    #expect(Array(scenario.recording()).count == 150)
    #expect(scenario.recording().rowCount == 150)
    #expect(try Array(#require(SimulationScenario.named("coning", duration: 0)).recording()).isEmpty)
  }

  /// The first two seconds of each scenario as text, pinned.
  @Test(
    arguments: [
      ("hand-held", 11_054_907_834_729_728_665), ("quadrotor", 10_021_113_339_375_209_554),
      ("pendulum", 3_622_589_411_898_861_179), ("constant-rate", 1_426_406_525_877_260_575),
      ("coning", 12_711_548_317_800_255_798), ("sculling", 9_971_473_484_062_210_366),
      ("walking", 8_976_632_730_372_465_195), ("hover", 3_308_007_508_584_390_810), ("city", 2_995_752_498_617_185_963),
      ("motorway", 3_481_240_506_297_544_660), ("train", 8_454_924_440_736_840_681),
      ("boat", 2_580_082_412_546_864_949),
      ("fixed-wing", 13_888_284_876_322_397_888), ("motorcycle", 1_777_886_211_909_116_067),
      ("tram", 15_938_465_777_834_962_984),
    ] as [(String, UInt64)])
  func bytesArePinned(name: String, expected: UInt64) throws {
    let scenario = try #require(SimulationScenario.named(name, seed: 1, duration: 2))
    let text = SimulatedLogText.text(of: scenario.recording())
    #expect(hash(text) == expected)
  }

  @Test func seedsDiffer() throws {
    let first = try #require(SimulationScenario.named("hand-held", seed: 1, duration: 1))
    let second = try #require(SimulationScenario.named("hand-held", seed: 2, duration: 1))
    #expect(SimulatedLogText.text(of: first.recording()) != SimulatedLogText.text(of: second.recording()))
  }

  /// The main demonstration shows what it promises: rest at the start, movement, and a field that a magnet disturbs by
  /// some ten µT around 37 s, and not at the ends.
  @Test func handHeldHasRestAndAMagnet() throws {
    let scenario = try #require(SimulationScenario.named("hand-held"))
    let samples = Array(scenario.recording())
    #expect(samples.count == 6000)
    #expect(samples.prefix(400).allSatisfy { !$0.isMoving })
    #expect(samples.filter(\.isMoving).count > 3500)
    let anomalies = samples.map { abs($0.magneticField.length - 49.6) }
    #expect(anomalies[3500..<3900].max()! > 8)
    #expect(anomalies.max()! < 100)
    #expect(anomalies.prefix(1500).max()! < 3)
    #expect(anomalies.suffix(1500).max()! < 3)
  }

  @Test func samplesConvertToTheFiltersNumberType() throws {
    let sample = try #require(SimulationScenario.named("pendulum")?.recording().dropFirst().first { _ in true })
    let double = sample.motionSample()
    let float = sample.motionSample(as: Float.self)
    #expect(double.interval == sample.interval && double.angularRate == sample.angularRate)
    #expect(float.specificForce.z == Float(sample.specificForce.z))
    #expect(!float.magneticField.isFiniteInLane)
  }
}

@Suite struct SimulatedLogTextTests {
  private func text(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    SimulatedLogText.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func numbersByHand() {
    #expect(text(0, 3) == "0.000")
    #expect(text(-0.0001, 3) == "0.000")
    #expect(text(-0.0006, 3) == "-0.001")
    #expect(text(12.3456, 3) == "12.346")
    #expect(text(-1, 8) == "-1.00000000")
    #expect(text(0.05, 2) == "0.05")
    #expect(text(.nan, 3) == "nan")
    #expect(text(.infinity, 3) == "nan")
    #expect(text(1e30, 3) == "nan")
  }

  @Test func rowByHand() {
    let sample = SimulatedSample(
      timestamp: 1_234_567_890, interval: 0.01, angularRate: Vector3(x: 1, y: -0.5, z: 0.25),
      specificForce: Vector3(x: 0, y: 0.1, z: 9.81), magneticField: .absent, trueENUFromBody: .identity,
      trueGyroscopeBias: .zero, isMoving: true)
    var bytes: [UInt8] = []
    SimulatedLogText.append(sample, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "1.234568,1.000000,-0.500000,0.250000,0.00000,0.10000,9.81000,nan,nan,nan,1.00000000,0.00000000,"
        + "0.00000000,0.00000000\n")
  }

  @Test func headerNamesEveryColumn() {
    let columns = SimulatedLogText.header().dropLast().split(separator: ",")
    #expect(columns.count == 14)
    #expect(columns[0] == "t [s]" && columns[4] == "accel_x [m/s^2]" && columns[13] == "q_z")
  }
}
