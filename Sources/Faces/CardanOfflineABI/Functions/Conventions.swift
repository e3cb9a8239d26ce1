// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import LogFormats
import Rotations

@c @implementation
public func cardan_describe_convention(
  _ index: Int, _ info: UnsafeMutablePointer<cardan_convention_info>?
) -> cardan_status {
  guard let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_convention_info>.size else { return CARDAN_BAD_SIZE }
  let all = AttitudeConvention.allCases
  guard all.indices.contains(index) else { return CARDAN_BAD_ARGUMENT }
  let convention = all[index]
  info.pointee = cardan_convention_info(
    size: MemoryLayout<cardan_convention_info>.size, name: convention.name.cString,
    reference: convention.reference.cString, body: convention.body.cString, order: convention.order.cString,
    summary: convention.summary.cString)
  return CARDAN_OK
}

@c @implementation
public func cardan_convert_attitudes(
  _ count: Int, _ quaternion: UnsafePointer<cardan_array>?, _ source: UnsafePointer<CChar>?,
  _ target: UnsafePointer<CChar>?, _ converted: UnsafePointer<cardan_output_array>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let quaternion, let source, let target, let converted else {
    return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT)
  }
  var conventions: [AttitudeConvention] = []
  for (name, text) in [("source", String(cString: source)), ("target", String(cString: target))] {
    guard let convention = AttitudeConvention(name: text) else {
      let known = AttitudeConvention.names.joined(separator: ", ")
      return message.write(
        "\(name): unknown convention '\(text)'; expected one of: \(known)", for: CARDAN_BAD_ARGUMENT)
    }
    conventions.append(convention)
  }
  guard let rows = NumberRows(quaternion), converted.pointee.data != nil, converted.pointee.takesNumbers, count >= 0
  else {
    return message.write("invalid description of the attitudes", for: CARDAN_BAD_ARGUMENT)
  }
  let (given, wanted) = (conventions[0], conventions[1])
  let conversion = AttitudeConversion(from: given, to: wanted)
  let places = given.isScalarFirst ? (w: 0, x: 1, y: 2, z: 3) : (w: 3, x: 0, y: 1, z: 2)
  let columns = wanted.isScalarFirst ? (w: 0, x: 1, y: 2, z: 3) : (w: 3, x: 0, y: 1, z: 2)
  for row in 0..<count {
    // All components are read before any is written: the arrays may be one.
    let quaternion = Quaternion(
      w: rows[row, places.w], x: rows[row, places.x], y: rows[row, places.y], z: rows[row, places.z])
    let attitude = Rotation(normalizing: quaternion).map { conversion.converted($0).quaternion }
    let result = attitude ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan)
    guard let place = converted.pointee.place(of: row) else { continue }
    converted.pointee.store(result.w, at: place, column: columns.w)
    converted.pointee.store(result.x, at: place, column: columns.x)
    converted.pointee.store(result.y, at: place, column: columns.y)
    converted.pointee.store(result.z, at: place, column: columns.z)
  }
  return message.write("", for: CARDAN_OK)
}
