import Foundation
import MotionSimulation
import TestSupport
import Testing

/// The simulated logs of the repository are what the library makes today, byte for byte.
///
/// With `CARDAN_WRITE_DATASETS=1` in the environment the files are written first.
@Suite struct DatasetTests {
  @Test(arguments: ["hand-held", "quadrotor", "pendulum"])
  func fileIsReproduced(name: String) throws {
    let scenario = try #require(SimulationScenario.named(name, seed: 1))
    let text = Data(SimulatedLogText.text(of: scenario.recording()))
    let file = Project.dataset(name + ".csv")
    if ProcessInfo.processInfo.environment["CARDAN_WRITE_DATASETS"] == "1" { try text.write(to: file) }
    #expect(try Data(contentsOf: file) == text)
    #expect(text.count < 1_000_000)
  }
}
