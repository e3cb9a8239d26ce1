import AttitudeFilters
import Rotations

extension ParameterVisitor {
  /// The two numbers of a magnetic reference, of which there is none where its strength is 0.
  mutating func magneticReference(_ reference: inout MagneticReference<Real>?) {
    var known = reference ?? MagneticReference(strength: 0, dip: 0)
    number(
      "magnetic_reference_strength", "uT", 0...1000, &known.strength,
      "Strength of the undisturbed magnetic field of the place, where it is known. 0 learns the field instead.")
    number(
      "magnetic_reference_dip", "rad", -1.6...1.6, &known.dip,
      "The angle of that field below the horizon, positive in the north. Counts where its strength is given.")
    reference = known.strength > 0 || known.dip != 0 ? known : nil
  }
}
