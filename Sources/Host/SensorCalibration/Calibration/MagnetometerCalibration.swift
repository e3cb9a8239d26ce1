import MotionSamples
import NumericalMethods
import Rotations

/// Hard and soft iron of a magnetometer, with their uncertainty.
public struct MagnetometerCalibration: Sendable {
  /// The model S · (m - h), h in µT. S has the determinant 1, which keeps the scale of the readings, unless the field strength
  /// was given.
  public let model: SensorModel<Double>
  /// The shape that was fitted.
  public let shape: EllipsoidShape
  /// The field strength, µT: as given, or the length of the calibrated readings.
  public let fieldStrength: Double
  /// The angle of the field below the horizon, rad; nil if undetermined.
  public var fieldDip: Double? { alignment?.fieldDip }
  /// The rotation of S to the axes of the other sensors; nil if undetermined, and if less than the full S was fitted.
  package let alignment: FieldAlignment?
  /// Whether S includes that rotation; else it is symmetric.
  public let isAligned: Bool
  /// The thinned readings that were fitted, µT.
  public let readings: [Vector3<Double>]
  /// The distance of each reading from the ellipsoid, µT.
  public let residuals: [Double]
  /// The standard deviation of the residuals without outliers, µT.
  public let residual: Double
  /// The root mean square deviation of the lengths of the raw readings from their mean, µT.
  public let residualBefore: Double
  /// The directions of the calibrated readings.
  package let coverage: SphereCoverage
  /// The largest ratio of the response in two directions; 1 without soft iron.
  public let conditionNumber: Double
  /// The covariance of the parameters: h in µT, then, by shape, nothing or one scale, the diagonal, or xx, yy, zz, yz, xz, xy
  /// of S.
  public let covariance: DenseMatrix
  /// The covariance relative to that of independent readings; above 1 if neighbouring readings share errors.
  public let correlationFactor: Double
  /// One standard deviation of the direction of a calibrated reading due to the parameters, in the worst direction, rad.
  public let directionUncertainty: Double

  /// One standard deviation of the hard iron, µT.
  public var hardIronStandardDeviation: Vector3<Double> {
    let variances = covariance.diagonal
    return Vector3(x: variances[0].squareRoot(), y: variances[1].squareRoot(), z: variances[2].squareRoot())
  }

  /// The expected heading error of a level sensor, rad: residual and uncertainty over the horizontal part of the field, at an
  /// assumed dip of 65 degrees if the dip is unknown.
  public var expectedHeadingError: Double {
    let dip = fieldDip ?? 65 * .pi / 180
    let horizontal = max(Double.sineAndCosine(dip).cosine, 0.05)
    let size = (residual / fieldStrength).squared + directionUncertainty.squared
    return size.squareRoot() / horizontal
  }
}

extension MagnetometerCalibration {
  /// The root mean square angle by which calibration changes the direction of a reading, over 26 directions, rad.
  var correctionAngle: Double {
    guard let inverse = model.matrix.inverse else { return .infinity }
    let squares = EllipsoidFit.directions.reduce(0) { sum, direction in
      let raw = inverse * (direction * fieldStrength) + model.bias
      return sum + Double.arcTangent(y: raw.cross(direction).length, x: raw.dot(direction)).squared
    }
    return (squares / Double(EllipsoidFit.directions.count)).squareRoot()
  }

  /// A calibration from a fit of its readings.
  ///
  /// - Parameter leastAngle: The smallest rotation that is corrected, rad; it must also exceed four standard deviations.
  init(_ fit: EllipsoidFit, readings: [Vector3<Double>], alignment: FieldAlignment?, leastAngle: Double) {
    let turn = alignment.flatMap { $0.bodyFromEllipsoid.angle >= leastAngle && $0.significance >= 4 ? $0 : nil }
    let rotation = turn.map(\.bodyFromEllipsoid.matrix) ?? .identity
    isAligned = turn != nil
    model = SensorModel(softIron: rotation * fit.matrix, hardIron: fit.offset)
    shape = fit.shape
    fieldStrength = fit.radius
    self.alignment = alignment
    self.readings = readings
    residuals = fit.residuals
    residual = fit.residualScale
    let lengths = readings.map(\.length)
    let count = Double(max(1, lengths.count))
    let mean = lengths.reduce(0, +) / count
    residualBefore = (lengths.reduce(0) { $0 + ($1 - mean).squared } / count).squareRoot()
    coverage = fit.coverage(of: readings)
    conditionNumber = fit.conditionNumber
    covariance = fit.covariance
    correlationFactor = fit.correlationFactor
    directionUncertainty = fit.directionUncertainty
  }
}

/// The part of the sphere of directions that readings cover: 96 cells of equal area, eight belts of twelve.
package struct SphereCoverage: Sendable {
  /// Belts of equal height, which have equal area (Archimedes).
  package static let beltCount = 8
  /// Cells in each belt.
  package static let cellsPerBelt = 12

  /// The number of directions in each cell: belt after belt from -z to +z, eastwards from +x.
  package private(set) var counts = [Int](repeating: 0, count: Self.beltCount * Self.cellsPerBelt)

  /// No directions yet.
  package init() {}

  /// Counts the direction of a vector; zero and non-finite vectors are ignored.
  package mutating func add(_ vector: Vector3<Double>) {
    guard let direction = vector.normalized else { return }
    let belt = Int(saturating: (direction.z + 1) / 2 * Double(Self.beltCount))
    let turn = Double.arcTangent(y: direction.y, x: direction.x) / (2 * .pi)
    let cell = Int(saturating: (turn < 0 ? turn + 1 : turn) * Double(Self.cellsPerBelt))
    counts[min(belt, Self.beltCount - 1) * Self.cellsPerBelt + min(cell, Self.cellsPerBelt - 1)] += 1
  }

  /// The share of cells with a direction, 0 to 1.
  package var share: Double { Double(counts.count { $0 > 0 }) / Double(counts.count) }
}
