import Cardan
import MotionSimulation

/// The recording that every filter runs on: a device in a hand, with rest and a magnet, held in memory.
struct BenchmarkRecording {
  /// Samples per second, Hz.
  let rate: Double
  private let rows: [SimulatedSample]

  /// The recording at a rate in Hz over a duration in seconds.
  init(rate: Double, duration: Double) {
    self.rate = rate
    let scenario = SimulationScenario.named("hand-held", seed: 1, duration: duration, rate: rate)
    rows = scenario.map { Array($0.recording()) } ?? []
  }

  /// How many samples there are.
  var count: Int { rows.count }

  /// The samples as filters take them.
  func samples<Scalar: LaneElement>(_ sensors: SensorSet, as type: Scalar.Type) -> [MotionSample<Scalar>] {
    rows.map { row in
      var sample = row.motionSample(as: type)
      if sensors == .withoutMagnetometer { sample.magneticField = .absent }
      return sample
    }
  }

  /// Nine numbers a row for a foreign program: angular rate, specific force, magnetic field.
  var plainRows: [Double] {
    rows.flatMap { row in
      [row.angularRate, row.specificForce, row.magneticField].flatMap { [$0.x, $0.y, $0.z] }
    }
  }
}

/// Which sensors a run uses.
enum SensorSet: String, Codable {
  case withMagnetometer = "9D"
  case withoutMagnetometer = "6D"
}
