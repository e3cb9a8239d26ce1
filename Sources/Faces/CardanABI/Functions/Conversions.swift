import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

extension ReferenceFrame {
  /// The frame for a C value; `fallback` for the default, nil for an unknown value.
  init?(_ frame: cardan_frame, else fallback: ReferenceFrame) {
    switch frame {
    case CARDAN_FRAME_DEFAULT: self = fallback
    case CARDAN_FRAME_ENU: self = .enu
    case CARDAN_FRAME_NED: self = .ned
    case CARDAN_FRAME_NWU: self = .nwu
    case CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL: self = .xArbitraryZVertical
    case CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL: self = .xArbitraryCorrectedZVertical
    case CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL: self = .xMagneticNorthZVertical
    case CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL: self = .xTrueNorthZVertical
    default: return nil
    }
  }
}

extension AxisMapping {
  /// Three signed axis numbers, or three zeros for the identity; nil for an invalid mounting.
  public init?(_ axes: (Int32, Int32, Int32)) {
    if axes == (0, 0, 0) {
      self = .identity
      return
    }
    guard let x = SignedAxis(axes.0), let y = SignedAxis(axes.1), let z = SignedAxis(axes.2) else { return nil }
    do throws(AxisMappingError) {
      self = try AxisMapping(x: x, y: y, z: z)
    } catch {
      return nil
    }
  }
}

extension SignedAxis {
  /// The axis for 1, 2, 3 (x, y, z); a negative number gives the opposite direction.
  public init?(_ number: Int32) {
    switch number {
    case 1: self = .x
    case 2: self = .y
    case 3: self = .z
    case -1: self = -.x
    case -2: self = -.y
    case -3: self = -.z
    default: return nil
    }
  }
}

extension DeviceCalibration<Real> {
  /// The calibration from C; nil if a matrix is singular or a number is not finite.
  init?(_ calibration: cardan_calibration) {
    guard let gyroscope = SensorModel(calibration.gyroscope),
      let accelerometer = SensorModel(calibration.accelerometer),
      let magnetometer = SensorModel(calibration.magnetometer)
    else { return nil }
    self.init(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
  }
}

extension SensorModel<Real> {
  fileprivate init?(_ model: cardan_sensor_model) {
    let (m, b) = (model.matrix, model.bias)
    let matrix = Matrix3(
      rows: Vector3(x: Real(m.0), y: Real(m.1), z: Real(m.2)), Vector3(x: Real(m.3), y: Real(m.4), z: Real(m.5)),
      Vector3(x: Real(m.6), y: Real(m.7), z: Real(m.8)))
    let bias = Vector3(x: Real(b.0), y: Real(b.1), z: Real(b.2))
    guard matrix.row0.isFiniteInLane, matrix.row1.isFiniteInLane, matrix.row2.isFiniteInLane, bias.isFiniteInLane,
      matrix.inverse != nil
    else { return nil }
    self.init(matrix: matrix, bias: bias)
  }
}

extension Vector3<Real> {
  /// Three numbers from the caller; absent for a null pointer.
  @inline(__always)
  init<Number: LaneElement>(_ numbers: UnsafePointer<Number>?) {
    guard let numbers else {
      self = .absent
      return
    }
    self.init(x: Real(numbers[0]), y: Real(numbers[1]), z: Real(numbers[2]))
  }

  /// The three numbers for a C struct.
  @inline(__always)
  var numbers: (Double, Double, Double) { (Double(x), Double(y), Double(z)) }

  /// Writes the three numbers to the caller's memory.
  @inline(__always)
  func store(to numbers: UnsafeMutablePointer<Double>) {
    (numbers[0], numbers[1], numbers[2]) = self.numbers
  }
}

extension Rotation<Real> {
  /// w, x, y, z for a C struct.
  @inline(__always)
  var numbers: (Double, Double, Double, Double) {
    (Double(quaternion.w), Double(quaternion.x), Double(quaternion.y), Double(quaternion.z))
  }
}

extension Rotation<Double> {
  /// Writes w, x, y, z to the caller's memory.
  func store(to numbers: UnsafeMutablePointer<Double>) {
    (numbers[0], numbers[1], numbers[2], numbers[3]) = (quaternion.w, quaternion.x, quaternion.y, quaternion.z)
  }

  /// Writes the matrix row by row to the caller's memory.
  func storeMatrix(to numbers: UnsafeMutablePointer<Double>) {
    let matrix = matrix
    for row in 0..<3 {
      for column in 0..<3 { numbers[3 * row + column] = matrix[row, column] }
    }
  }
}
