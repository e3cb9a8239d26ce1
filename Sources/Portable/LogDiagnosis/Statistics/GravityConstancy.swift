import LogTables
import Rotations

/// The axes of the gyroscope in those of the accelerometer, and its unit, from the constancy of gravity; in constant memory.
///
/// Over a window the specific force, turned back by the gyroscope to the start of the window, averages to gravity: an acceleration
/// averages to the change of velocity over the time. So the mean has the length of gravity in every window where axes and unit are
/// right, also on a carrier that accelerates more than it turns. A half sums products of the rotation and the force, which give the mean for every assignment of axes: for a turn B, R(B ω) f = B R(ω) Bᵀ f; a mirrored
/// assignment -B is B with the rate reversed.
package struct GravityConstancy: Sendable {
  /// The length of half a window in s: long against accelerations, short against the drift by a gyroscope's bias.
  private static let half = 3.0
  /// The fewest windows of a fit; each begins with the second half of the one before.
  private static let fewestWindows = 8
  /// The factors of the rate: as it is, reversed, and in degrees.
  private static let factors = [1, -1, Double.pi / 180]

  /// A rate with a factor over half a window: the rotation since its start, and for each axis of the force the sum of its component
  /// times the rotation matrix, over time.
  private struct Turning: Sendable {
    var startFromBody = Rotation<Double>.identity
    var sums = [Matrix3<Double>](repeating: .zero, count: 3)

    /// The mean of the force turned by the transpose of a turn, and back by the rotation, times the time.
    func sum(turn: Matrix3<Double>) -> Vector3<Double> {
      (0..<3).reduce(.zero) { $0 + sums[$1] * (turn * GravityConstancy.units[$1]) }
    }

    /// The sums of the half that follows, turned back to the start of this one, and added to its own.
    func adding(_ next: Turning) -> Turning {
      let matrix = startFromBody.matrix
      var result = self
      for axis in 0..<3 { result.sums[axis] += matrix * next.sums[axis] }
      return result
    }
  }

  private static let units: [Vector3<Double>] = [.unitX, .unitY, .unitZ]

  /// The lengths of the means with one assignment.
  private struct Lengths: Sendable {
    var sum = 0.0
    var squares = 0.0

    /// The root mean square distance from gravity, relative to it; the accelerometer may have a scale that is wrong by a tenth.
    func spread(of count: Double) -> Double {
      let mean = sum / count
      let gravity = min(max(mean, 0.9 * 9.80665), 1.1 * 9.80665)
      return max(0, squares / count - 2 * gravity * mean + gravity * gravity).squareRoot() / gravity
    }
  }

  /// All assignments, each as the index of a factor and the turn of the force.
  private static let readings: [(factor: Int, turn: Matrix3<Double>)] =
    AxisAssignment.all.map { $0.isMirrored ? (1, $0.reversed.matrix.transpose) : (0, $0.matrix.transpose) }
    + [(2, .identity)]

  private var turnings = [Turning](repeating: Turning(), count: Self.factors.count)
  private var lengths = [Lengths](repeating: Lengths(), count: Self.readings.count)
  /// The half before, with the time of its readings of the force in s; nil after a gap.
  private var before: (turnings: [Turning], forceTime: Double)?
  private var elapsed = 0.0
  /// The part of it in which the force was read, in s.
  private var forceTime = 0.0
  private var windowCount = 0

  /// An estimate before its first row.
  init() {}

  /// Begins a window with the next row, after rows that do not count.
  mutating func restart() {
    before = nil
    beginHalf()
  }

  private mutating func beginHalf() {
    (elapsed, forceTime) = (0, 0)
    for index in turnings.indices { turnings[index] = Turning() }
  }

  /// Adds a row: the rate in rad/s, the specific force in m/s², and the seconds since the row before.
  mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5 else { return restart() }
    let hasForce = specificForce.isFiniteInLane
    for index in turnings.indices {
      let turn = Rotation(rotationVector: angularRate * (Self.factors[index] * interval))
      turnings[index].startFromBody = (turnings[index].startFromBody * turn).renormalized
      guard hasForce else { continue }
      let matrix = turnings[index].startFromBody.matrix
      for axis in 0..<3 { turnings[index].sums[axis] += matrix * (specificForce[axis] * interval) }
    }
    elapsed += interval
    if hasForce { forceTime += interval }
    if elapsed >= Self.half { finishHalf() }
  }

  private mutating func finishHalf() {
    guard forceTime > 0 else { return restart() }
    if let before {
      let windows = zip(before.turnings, turnings).map { $0.adding($1) }
      let time = before.forceTime + forceTime
      for (index, reading) in Self.readings.enumerated() {
        let length = windows[reading.factor].sum(turn: reading.turn).length / time
        lengths[index].sum += length
        lengths[index].squares += length * length
      }
      windowCount += 1
    }
    before = (turnings, forceTime)
    beginHalf()
  }

  /// How constant gravity is with the assignments of the gyroscope's axes to those of the accelerometer.
  package struct Fit: Sendable {
    /// The relative spread of gravity with the best assignment.
    package var spread: Double
    /// The same for equal axes.
    package var identitySpread: Double
    /// The same for equal axes and a rate that is in deg/s, read as rad/s.
    package var spreadInDegrees: Double
    /// The assignments that are hardly worse than the best, the best first: little rotation leaves others open.
    package var candidates: [AxisAssignment]
    /// The spread of each assignment, in the order of `AxisAssignment.all`.
    fileprivate var spreads: [Double]

    /// The spread with an assignment.
    package func spread(of assignment: AxisAssignment) -> Double {
      AxisAssignment.all.firstIndex { $0.hasAxes(of: assignment) }.map { spreads[$0] } ?? .nan
    }
  }

  /// The fit over the log; nil for a log of less than half a minute.
  package var fit: Fit? {
    guard windowCount >= Self.fewestWindows else { return nil }
    let spreads = lengths.map { $0.spread(of: Double(windowCount)) }
    let assignments = AxisAssignment.all.indices
    guard let best = assignments.min(by: { spreads[$0] < spreads[$1] }), spreads[best].isFinite else { return nil }
    let near = spreads.ascendingIndices.filter {
      $0 < assignments.count && spreads[$0] < 1.25 * spreads[best] + 0.002
    }
    return Fit(
      spread: spreads[best], identitySpread: spreads[0], spreadInDegrees: spreads[assignments.count],
      candidates: near.map { AxisAssignment.all[$0] }, spreads: spreads)
  }
}
