import Foundation
import MotionSimulation
import Testing

/// The simulated logs of the repository are what the library makes today, byte for byte.
///
/// With `CARDAN_WRITE_DATASETS=1` in the environment the files are written again instead.
@Suite struct DatasetTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "datasets")

  @Test(arguments: ["hand-held", "quadrotor", "pendulum"])
  func fileIsReproduced(name: String) throws {
    let scenario = try #require(SimulationScenario.named(name, seed: 1))
    let text = Data(SimulatedLogText.text(of: scenario.recording()))
    let file = Self.folder.appending(path: name + ".csv")
    if ProcessInfo.processInfo.environment["CARDAN_WRITE_DATASETS"] == "1" { try text.write(to: file) }
    #expect(try Data(contentsOf: file) == text)
    #expect(text.count < 1_000_000)
  }
}
