import AttitudeFilters
import MotionSamples
import Rotations

// The same updates as overhead.c, without C in between. The sample is read from memory each time, and an update is a call,
// as there: without that the compiler would make one loop of all.
@main struct Overhead {
  @inline(never) static func update(
    _ filter: inout MadgwickFilter<Double>, _ sample: MotionSample<Double>
  ) -> OutcomeFlags {
    filter.update(sample).flags
  }

  static func run(
    _ updates: Int, _ filter: UnsafeMutablePointer<MadgwickFilter<Double>>, _ readings: UnsafePointer<Double>
  ) -> UInt16 {
    var flags: UInt16 = 0
    for _ in 0..<updates {
      let sample = MotionSample(
        interval: 0.01, angularRate: Vector3(x: readings[0], y: readings[1], z: readings[2]),
        specificForce: Vector3(x: readings[3], y: readings[4], z: readings[5]),
        magneticField: Vector3(x: readings[6], y: readings[7], z: readings[8]))
      flags = update(&filter.pointee, sample).rawValue
    }
    return flags
  }

  static func main() {
    let filter = UnsafeMutablePointer<MadgwickFilter<Double>>.allocate(capacity: 1)
    filter.initialize(to: MadgwickFilter())
    let readings = UnsafeMutablePointer<Double>.allocate(capacity: 9)
    let numbers = [0.1, 0.2, -0.1, 0.1, 0.2, 9.81, 0.0, 20.0, -40.0]
    for index in 0..<9 { readings[index] = numbers[index] }
    let flags = run(CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 0, filter, readings)
    print(flags, filter.pointee.enuFromBody.quaternion.w)
  }
}
