import LogTables
import Rotations

/// The model of gyroscope and magnetometer over a log: rotation and delay between them, the iron around the magnetometer, and gain and
/// bias of the gyroscope, from the rotation of the field; in constant memory.
///
/// In axes that do not turn the field is constant. In those of the body a reading m has the parts φ × m of a small rotation, τ ω × m
/// of a delay, the offset h of hard iron, and S m of soft iron with a symmetric matrix S without trace. All unknowns are linear and
/// solved together with the bias of the gyroscope, so that none is mistaken for another, and rotation about few axes is enough. Its
/// gain, a drift and a step of the bias are solved for only to see whether they explain what the others leave.
package struct FieldAgreement: Sendable {
  private static let width = 13
  private static let unknowns = width - 1 + RateErrors.count + 3
  /// The places of the unknowns.
  private static let usual = Array(0..<15)
  private static let bias = 12..<15
  private static let gain = 15..<21
  private static let slope = 21..<24
  private static let slow = 3.0
  private static let fast = [0.1]
  /// The seconds between rows of the regression, and the rows of a stretch of 2 s.
  private static let spacing = 0.04
  private static let rowsPerBlock = 50

  private var readings = TurningReading()
  private var band = InertialBand(slow: Self.slow, fast: Self.fast, width: Self.width, errors: RateErrors.count)
  private var regression = BlockRegression(unknowns: Self.unknowns, rowsPerBlock: Self.rowsPerBlock)
  /// The reading, and the effects of angle, delay, offset and shape.
  private var vectors = [Vector3<Double>](repeating: .zero, count: Self.width)
  private var sinceLast = 0.0
  private var time = 0.0

  /// An estimate before its first row.
  package init() {}

  /// Begins again with the next row, after rows that do not count.
  mutating func restart() {
    readings.restart()
    band.restart()
  }

  /// Adds a row: the rate in rad/s, the field in µT (NaN without a reading), and the seconds since the row before.
  package mutating func add(angularRate: Vector3<Double>, magneticField: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5, readings.silence < 0.5 else { return restart() }
    time += interval
    guard let step = readings.add(angularRate: angularRate, reading: magneticField, interval: interval) else { return }
    let field = step.reading
    _ = band.turn(step.bodyFromBefore, reading: field, interval: step.interval)
    vectors[0] = field
    vectors[4] = step.rate.cross(field)
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = 1
      vectors[1 + axis] = unit.cross(field)
      vectors[5 + axis] = unit
    }
    for (place, effect) in SymmetricEffects.ofTraceless(field).enumerated() { vectors[8 + place] = effect }
    band.add(vectors, errors: RateErrors.effects(on: step.rate), interval: step.interval)
    sinceLast += step.interval
    guard sinceLast >= Self.spacing else { return }
    sinceLast = 0
    var row = band.output(0)
    for axis in 0..<3 { row.append(row[Self.width + axis] * time) }
    regression.add(row)
  }

  /// What the rotation of the field shows.
  package struct Estimate: Sendable {
    /// The angle φ in rad, which turns vectors of the gyroscope's axes into those of the magnetometer.
    package var angle: Vector3<Double>
    /// The largest standard deviation of a component, rad.
    package var angleDeviation: Double
    /// The delay of the magnetometer, s, positive if it reads after the gyroscope.
    package var delay: Double
    /// Its standard deviation, s.
    package var delayDeviation: Double
    /// The offset by hard iron, µT.
    package var offset: Vector3<Double>
    /// The largest standard deviation of a component, µT.
    package var offsetDeviation: Double
    /// The entries xx, yy, xy, xz and yz of the matrix S of the soft iron, whose trace is zero.
    package var shape: [Double]
    /// The largest standard deviation of an entry.
    package var shapeDeviation: Double
    /// The parts of the squared residuals that only angle and delay explain, 0 to 1.
    package var explained: (angle: Double, delay: Double)

    /// The matrix S of the soft iron.
    package var softIron: Matrix3<Double> { SymmetricEffects.tracelessMatrix(shape) }

    /// The relative change of the strength by the soft iron, root mean square over all directions.
    package var distortion: Double {
      let matrix = softIron
      let squares = (0..<9).reduce(0) { $0 + matrix[$1 / 3, $1 % 3] * matrix[$1 / 3, $1 % 3] }
      return (2 / 15 * squares).squareRoot()
    }
    /// Its standard deviation.
    package var distortionDeviation: Double { (2.0 / 15).squareRoot() * shapeDeviation }
  }

  /// The estimate; nil for less than 20 s.
  package var estimate: Estimate? {
    guard let solution = regression.solution(Self.usual) else { return nil }
    func explained(_ places: Range<Int>) -> Double {
      1 - 1 / max(1, regression.remainder(Self.usual.filter { !places.contains($0) }, of: solution))
    }
    let (angle, offset) = (solution.vector(from: 0), solution.vector(from: 4))
    return Estimate(
      angle: angle.value, angleDeviation: angle.deviation,
      delay: solution.values[3], delayDeviation: solution.standardDeviations[3],
      offset: offset.value, offsetDeviation: offset.deviation,
      shape: (7..<12).map { solution.values[$0] },
      shapeDeviation: max(solution.vector(from: 7).deviation, solution.vector(from: 9).deviation),
      explained: (explained(0..<3), explained(3..<4)))
  }

  /// The gain of the gyroscope that the field shows; nil for less than 20 s.
  package var gyroscopeGain: GainEstimate? {
    regression.gain(Self.gain, beside: Self.usual) { SymmetricEffects.matrix($0) }
  }

  /// The step of the bias that the field shows; nil for less than 20 s.
  package var biasStep: BiasStep? { BiasStep(regression, Self.usual, bias: Self.bias, drift: Self.slope) }
}
