import MotionSamples
import Rotations

/// One sensor at work: its errors, its random numbers and how far its bias has wandered.
struct SimulatedSensor: Sendable {
  let model: TriadErrorModel
  /// Seconds from one reading to the next.
  let period: Double
  private var random: RandomSource
  private var wanderingBias: Vector3<Double>
  private var readingsDue = -1

  init(model: TriadErrorModel, rowRate: Double, seed: UInt64, stream: UInt64) {
    self.model = model
    period = 1.0 / min(model.rate ?? rowRate, rowRate)
    random = RandomSource(seed: seed, stream: stream)
    wanderingBias = .zero
    if case .gaussMarkov(let standardDeviation, _) = model.biasInstability {
      wanderingBias = random.nextNormalVector() * standardDeviation
    }
  }

  /// The bias at the last reading, constant and wandering part.
  var bias: Vector3<Double> { model.bias + wanderingBias }

  /// The reading at a time in seconds, `absent` where none is due or it was lost. Times come in order.
  ///
  /// - Parameter truth: The true value at a time.
  mutating func reading(at time: Double, truth: (_ time: Double) -> Vector3<Double>) -> Vector3<Double> {
    // A millionth of a period makes up for the rounding of `time`.
    let due = Int((time / period + 1e-6).rounded(.down))
    guard due > readingsDue else { return .absent }
    if readingsDue >= 0 { advanceBias() }
    readingsDue = due
    let noise = random.nextNormalVector() * (model.noiseDensity / period.squareRoot())
    let isLost = random.nextUniform() < model.dropoutProbability
    if isLost { return .absent }
    return model.digitized(model.response * truth(time - model.delay) + bias + noise)
  }

  /// One period of the bias process, exact for the process in continuous time.
  private mutating func advanceBias() {
    switch model.biasInstability {
    case .none: break
    case .gaussMarkov(let standardDeviation, let correlationTime):
      let memory = Double.exponential(-period / correlationTime)
      let renewal = ((1.0 - memory) * (1.0 + memory)).squareRoot()
      wanderingBias = wanderingBias * memory + random.nextNormalVector() * (standardDeviation * renewal)
    case .randomWalk(let density):
      wanderingBias += random.nextNormalVector() * (density * period.squareRoot())
    }
  }
}
