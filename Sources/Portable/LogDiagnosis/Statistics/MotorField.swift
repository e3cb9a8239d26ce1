import LogTables
import Rotations

/// The correlation of the strength of the magnetic field with the load of the motors, in constant memory.
package struct MotorField: Sendable {
  private var count = 0.0
  private var load = 0.0
  private var strength = 0.0
  private var loadSquares = 0.0
  private var strengthSquares = 0.0
  private var products = 0.0
  private var last = Vector3<Double>.absent

  /// Adds a row; repeated readings of the magnetometer and rows without a load are ignored.
  mutating func add(_ record: LogRecord) {
    let field = record.magneticField
    guard record.motorLoad.isFinite, field.isFiniteInLane, field != last else { return }
    last = field
    let length = field.length
    count += 1
    load += record.motorLoad
    strength += length
    loadSquares += record.motorLoad * record.motorLoad
    strengthSquares += length * length
    products += record.motorLoad * length
  }

  /// The correlation, -1 to 1, and the standard deviation that the load explains, relative to the mean strength; nil for
  /// fewer than 200 readings and for a constant load.
  package var correlation: (value: Double, share: Double)? {
    guard count >= 200 else { return nil }
    let (meanLoad, meanStrength) = (load / count, strength / count)
    let (ofLoad, ofStrength) = (
      loadSquares / count - meanLoad * meanLoad, strengthSquares / count - meanStrength * meanStrength
    )
    guard ofLoad > 1e-9 * loadSquares / count, ofStrength > 0, meanStrength > 0 else { return nil }
    let value = (products / count - meanLoad * meanStrength) / (ofLoad * ofStrength).squareRoot()
    return (value, abs(value) * ofStrength.squareRoot() / meanStrength)
  }
}
