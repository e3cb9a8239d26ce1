import FileAccess
import Geomagnetism
import LogTables
import MotionSamples
import Rotations

/// The decoder of one topic: a rule with its fields found in the layout of the messages.
final class MessageDecoder {
  /// A stream with its fields. Without references, which would be counted for each message.
  private struct Stream {
    var kind: StreamKinds
    var content: Content
    /// Its own times in `times`.
    var times: Range<Int>
    var relativeTime: Int?
    var absence: Int?
    var lastTimestamp: Int64?
  }

  /// A timestamp: a field and its unit in ns, and a field of ns.
  private struct Time {
    var field: Int
    var nanoseconds: Int64
    var rest: Int?
  }

  private enum Content {
    case vector(Int, Int, Int, factor: Double)
    case increment(Int, Int, Int, duration: Int)
    case samples(Int, Int, Int, length: Int, count: Int, factor: Int, interval: Int)
    case temperature(Int)
    case motorLoad(Int)
    case quaternion(Int, Int, Int, Int)
    case euler(Int, Int, Int, factor: Double)
    case fix
  }

  /// The streams that the messages have.
  let kinds: StreamKinds
  private let axes: StreamSchema.Axes
  /// The times of the messages, then those of streams.
  @exclusivity(unchecked) private var times: [Time]
  private let messageTimes: Range<Int>
  @exclusivity(unchecked) private var streams: [Stream] = []
  /// The fields of a fix by the number of the part.
  @exclusivity(unchecked) private var fixParts: [(field: Int, factor: Double)?] = []

  /// The relative time that stands for no reading.
  private static let noReading = 2_147_483_647.0

  /// A decoder for the streams of `wanted` that the messages have; nil if they have none, or no time. `field` finds the index of
  /// a field by its name.
  init?(_ rule: MessageRule, axes: StreamSchema.Axes, wanted: StreamKinds, field: (String) -> Int?) {
    func times(_ fields: [MessageRule.TimeField]) -> [Time] {
      fields.compactMap { time in
        field(time.name).map { Time(field: $0, nanoseconds: time.nanoseconds, rest: time.rest.flatMap(field)) }
      }
    }
    self.axes = axes
    self.times = times(rule.time)
    messageTimes = self.times.indices
    var kinds: StreamKinds = []
    for stream in rule.streams where wanted.contains(stream.kind) {
      guard let content = Self.resolve(stream, field) else { continue }
      if case .fix(let parts) = stream.content { fixParts = Self.resolve(parts, field) }
      let first = self.times.count
      self.times += times(stream.time)
      streams.append(
        Stream(
          kind: stream.kind, content: content, times: first..<self.times.count,
          relativeTime: stream.relativeTime.flatMap(field), absence: stream.absence.flatMap(field)))
      kinds.formUnion(stream.kind)
    }
    self.kinds = kinds
    if messageTimes.isEmpty || streams.isEmpty { return nil }
  }

  private static func resolve(_ stream: MessageRule.Stream, _ field: (String) -> Int?) -> Content? {
    func all(_ names: [String]) -> [Int]? {
      let found = names.compactMap(field)
      return found.count == names.count ? found : nil
    }
    switch stream.content {
    case .vector(let names):
      let factor = stream.kind.quantity?.factor(ofUnit: stream.unit) ?? 1
      return all(names).map { .vector($0[0], $0[1], $0[2], factor: factor) }
    case .increment(let names, let duration):
      return all(names + [duration]).map { .increment($0[0], $0[1], $0[2], duration: $0[3]) }
    case .samples(let names, let count, let factor, let interval):
      guard let fields = all(names.map { "\($0)[0]" } + [count, factor, interval]) else { return nil }
      var length = 0
      while names.allSatisfy({ field("\($0)[\(length)]") != nil }), length < 1024 { length += 1 }
      return .samples(
        fields[0], fields[1], fields[2], length: length, count: fields[3], factor: fields[4], interval: fields[5])
    case .temperature(let name): return field(name).map { .temperature($0) }
    case .motorLoad(let names): return names.compactMap(field).first.map { .motorLoad($0) }
    case .quaternion(let names): return all(names).map { .quaternion($0[0], $0[1], $0[2], $0[3]) }
    case .euler(let names, let factor): return all(names).map { .euler($0[0], $0[1], $0[2], factor: factor) }
    case .fix(let parts):
      let found = resolve(parts, field)
      let isPlace = found[MessageRule.FixPart.latitude.rawValue] != nil
      return isPlace && found[MessageRule.FixPart.longitude.rawValue] != nil ? .fix : nil
    }
  }

  /// The fields of a fix by the number of the part; of several candidates, the first that the messages have.
  private static func resolve(
    _ parts: [(MessageRule.FixPart, MessageRule.ScaledField)], _ field: (String) -> Int?
  ) -> [(field: Int, factor: Double)?] {
    var found = [(field: Int, factor: Double)?](repeating: nil, count: MessageRule.FixPart.allCases.count)
    for (part, candidate) in parts where found[part.rawValue] == nil {
      found[part.rawValue] = field(candidate.name).map { ($0, candidate.factor) }
    }
    return found
  }

  /// Appends the readings of a message. False for a message without a time.
  func decode<Message: NumberedMessage>(_ message: Message, into events: inout [SensorEvent]) -> Bool {
    guard let sent = timestamp(of: message) else { return false }
    for index in streams.indices {
      let stream = streams[index]
      if let absence = stream.absence, message.number(absence) == -1 { continue }
      var timestamp = stream.times.isEmpty ? sent : timestamp(stream.times, message) ?? sent
      if let relative = stream.relativeTime {
        let offset = message.number(relative)
        guard offset != Self.noReading, abs(offset) < 1e12 else { continue }
        timestamp = sent &+ Int64(saturating: offset) &* 1000
        if timestamp == stream.lastTimestamp { continue }
        streams[index].lastTimestamp = timestamp
      }
      append(stream, at: timestamp, message, into: &events)
    }
    return true
  }

  /// The time of a message in ns; nil for one without.
  @inline(__always)
  func timestamp<Message: NumberedMessage>(of message: Message) -> Int64? { timestamp(messageTimes, message) }

  /// The first time above zero, in ns; zero if the recorder's own time, the last of several, is zero.
  private func timestamp<Message: NumberedMessage>(_ range: Range<Int>, _ message: Message) -> Int64? {
    for index in range {
      let time = times[index]
      let value = message.number(time.field)
      let rest = if let field = time.rest { message.number(field) } else { 0.0 }
      guard value > 0 || (value == 0 && rest > 0), value * Double(time.nanoseconds) < 9.2e18, rest >= 0, rest < 5e9
      else { continue }
      let whole = Int64(saturating: value)
      let fraction = value - Double(whole)
      let part = fraction == 0 ? 0 : Int64(saturating: (fraction * Double(time.nanoseconds)).rounded())
      return whole * time.nanoseconds + part + Int64(saturating: rest)
    }
    guard range.count > 1, message.number(times[range.upperBound - 1].field) == 0 else { return nil }
    return 0
  }

  @inline(__always)
  private func append<Message: NumberedMessage>(
    _ stream: Stream, at timestamp: Int64, _ message: Message, into events: inout [SensorEvent]
  ) {
    @inline(__always) func number(_ field: Int) -> Double { message.number(field) }
    func add(_ content: SensorEvent.Content) { events.append(SensorEvent(timestamp: timestamp, content: content)) }
    switch stream.content {
    case .vector(let x, let y, let z, let factor):
      let vector = body(number(x) * factor, number(y) * factor, number(z) * factor)
      add(.reading(stream.kind.sensor, vector))
    case .increment(let x, let y, let z, let duration):
      let seconds = number(duration) * 1e-6
      guard seconds > 0 else { return }
      add(.reading(stream.kind.sensor, body(number(x) / seconds, number(y) / seconds, number(z) / seconds)))
    case .samples(let x, let y, let z, let length, let count, let factor, let interval):
      let (readings, scale, step) = (number(count), number(factor), number(interval) * 1000)
      guard readings >= 1, readings <= Double(length), step >= 0, step < 1e9 else { return }
      for index in 0..<Int(saturating: readings) {
        let delay = ((readings - 1 - Double(index)) * step).rounded()
        let vector = body(
          number(x + index) * scale, number(y + index) * scale, number(z + index) * scale)
        events.append(
          SensorEvent(timestamp: timestamp &- Int64(saturating: delay), content: .reading(stream.kind.sensor, vector)))
      }
    case .temperature(let field): add(.temperature(number(field)))
    case .motorLoad(let field): if number(field) >= 0 { add(.motorLoad(number(field))) }
    case .quaternion(let w, let x, let y, let z):
      let quaternion = Quaternion(w: number(w), x: number(x), y: number(y), z: number(z))
      guard let rotation = Rotation(recorded: quaternion) else { return }
      add(.attitude(enuFromBody(rotation)))
    case .euler(let roll, let pitch, let yaw, let factor):
      let angles = [yaw, pitch, roll].map { number($0) * factor }
      guard angles.allSatisfy(\.isFinite) else { return }
      add(
        .attitude(
          enuFromBody(
            Rotation(aboutZ: angles[0]) * Rotation(aboutY: angles[1]) * Rotation(aboutX: angles[2]))))
    case .fix:
      if let fix = NavigationFix(part: { part in fixParts[part.rawValue].map { number($0.field) * $0.factor } ?? .nan })
      {
        add(.fix(fix))
      }
    }
  }

  /// A vector in the axes of the body.
  @inline(__always)
  private func body(_ x: Double, _ y: Double, _ z: Double) -> Vector3<Double> {
    axes == .forwardLeftUp ? Vector3(x: x, y: y, z: z) : Vector3(x: x, y: -y, z: -z)
  }

  private func enuFromBody(_ rotation: Rotation<Double>) -> Rotation<Double> {
    if axes == .forwardLeftUp { return rotation }
    // The log has NED from FRD. ENU from NED exchanges x and y, FRD from FLU is half a turn about x.
    let (ned, half) = (rotation.quaternion, 0.5.squareRoot())
    return Rotation(
      unchecked: Quaternion(
        w: half * (ned.w + ned.z), x: half * (ned.x + ned.y), y: half * (ned.x - ned.y), z: half * (ned.w - ned.z)))
  }
}

extension StreamKinds {
  /// The quantity of a kind of readings.
  fileprivate var quantity: Quantity? {
    switch self {
    case .gyroscope: .angularRate
    case .accelerometer: .specificForce
    case .magnetometer: .magneticField
    default: nil
    }
  }

  /// The sensor of a kind of readings.
  fileprivate var sensor: SensorReading<Double>.Sensor {
    switch self {
    case .accelerometer: .accelerometer
    case .magnetometer: .magnetometer
    default: .gyroscope
    }
  }
}

extension NavigationFix {
  /// A fix from its parts, NaN for a missing one; nil without a fix in three dimensions.
  fileprivate init?(part: (MessageRule.FixPart) -> Double) {
    let height = part(.height)
    guard !(part(.quality) < 3), !(part(.status) < 0), part(.latitude) != 0 || part(.longitude) != 0,
      let position = GeodeticPosition(
        latitudeInDegrees: part(.latitude), longitudeInDegrees: part(.longitude), height: height.isFinite ? height : 0)
    else { return nil }
    self.position = position
    horizontalSigma = part(.horizontalSigma)
    verticalSigma = part(.verticalSigma)
    velocitySigma = part(.velocitySigma)
    let (sine, cosine) = Double.sineAndCosine(part(.course) * (.pi / 180))
    if part(.north).isFinite {
      velocityENU = Vector3(x: part(.east), y: part(.north), z: -part(.down))
    } else {
      velocityENU = Vector3(
        x: part(.speed) * sine, y: part(.speed) * cosine, z: -part(.down))
    }
    unixTime = part(.unixTime)
    if !(unixTime > 0), part(.week) > 0 {
      // GPS time began on 6 January 1980 and is 18 s ahead of universal time since 2017.
      unixTime = 315_964_800 + part(.week) * 604_800 + part(.secondsOfWeek) - 18
    }
  }
}
