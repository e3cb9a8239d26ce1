// One offline procedure on simulated readings: `offline-benchmarks NAME [SECONDS]`. Prints one line of a table:
// name, samples, nanoseconds per sample (median of the repetitions), bytes per sample (peak beyond the input).

import AttitudeSmoothing
import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import SensorCalibration

/// A value of /proc/self/status in bytes.
func memory(_ name: String) -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
  return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan) * 1024
}

/// Times a procedure. The first repetition gives the memory: its peak minus the memory held before.
func report(_ name: String, samples: Int, repetitions: Int = 5, _ procedure: () throws -> Void) throws {
  // 5 resets the peak to the current size.
  try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  let held = memory("VmRSS")
  var times: [Double] = []
  var bytes = 0.0
  for repetition in 0..<repetitions {
    let start = ContinuousClock.now
    try procedure()
    times.append(start.duration(to: .now) / .nanoseconds(1))
    if repetition == 0 { bytes = memory("VmHWM") - held }
  }
  let time = times.sorted()[times.count / 2] / Double(samples)
  print(String(format: "%@,%d,%.1f,%.1f", name, samples, time, max(0, bytes) / Double(samples)))
}

func recording(rate: Double, duration: Double, seed: UInt64 = 3) throws -> [SimulatedSample] {
  guard let scenario = SimulationScenario.named("hand-held", seed: seed, duration: duration, rate: rate) else {
    fatalError("no such scenario")
  }
  return Array(scenario.recording())
}

func noise(_ count: Int) -> [Double] {
  var random = RandomSource(seed: 1)
  return (0..<count).map { _ in random.nextNormal() }
}

/// Rests in many attitudes with turns in between, which calibrate every sensor.
func turns(duration: Double) -> [MotionSample<Double>] {
  let turns = HandHeldTrajectory(
    yaw: SinusoidSum([.init(amplitude: 3, angularFrequency: 0.9, phase: 0.4)]),
    pitch: SinusoidSum([.init(amplitude: 1.4, angularFrequency: 0.61, phase: 1)]),
    roll: SinusoidSum([.init(amplitude: 3.1, angularFrequency: 0.43, phase: 1.3)]),
    path: (SinusoidSum([]), SinusoidSum([]), SinusoidSum([])))
  let paused = PausedTrajectory(turns, schedule: RestSchedule(rest: 3, motion: 3, transition: 0.5))
  var errors = SensorErrorModel.consumerGrade
  errors.magnetometer.bias = Vector3(x: 25, y: -12, z: 18)
  return SimulatedRecording(
    trajectory: paused, errors: errors, rate: 100, duration: duration, seed: 1
  ).map { $0.motionSample() }
}

func calibrate(_ sensors: Set<CalibratedSensor>, _ samples: [MotionSample<Double>]) throws {
  var request = CalibrationRequest()
  request.sensors = sensors
  var calibrator = DeviceCalibrator(request)
  for sample in samples { calibrator.add(sample) }
  if let problem = calibrator.result().problems.first { throw problem }
}

let name = CommandLine.arguments.dropFirst().first ?? ""
switch name {
case "allan":
  let readings = noise(1_000_000)
  try report(name, samples: readings.count) {
    var accumulator = AllanAccumulator()
    for reading in readings { accumulator.add(reading) }
    _ = try accumulator.deviation(interval: 0.01)
  }
case "allan-and-fit":
  let readings = noise(1_000_000)
  try report(name, samples: readings.count) {
    var accumulator = AllanAccumulator()
    for reading in readings { accumulator.add(reading) }
    _ = try NoiseFit(of: accumulator.deviation(interval: 0.01))
  }
case "calibrate-magnetometer":
  let samples = turns(duration: 600)
  try report(name, samples: samples.count) { try calibrate([.magnetometer], samples) }
case "calibrate-accelerometer-gyroscope":
  let samples = turns(duration: 600)
  try report(name, samples: samples.count) { try calibrate([.accelerometer, .gyroscope], samples) }
case "align":
  let rows = try recording(rate: 100, duration: 600)
  let stamps = rows.map { Timestamp(nanoseconds: $0.timestamp) }
  let rates = rows.map(\.angularRate)
  let mounting = Rotation(rotationVector: Vector3(x: 0.3, y: -0.2, z: 1.0))
  // As the command does it: row by row. Samples are the rows of both.
  try report(name, samples: 2 * rows.count) {
    var (first, second) = (RateTrackRecorder(), RateTrackRecorder())
    for (stamp, rate) in zip(stamps, rates) {
      first.add(rate, at: stamp)
      second.add(mounting.rotate(rate), at: stamp)
    }
    _ = try RelativeAlignment(first: first.track(), second: second.track())
  }
case "smooth-286", "smooth-100", "smooth-50":
  let rate = Double(name.dropFirst("smooth-".count)) ?? 100
  let duration = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 600
  let samples = try recording(rate: rate, duration: duration).map { $0.motionSample() }
  try report(name, samples: samples.count, repetitions: 3) { _ = try AttitudeSmoother().smooth(samples) }
default:
  print(
    "usage: offline-benchmarks allan|allan-and-fit|calibrate-magnetometer|calibrate-accelerometer-gyroscope|align|"
      + "smooth-286|smooth-100|smooth-50 [SECONDS]")
  exit(2)
}
