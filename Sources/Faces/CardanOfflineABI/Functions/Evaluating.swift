// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeEvaluation
import CCardan
import CCardanOffline
import CardanABI

@c @implementation
public func cardan_evaluate(
  _ count: Int, _ estimate: UnsafePointer<cardan_array>?, _ truth: UnsafePointer<cardan_array>?,
  _ errors: UnsafeMutablePointer<cardan_attitude_errors>?, _ each: UnsafePointer<cardan_output_array>?
) -> cardan_status {
  guard let estimate, let truth, let errors else { return CARDAN_NULL_ARGUMENT }
  guard errors.pointee.size == MemoryLayout<cardan_attitude_errors>.size else { return CARDAN_BAD_SIZE }
  guard let estimates = NumberRows(estimate), let truths = NumberRows(truth), count >= 0 else {
    return CARDAN_BAD_ARGUMENT
  }
  guard each?.pointee.takesNumbers ?? true else { return CARDAN_BAD_ARGUMENT }
  var history = AttitudeErrorHistory()
  for row in 0..<count {
    let (estimate, truth) = (estimates.rotation(row), truths.rotation(row))
    history.add(estimate: estimate, truth: truth)
    if let each = each?.pointee, let place = each.place(of: row) {
      let error = AttitudeError(estimate: estimate, truth: truth)
      each.store(error.total, at: place, column: 0)
      each.store(error.heading, at: place, column: 1)
      each.store(error.inclination, at: place, column: 2)
    }
  }
  let (asGiven, turned) = (history.rootMeanSquare, history.rootMeanSquareWithoutHeadingOffset)
  errors.pointee = cardan_attitude_errors(
    size: MemoryLayout<cardan_attitude_errors>.size, count: history.count, total: asGiven.total,
    heading: asGiven.heading, inclination: asGiven.inclination, heading_offset: history.bestHeadingOffset,
    total_without_offset: turned.total, heading_without_offset: turned.heading)
  return CARDAN_OK
}
