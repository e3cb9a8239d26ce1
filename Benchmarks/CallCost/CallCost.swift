import AttitudeFilters
import Glibc
import MotionSamples
import Rotations

// The updates of call_cost.c in Swift: CallCost FILTER inlined|called UPDATES. As in C, the interval is read at run time, and the
// outcome of each sample is kept until the next.
@main struct CallCost {
  static let rowCount = 1000
  /// Interval, angular rate, specific force, magnetic field.
  static let rowSize = 10

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let updates = Int(arguments[3]) else { exit(2) }
    let isCalled = arguments[2] == "called"
    let readings = UnsafeMutablePointer<Double>.allocate(capacity: rowSize * rowCount)
    for row in 0..<rowCount {
      let reading = readings + rowSize * row
      reading[0] = 0.01
      for axis in 0..<3 {
        reading[1 + axis] = 0.1 * Double(axis - 1) + 1e-3 * Double((row * 7 + axis * 3) % 11)
        reading[4 + axis] = (axis == 2 ? 9.81 : 0) + 0.1 * Double((row * 5 + axis) % 7)
        reading[7 + axis] =
          (axis == 1 ? 20.0 : 0) - (axis == 2 ? 40.0 : 0) + 0.1 * Double((row * 3 + axis) % 5)
      }
    }
    switch arguments[1] {
    case "default": time(DefaultFilter<Double>(), isCalled, updates, readings)
    case "madgwick": time(MadgwickFilter<Double>(), isCalled, updates, readings)
    case "mahony": time(MahonyFilter<Double>(), isCalled, updates, readings)
    case "vqf": time(VQFFilter<Double>(), isCalled, updates, readings)
    default: exit(2)
    }
  }

  /// Specialised for each filter at its call.
  @inline(__always)
  static func time<Filter: AttitudeFilter>(
    _ filter: Filter, _ isCalled: Bool, _ updates: Int, _ readings: UnsafePointer<Double>
  ) where Filter.Scalar == Double {
    let place = UnsafeMutablePointer<Filter>.allocate(capacity: 1)
    place.initialize(to: filter)
    let outcome = UnsafeMutablePointer<UpdateOutcome<Double>>.allocate(capacity: 1)
    let start = nanoseconds()
    if isCalled {
      for _ in 0..<(updates / rowCount) {
        for row in 0..<rowCount { call(place, readings + rowSize * row, outcome) }
      }
    } else {
      for _ in 0..<(updates / rowCount) {
        for row in 0..<rowCount { update(place, readings + rowSize * row, outcome) }
      }
    }
    let elapsed = nanoseconds() - start
    guard !outcome.pointee.isIntervalRejected else { exit(1) }
    print(elapsed / Double(updates), abs(place.pointee.enuFromBody.quaternion.w))
  }

  @inline(never)
  static func call<Filter: AttitudeFilter>(
    _ filter: UnsafeMutablePointer<Filter>, _ reading: UnsafePointer<Double>,
    _ outcome: UnsafeMutablePointer<UpdateOutcome<Double>>
  ) where Filter.Scalar == Double {
    update(filter, reading, outcome)
  }

  @inline(__always)
  static func update<Filter: AttitudeFilter>(
    _ filter: UnsafeMutablePointer<Filter>, _ reading: UnsafePointer<Double>,
    _ outcome: UnsafeMutablePointer<UpdateOutcome<Double>>
  ) where Filter.Scalar == Double {
    outcome.pointee = filter.pointee.update(
      MotionSample(
        interval: reading[0], angularRate: Vector3(x: reading[1], y: reading[2], z: reading[3]),
        specificForce: Vector3(x: reading[4], y: reading[5], z: reading[6]),
        magneticField: Vector3(x: reading[7], y: reading[8], z: reading[9])))
  }

  static func nanoseconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }
}
