import AttitudeSmoothing
import MotionSamples
import Rotations
import SensorCalibration

/// The reports of `cardan align` as JSON. Angles and rates are in degrees, times in s, lengths in m.
enum AlignDocument {
  /// A rotation w, x, y, z, and the nearest mounting in quarter turns.
  struct Turn: Encodable {
    var quaternion: [Double]
    var angle: Double
    var nearestAxes: String
    var nearestAxesDeviation: Double

    init(_ rotation: Rotation<Double>, _ nearest: (mapping: AxisMapping, deviation: Double)) {
      let turned = rotation.quaternion
      let sign = turned.w < 0 ? -1.0 : 1.0
      quaternion = [turned.w, turned.x, turned.y, turned.z].map { sign * $0 + 0 }
      angle = degrees(rotation.angle)
      nearestAxes = nearest.mapping.description
      nearestAxesDeviation = degrees(nearest.deviation)
    }
  }

  /// Two recordings of one motion.
  struct Relative: Encodable {
    var first: String
    var second: String
    var firstFromSecond: Turn
    var rotationSigma: [Double]
    var clockOffset: Double
    var clockOffsetSigma: Double
    var biasDifference: [Double]
    var rateRatio: Double
    var explained: Double
    var residual: Double
    var count: Int

    init(_ alignment: RelativeAlignment, first: String, second: String) {
      (self.first, self.second) = (first, second)
      firstFromSecond = Turn(alignment.firstFromSecond, alignment.nearestAxes)
      rotationSigma = list(alignment.rotationDeviation).map(degrees)
      (clockOffset, clockOffsetSigma) = (alignment.clockOffset, alignment.clockOffsetDeviation)
      biasDifference = list(alignment.biasDifference).map(degrees)
      (rateRatio, explained) = (alignment.rateRatio, alignment.explained)
      (residual, count) = (degrees(alignment.residual), alignment.count)
    }
  }

  /// The mounting of a sensor.
  struct Mounting: Encodable {
    var log: String
    var bodyFromSensor: Turn
    var largestResidual: Double

    init(_ mounting: SensorMounting, log: String) {
      self.log = log
      bodyFromSensor = Turn(mounting.bodyFromSensor, mounting.nearestAxes)
      largestResidual = degrees(mounting.largestResidual)
    }
  }

  /// Two joined bodies; the attitudes are in the output.
  struct Joint: Encodable {
    var first: String
    var second: String
    var output: String
    var firstArm, firstArmSigma, secondArm, secondArmSigma: [Double]
    var clockOffset: Double
    var clockOffsetSigma: Double
    var usesMagneticHeading: Bool
    var residual: Double
    var rows: Int
    var rowsWithoutHeading: Int

    init(_ alignment: JointAlignment, logs: [String], output: String, rows: Int, rowsWithoutHeading: Int) {
      (first, second, self.output) = (logs[0], logs[1], output)
      (firstArm, firstArmSigma) = (list(alignment.firstArm), list(alignment.firstArmDeviation))
      (secondArm, secondArmSigma) = (list(alignment.secondArm), list(alignment.secondArmDeviation))
      (clockOffset, clockOffsetSigma) = (alignment.clockOffset, alignment.clockOffsetDeviation)
      (usesMagneticHeading, residual) = (alignment.usesMagneticHeading, alignment.residual)
      (self.rows, self.rowsWithoutHeading) = (rows, rowsWithoutHeading)
    }
  }

  private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
  private static func list(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
}
