// The default filter over recordings, once for each line of standard input: `name=value` sets a parameter, `index=factor` multiplies
// a constant (Benchmarks/Accuracy/ablations.py makes the copy of the core in which that is possible).
//
//     Ablations LIST     LIST has a line for each recording: 0 or 1, whether its magnetometer counts, and the path of a CSV file
//                        as `cardan convert` writes it
//
// Writes a line for each line read: of every recording the inclination, the heading without its constant offset and the total error,
// degrees RMS, and the mean squared inclination and heading over their variances; without magnetometer of the heading since the start.

import AttitudeEvaluation
import AttitudeFilters
import CConstantFactors
import Dispatch
import Foundation
import MotionSamples
import Rotations
import Synchronization

/// The samples of a recording, with the true attitudes where they count.
struct Recording: Sendable {
  var samples: [TimedSample<Double>] = []
  var truths: [Rotation<Double>?] = []
  var usesMagnetometer: Bool

  init(path: String, usesMagnetometer: Bool) throws {
    self.usesMagnetometer = usesMagnetometer
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")[...]
    let names = lines.removeFirst().split(separator: ",").map { $0.prefix { $0 != " " } }
    func place(_ name: String) -> Int? { names.firstIndex { $0 == name } }
    func places(_ name: String, _ axes: String = "xyz") -> [Int] { axes.compactMap { place("\(name)_\($0)") } }
    let (rate, force, truth) = (places("gyro"), places("accel"), places("q", "wxyz"))
    let field = usesMagnetometer ? places("mag") : []
    let (time, moving) = (place("t") ?? 0, place("movement"))
    for line in lines {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      func number(_ place: Int) -> Double { Double(cells[place]) ?? .nan }
      func vector(_ places: [Int]) -> Vector3<Double> {
        places.count == 3 ? Vector3(x: number(places[0]), y: number(places[1]), z: number(places[2])) : .absent
      }
      let sample = MotionSample(
        interval: 0, angularRate: vector(rate), specificForce: vector(force), magneticField: vector(field))
      samples.append(
        TimedSample(timestamp: Timestamp(nanoseconds: Int64((1e9 * number(time)).rounded())), sample: sample))
      let q = truth.map(number)
      let counts = q.count == 4 && q.allSatisfy(\.isFinite) && (moving.map { number($0) != 0 } ?? true)
      truths.append(counts ? Rotation(normalizing: Quaternion(w: q[0], x: q[1], y: q[2], z: q[3])) : nil)
    }
  }

  /// The errors of a filter, in the order in which they are written.
  func errors(_ parameters: DefaultFilter<Double>.Parameters) -> [Double] {
    var stream = MotionStream(filter: DefaultFilter<Double>(parameters: parameters))
    var history = AttitudeErrorHistory()
    var normalized = NormalizedErrorSquared(degreesOfFreedom: 1)
    for (sample, truth) in zip(samples, truths) {
      stream.process(sample)
      guard let truth else { continue }
      let motion = stream.motion(hasGravity: false)
      history.add(
        estimate: motion.outputFromBody, truth: truth, headingDeviation: motion.headingStandardDeviation)
      let error = AttitudeError(estimate: motion.outputFromBody, truth: truth).inclination
      let value = error * error / (2 * motion.tiltStandardDeviation * motion.tiltStandardDeviation)
      if value.isFinite { normalized.add(value) }
    }
    let (given, relative) = (history.rootMeanSquare, history.rootMeanSquareWithoutHeadingOffset)
    let heading = usesMagnetometer ? history.normalizedHeading(withoutOffset: 0) : history.normalizedHeadingSinceStart
    return [given.inclination, relative.heading, given.total].map { $0 * 180 / .pi } + [normalized.mean, heading]
  }
}

let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\n")
let recordings = try list.map { line in
  try Recording(path: String(line.dropFirst(2)), usesMagnetometer: line.first == "1")
}
while let line = readLine() {
  var parameters = DefaultFilter<Double>.Parameters()
  cardan_reset_factors()
  for word in line.split(separator: " ") {
    let parts = word.split(separator: "=")
    guard parts.count == 2, let value = Double(parts[1]) else { fatalError("no number: \(word)") }
    if let index = Int32(parts[0]) {
      cardan_set_factor(index, value)
    } else {
      try parameters.set(String(parts[0]), to: value)
    }
  }
  let results = Mutex([[Double]](repeating: [], count: recordings.count))
  let chosen = parameters
  DispatchQueue.concurrentPerform(iterations: recordings.count) { index in
    let errors = recordings[index].errors(chosen)
    results.withLock { $0[index] = errors }
  }
  let figures = results.withLock { $0.map { $0.map { String(format: "%.6g", $0) }.joined(separator: " ") } }
  print(figures.joined(separator: ","))
  fflush(nil)
}
