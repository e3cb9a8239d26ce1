import AttitudeFilters
import Glibc
import MotionSamples
import Rotations

// The same updates as call_cost.c, without C in between: CallCost FILTER UPDATES.
@main struct CallCost {
  static let rowCount = 1000

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let updates = Int(arguments[2]) else { exit(2) }
    let readings = UnsafeMutablePointer<Double>.allocate(capacity: 9 * rowCount)
    for row in 0..<rowCount {
      for axis in 0..<3 {
        readings[9 * row + axis] = 0.1 * Double(axis - 1) + 1e-3 * Double((row * 7 + axis * 3) % 11)
        readings[9 * row + 3 + axis] = (axis == 2 ? 9.81 : 0) + 0.1 * Double((row * 5 + axis) % 7)
        readings[9 * row + 6 + axis] =
          (axis == 1 ? 20.0 : 0) - (axis == 2 ? 40.0 : 0) + 0.1 * Double((row * 3 + axis) % 5)
      }
    }
    switch arguments[1] {
    case "default": time(DefaultFilter<Double>(), updates, readings)
    case "madgwick": time(MadgwickFilter<Double>(), updates, readings)
    case "mahony": time(MahonyFilter<Double>(), updates, readings)
    case "vqf": time(VQFFilter<Double>(), updates, readings)
    default: exit(2)
    }
  }

  /// Specialised for each filter where it is called.
  @inline(__always)
  static func time<Filter: AttitudeFilter>(
    _ filter: Filter, _ updates: Int, _ readings: UnsafePointer<Double>
  ) where Filter.Scalar == Double {
    let place = UnsafeMutablePointer<Filter>.allocate(capacity: 1)
    place.initialize(to: filter)
    let start = nanoseconds()
    for _ in 0..<(updates / rowCount) {
      for row in 0..<rowCount {
        let reading = readings + 9 * row
        _ = place.pointee.update(
          MotionSample(
            interval: 0.01, angularRate: Vector3(x: reading[0], y: reading[1], z: reading[2]),
            specificForce: Vector3(x: reading[3], y: reading[4], z: reading[5]),
            magneticField: Vector3(x: reading[6], y: reading[7], z: reading[8])))
      }
    }
    let elapsed = nanoseconds() - start
    print(elapsed / Double(updates), abs(place.pointee.referenceFromBody.quaternion.w))
  }

  static func nanoseconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }
}
