import AttitudeFilters
import CCardan
import CardanABI
import OfflineEstimation
import Rotations

/// Where smoothed samples go.
struct SmoothedRows {
  private let results: cardan_results?
  private let separator: GravitySeparator<Double>
  private let outputFromENU: Rotation<Double>

  init(_ output: ResultRows, _ settings: StreamSettings, startingAt firstENUFromBody: Rotation<Double>?) {
    results = output.results?.pointee
    separator = settings.separator
    outputFromENU = settings.outputFromENU(in: settings.frame, startingAt: firstENUFromBody ?? .identity)
  }

  /// Writes what is wanted of a sample.
  func store(_ sample: SmoothedSample, specificForce: Vector3<Double>, isDiscontinuous: Bool, at row: Int) {
    guard let results else { return }
    if let place = results.quaternion.place(of: row) {
      let quaternion = (outputFromENU * sample.enuFromBody).quaternion
      for (column, number) in [quaternion.w, quaternion.x, quaternion.y, quaternion.z].enumerated() {
        results.quaternion.store(number, at: place, column: column)
      }
    }
    let gravity = separator.gravity(inBodyOf: sample.enuFromBody)
    let flags = UInt32(sample.flags.rawValue) | (isDiscontinuous ? UInt32(CARDAN_DISCONTINUITY) : 0)
    store(gravity, in: results.gravity, row)
    store(specificForce + gravity, in: results.user_acceleration, row)
    store(sample.angularRate, in: results.angular_rate, row)
    store(sample.gyroscopeBias, in: results.gyroscope_bias, row)
    store(sample.tiltStandardDeviation, in: results.tilt_sigma, row)
    store(sample.headingStandardDeviation, in: results.heading_sigma, row)
    results.flags.place(of: row)?.storeBytes(of: flags, as: UInt32.self)
  }

  private func store(_ vector: Vector3<Double>, in array: cardan_output_array, _ row: Int) {
    if let place = array.place(of: row) { array.store(vector, at: place) }
  }

  private func store(_ number: Double, in array: cardan_output_array, _ row: Int) {
    if let place = array.place(of: row) { array.store(number, at: place, column: 0) }
  }
}
