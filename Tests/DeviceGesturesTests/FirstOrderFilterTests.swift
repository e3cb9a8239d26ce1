import DeviceGestures
import Rotations
import Testing

@Suite struct FirstOrderFilterTests {
  let step = Vector3(x: 1.0, y: -2, z: 0)

  /// A cut-off of 1 / 2π Hz is a time constant of 1 s: after a second the step has come to 1 - 1/e.
  @Test func stepResponseByHand() {
    var low = LowPassFilter<Double>(cutoff: 1 / (2 * .pi))
    var high = HighPassFilter<Double>(cutoff: 1 / (2 * .pi))
    #expect(low.update(.zero, interval: 0.1) == .zero)
    #expect(high.update(.zero, interval: 0.1) == .zero)
    let slow = low.update(step, interval: 1)
    let fast = high.update(step, interval: 1)
    #expect(abs(slow.x - 0.632120558828558) < 1e-14 && abs(slow.y + 2 * 0.632120558828558) < 1e-14 && slow.z == 0)
    #expect(abs(fast.x - 0.367879441171442) < 1e-14 && abs(fast.y + 2 * 0.367879441171442) < 1e-14)
  }

  /// At the cut-off half of the power passes: the amplitude is 1/√2 for both.
  @Test func halfOfThePowerPassesAtTheCutoff() {
    var (low, high) = (LowPassFilter<Double>(cutoff: 2), HighPassFilter<Double>(cutoff: 2))
    var (lowPower, highPower) = (0.0, 0.0)
    for index in 0..<40_000 {
      let wave = Double.sineAndCosine(2 * .pi * 2 * Double(index) * 0.0005).sine
      let (slow, fast) = (
        low.update(Vector3(x: wave, y: 0, z: 0), interval: 0.0005),
        high.update(Vector3(x: wave, y: 0, z: 0), interval: 0.0005)
      )
      guard index >= 20_000 else { continue }
      lowPower += slow.x * slow.x / 10_000
      highPower += fast.x * fast.x / 10_000
    }
    #expect(abs(lowPower - 0.5) < 0.005 && abs(highPower - 0.5) < 0.005)
  }

  /// Steps of any lengths are one step of their sum, while the input holds.
  @Test(arguments: [0.01, 0.5, 3, 40])
  func partsOfAStepAreTheStep(cutoff: Double) {
    for parts in [[0.05, 0.05], [0.001, 0.099], [0.02, 0.03, 0.05], Array(repeating: 0.001, count: 100)] {
      var (low, high) = (LowPassFilter<Double>(cutoff: cutoff), HighPassFilter<Double>(cutoff: cutoff))
      low.update(.unitX, interval: 0)
      high.update(.unitX, interval: 0)
      var (lowInParts, highInParts) = (low, high)
      low.update(step, interval: 0.1)
      high.update(step, interval: 0.1)
      for part in parts {
        lowInParts.update(step, interval: part)
        highInParts.update(step, interval: part)
      }
      #expect((low.output - lowInParts.output).length < 1e-14)
      #expect((high.output - highInParts.output).length < 1e-14)
      #expect((low.output + high.output - step).length < 1e-15)
    }
  }

  @Test func whatIsMissingIsLeftOutAndItsTimeKept() {
    var (whole, broken) = (LowPassFilter<Double>(cutoff: 1), LowPassFilter<Double>(cutoff: 1))
    broken.update(Vector3(x: .nan, y: 0, z: 0), interval: 1)
    #expect(broken.output == .zero)
    whole.update(.unitX, interval: 0)
    broken.update(.unitX, interval: 0)
    whole.update(step, interval: 0.3)
    broken.update(Vector3(x: 0, y: .infinity, z: 0), interval: 0.1)
    broken.update(step, interval: .nan)
    var sameTime = broken
    sameTime.update(step, interval: -5)
    broken.update(step, interval: 0.2)
    #expect((whole.output - broken.output).length < 1e-15)
    #expect(sameTime.output != broken.output)
    var high = HighPassFilter<Double>(cutoff: 1)
    high.update(.zero, interval: 0.1)
    let before = high.update(step, interval: 0.1)
    #expect(high.update(Vector3(repeating: .nan), interval: 0.1) == before)
  }

  @Test func singlePrecision() {
    var (low, reference) = (LowPassFilter<Float>(cutoff: 3), LowPassFilter<Double>(cutoff: 3))
    for index in 0..<1000 {
      let value = Double(index % 17) - 8
      low.update(Vector3(repeating: Float(value)), interval: 0.01)
      reference.update(Vector3(repeating: value), interval: 0.01)
    }
    #expect(abs(Double(low.output.x) - reference.output.x) < 1e-5)
  }
}
