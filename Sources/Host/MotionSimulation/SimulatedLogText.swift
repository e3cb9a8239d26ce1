import MotionSamples
import Rotations

/// Simulated rows as CSV: units in the header, fixed decimals, `nan` for absent readings.
///
/// Numbers are rounded to decimals far above the rounding errors of the simulation, in integer arithmetic, so a scenario gives
/// the same bytes on every platform.
public enum SimulatedLogText {
  /// The header line with its line feed. The quaternion turns body coordinates into ENU.
  ///
  /// - Parameter aiding: Receivers that add columns: the velocity over ground in ENU, the speed along body x.
  public static func header(aiding: SimulatedAiding = SimulatedAiding()) -> String {
    "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z,"
      + (aiding.receiver == nil ? "" : "vel_e [m/s],vel_n,vel_u,")
      + (aiding.odometer == nil ? "" : "speed [m/s],") + "q_w,q_x,q_y,q_z\n"
  }

  /// Appends the UTF-8 text of a row with its line feed.
  ///
  /// Decimals: 6 for seconds and rad/s, 5 for m/s², 3 for µT and m/s, 8 for the quaternion.
  ///
  /// - Parameter aiding: The receivers of the header.
  public static func append(
    _ sample: SimulatedSample, aiding: SimulatedAiding = SimulatedAiding(), to text: inout [UInt8]
  ) {
    append(Double(sample.timestamp) * 1e-9, decimals: 6, to: &text)
    append(sample.angularRate, decimals: 6, to: &text)
    append(sample.specificForce, decimals: 5, to: &text)
    append(sample.magneticField, decimals: 3, to: &text)
    if aiding.receiver != nil { append(sample.velocityOverGround, decimals: 3, to: &text) }
    if aiding.odometer != nil {
      text.append(UInt8(ascii: ","))
      append(sample.forwardSpeed, decimals: 3, to: &text)
    }
    let quaternion = sample.trueENUFromBody.quaternion
    for part in [quaternion.w, quaternion.x, quaternion.y, quaternion.z] {
      text.append(UInt8(ascii: ","))
      append(part, decimals: 8, to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  private static func append(_ vector: Vector3<Double>, decimals: Int, to text: inout [UInt8]) {
    for axis in 0..<3 {
      text.append(UInt8(ascii: ","))
      append(vector[axis], decimals: decimals, to: &text)
    }
  }

  /// A whole recording as UTF-8 text, header first.
  public static func text(of recording: SimulatedRecording) -> [UInt8] {
    var text = Array(header(aiding: recording.aiding).utf8)
    text.reserveCapacity(text.count + recording.rowCount * 150)
    for sample in recording { append(sample, aiding: recording.aiding, to: &text) }
    return text
  }

  /// Appends a number with `decimals` decimals, at least one, ties to even; `nan` for values that are not finite or need more
  /// than 18 digits.
  static func append(_ value: Double, decimals: Int, to text: inout [UInt8]) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10.0 }
    let scaled = (value * scale).rounded(.toNearestOrEven)
    guard scaled.magnitude < 1e18 else {
      text.append(contentsOf: "nan".utf8)
      return
    }
    if scaled < 0 { text.append(UInt8(ascii: "-")) }
    // Digits from the last to the first, with at least one before the point.
    let start = text.count
    var digits = UInt64(saturating: scaled.magnitude)
    var count = 0
    repeat {
      if count == decimals { text.append(UInt8(ascii: ".")) }
      text.append(UInt8(ascii: "0") + UInt8(digits % 10))
      digits /= 10
      count += 1
    } while digits > 0 || count <= decimals
    var (low, high) = (start, text.count - 1)
    while low < high {
      text.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
