import LogTables
import Rotations

/// A sensor that turns in its mount within a log, from gravity and the field before and after; in constant memory.
///
/// Over 3 s the specific force, carried along by the gyroscope, averages to gravity, and the magnetometer to the field of the Earth.
/// Both keep their directions in axes that do not turn, unless those of the sensor change. The two windows beside each one are compared,
/// wherever in it the change is.
struct MountingChange: Sendable {
  /// The length of a window, s.
  private static let length = 3.0
  /// The largest distance of a mean force from gravity, relative to it.
  private static let gravityShare = 0.12
  /// The largest relative change of the field's strength, and of the sine of its dip, if a sensor turns about the vertical.
  private static let fieldShare = 0.05

  /// The means of a window, in the axes of the body at the start of the newest.
  private struct Window: Sendable {
    var force: Vector3<Double>
    var field: Vector3<Double>?
    var start: Int64
  }

  /// The largest turn between windows, and the largest at another time.
  struct Turn: Sendable {
    /// The angle in rad.
    fileprivate(set) var angle = 0.0
    /// The largest angle elsewhere in the log.
    fileprivate(set) var next = 0.0
    /// The timestamp of the window in which it is, ns.
    fileprivate(set) var start: Int64 = 0
    // The windows in which it is the largest, and in which it began: those beside a turn see a part of it.
    fileprivate var place = 0
    fileprivate var origin = 0

    /// The number of turns that were compared.
    fileprivate(set) var count = 0

    fileprivate mutating func add(_ angle: Double, at place: Int, _ start: Int64) {
      count += 1
      let isNear = place - self.place <= 2
      if angle > self.angle {
        if !isNear || place - origin > 2 {
          next = max(next, self.angle)
          origin = place
        }
        (self.angle, self.place, self.start) = (angle, place, start)
      } else if !isNear {
        next = max(next, angle)
      }
    }
  }

  /// The turns of gravity, and of a field whose strength and dip do not change.
  private(set) var ofGravity = Turn()
  private(set) var ofField = Turn()
  private var windowCount = 0

  private var before: [Window] = []
  private var startFromBody = Rotation<Double>.identity
  private var force = (sum: Vector3<Double>.zero, count: 0.0)
  private var field = (sum: Vector3<Double>.zero, count: 0.0)
  private var elapsed = 0.0
  private var start: Int64?

  /// Begins again with the next row, after rows that do not count.
  mutating func restart() {
    before.removeAll()
    beginWindow()
  }

  private mutating func beginWindow() {
    (force, field, elapsed, start) = ((.zero, 0), (.zero, 0), 0, nil)
    startFromBody = .identity
  }

  /// Adds a row: the rate in rad/s, the readings, the seconds since the row before, and the timestamp in ns.
  mutating func add(
    angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>, interval: Double,
    at timestamp: Int64
  ) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5 else { return restart() }
    start = start ?? timestamp
    startFromBody = startFromBody * Rotation(rotationVector: angularRate * interval)
    if specificForce.isFiniteInLane {
      force = (force.sum + startFromBody.rotate(specificForce), force.count + 1)
    }
    if magneticField.isFiniteInLane {
      field = (field.sum + startFromBody.rotate(magneticField), field.count + 1)
    }
    elapsed += interval
    if elapsed >= Self.length { finishWindow() }
  }

  private mutating func finishWindow() {
    guard force.count > 0, let start else { return restart() }
    let window = Window(
      force: force.sum / force.count, field: field.count > 0 ? field.sum / field.count : nil, start: start)
    windowCount += 1
    if before.count == 2 { compare(before[0], window, middle: before[1].start) }
    before.append(window)
    if before.count == 3 { before.removeFirst() }
    let endFromStart = startFromBody.renormalized.inverse
    for index in before.indices {
      before[index].force = endFromStart.rotate(before[index].force)
      before[index].field = before[index].field.map { endFromStart.rotate($0) }
    }
    beginWindow()
  }

  private mutating func compare(_ first: Window, _ second: Window, middle: Int64) {
    let isGravity = [first.force, second.force].allSatisfy { abs($0.length / 9.81 - 1) < Self.gravityShare }
    guard isGravity else { return }
    ofGravity.add(Self.angle(first.force, second.force), at: windowCount, middle)
    guard let old = first.field, let new = second.field else { return }
    let sines = [(first.force, old), (second.force, new)].map { $0.dot($1) / ($0.length * $1.length) }
    let isSameField =
      abs(new.length / old.length - 1) < Self.fieldShare && abs(sines[1] - sines[0]) < Self.fieldShare
    if isSameField { ofField.add(Self.angle(old, new), at: windowCount, middle) }
  }

  private static func angle(_ first: Vector3<Double>, _ second: Vector3<Double>) -> Double {
    .arcTangent(y: first.cross(second).length, x: first.dot(second))
  }
}
