import OfflineEstimation

/// The units in which the noise of a sensor is usually told, by what a coefficient in SI units is to be multiplied with.
struct NoiseUnits {
  /// The unit of a process and its factor.
  struct Unit {
    var name: String
    var factor: Double
  }

  /// White noise.
  var whiteNoise: Unit
  /// Bias instability and deviations.
  var bias: Unit
  /// Random walk of the bias.
  var randomWalk: Unit
  /// Quantisation of the integral.
  var quantization: Unit
  /// Drift.
  var ramp: Unit

  /// rad/s: data sheets speak of degrees and hours.
  static let gyroscope = {
    let degree = 180 / Double.pi
    return NoiseUnits(
      whiteNoise: Unit(name: "deg/√h", factor: degree * 60), bias: Unit(name: "deg/h", factor: degree * 3600),
      randomWalk: Unit(name: "deg/h/√h", factor: degree * 3600 * 60), quantization: Unit(name: "deg", factor: degree),
      ramp: Unit(name: "deg/h/h", factor: degree * 3600 * 3600))
  }()

  /// m/s²: data sheets speak of millionths of standard gravity.
  static let accelerometer = {
    let microgravity = 1 / 9.80665e-6
    return NoiseUnits(
      whiteNoise: Unit(name: "µg/√Hz", factor: microgravity), bias: Unit(name: "µg", factor: microgravity),
      randomWalk: Unit(name: "µg/√h", factor: microgravity * 60), quantization: Unit(name: "mm/s", factor: 1e3),
      ramp: Unit(name: "µg/h", factor: microgravity * 3600))
  }()

  /// µT.
  static let magnetometer = NoiseUnits(
    whiteNoise: Unit(name: "nT/√Hz", factor: 1e3), bias: Unit(name: "nT", factor: 1e3),
    randomWalk: Unit(name: "nT/√h", factor: 60e3), quantization: Unit(name: "nT s", factor: 1e3),
    ramp: Unit(name: "nT/h", factor: 3600e3))

  /// The processes in the order of the report, with their names.
  var columns: [(process: NoiseProcess, title: String, unit: Unit)] {
    [
      (.whiteNoise, "white noise", whiteNoise), (.biasInstability, "bias instability", bias),
      (.randomWalk, "random walk", randomWalk), (.wanderingBias, "wandering bias", bias),
      (.quantization, "quantisation", quantization), (.ramp, "drift", ramp),
    ]
  }
}
