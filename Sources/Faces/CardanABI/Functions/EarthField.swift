// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import Geomagnetism
import Rotations

@c @implementation
public func cardan_earth_field(
  _ latitude: Double, _ longitude: Double, _ height: Double, _ decimalYear: Double,
  _ field: UnsafeMutablePointer<cardan_geomagnetic_field>?
) -> cardan_status {
  guard let field else { return CARDAN_NULL_ARGUMENT }
  guard field.pointee.size == MemoryLayout<cardan_geomagnetic_field>.size else { return CARDAN_BAD_SIZE }
  guard decimalYear.isFinite,
    let position = GeodeticPosition(latitudeInDegrees: latitude, longitudeInDegrees: longitude, height: height)
  else { return CARDAN_BAD_ARGUMENT }
  let model = WorldMagneticModel.field(at: position, decimalYear: decimalYear)
  let (strength, rate) = (model.fieldInNED, model.rateInNED)
  field.pointee.field_in_ned = (strength.x, strength.y, strength.z)
  field.pointee.rate_in_ned = (rate.x, rate.y, rate.z)
  field.pointee.declination = model.declination
  field.pointee.inclination = model.inclination
  field.pointee.declination_sigma = model.uncertainty.declination
  field.pointee.inclination_sigma = model.uncertainty.inclination
  field.pointee.warnings = UInt32(model.warnings.rawValue)
  return CARDAN_OK
}
