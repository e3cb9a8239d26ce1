import Rotations

/// The calibration of one three-axis sensor: calibrated = matrix · (raw − bias).
///
/// The matrix holds scale and misalignment of a gyroscope or an accelerometer, or the soft iron of a magnetometer. The
/// bias, in the unit of the raw reading, is a zero offset or the hard iron.
///
/// Magnetometer calibrations are published in two forms, S · (m − h) and S · m − h, whose hard irons differ by the
/// factor S. This type stores the first. `init(softIron:hardIronAfterSoftIron:)` takes the second and
/// `hardIronAfterSoftIron` returns it. Mistaking one for the other leaves an error of (S − 1) · h.
///
/// Sources: D. Tedaldi, A. Pretto, E. Menegatti, "A robust and easy to implement method for IMU calibration without
/// external equipments", ICRA 2014, section III; V. Renaudin, M. H. Afzal, G. Lachapelle, "Complete triaxis
/// magnetometer calibration in the magnetic domain", Journal of Sensors 2010, section 2.
@frozen
public struct SensorModel<Scalar: RealLanes>: VisitableState, Sendable {
  /// The matrix applied after the bias is subtracted. Default: the identity.
  public var matrix: Matrix3<Scalar>
  /// The reading for zero input, in the unit of the raw reading. Default: zero.
  public var bias: Vector3<Scalar>

  /// A calibration from its matrix and bias: matrix · (raw − bias).
  @export(implementation)
  public init(matrix: Matrix3<Scalar> = .identity, bias: Vector3<Scalar> = .zero) {
    self.matrix = matrix
    self.bias = bias
  }

  /// A calibration from scale and misalignment: misalignment · diag(scale) · (raw − bias).
  ///
  /// Tedaldi et al. call the two T and K, and their b is −bias.
  @export(implementation)
  public init(misalignment: Matrix3<Scalar> = .identity, scale: Vector3<Scalar>, bias: Vector3<Scalar> = .zero) {
    self.init(matrix: misalignment * Matrix3(diagonal: scale), bias: bias)
  }

  /// A magnetometer calibration in the form S · (m − h).
  @export(implementation)
  public init(softIron: Matrix3<Scalar>, hardIron: Vector3<Scalar>) {
    self.init(matrix: softIron, bias: hardIron)
  }

  /// A perfect sensor: calibrated = raw.
  @export(implementation) public static var identity: Self { Self() }

  /// The hard iron of the form S · m − h, in calibrated axes and unit; `bias` is that of the form S · (m − h).
  @export(implementation) public var hardIronAfterSoftIron: Vector3<Scalar> { matrix * bias }

  /// The calibrated reading; absent readings stay absent.
  @export(implementation) @inline(__always)
  public func apply(to reading: Vector3<Scalar>) -> Vector3<Scalar> { matrix * (reading - bias) }

  @export(implementation) @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&matrix, with: other.matrix)
    visitor.visit(&bias, with: other.bias)
  }
}

extension SensorModel: Equatable where Scalar: Equatable {}

extension SensorModel where Scalar: LaneElement {
  /// A magnetometer calibration in the form S · m − h; nil if S is singular.
  @export(implementation)
  public init?(softIron: Matrix3<Scalar>, hardIronAfterSoftIron: Vector3<Scalar>) {
    guard let inverse = softIron.inverse else { return nil }
    self.init(matrix: softIron, bias: inverse * hardIronAfterSoftIron)
  }

  /// The calibration equivalent to this one followed by `next`; nil if the matrix of this one is singular.
  @export(implementation)
  public func followed(by next: Self) -> Self? {
    // N (M (r − b) − c) = N M (r − (b + M⁻¹ c)).
    guard let inverse = matrix.inverse else { return nil }
    return Self(matrix: next.matrix * matrix, bias: bias + inverse * next.bias)
  }
}
