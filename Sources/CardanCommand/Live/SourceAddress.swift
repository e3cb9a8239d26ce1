import LiveSources
import MotionLogs
import MotionSessions

/// What `SOURCE` says on the command line: `replay:FILE?rate=1`, `serial:/dev/ttyUSB0?baud=115200`, `-`.
struct SourceAddress {
  /// The kinds of source, with how they are written and what they are: for the help.
  static let kinds: [(name: String, meaning: String)] = [
    ("-", "Lines of CSV (with a header) or JSON on the standard input."),
    (
      "serial:DEVICE[?baud=N]",
      "The same from a serial line (default: 115200 baud) or a named pipe; it is waited for where it goes away. Where the "
        + "device never says its columns: ?columns=t [s],gyro_x [rad/s],..."
    ),
    (
      "mavlink:udp:[HOST:]PORT",
      "HIGHRES_IMU, SCALED_IMU, 2, 3 or RAW_IMU of MAVLink 1 or 2 that come to a port of this computer, from programs on it "
        + "(default) or where HOST says so, as 0.0.0.0 does for all networks."
    ),
    (
      "iio:local, iio:ip:HOST",
      "The sensors that Linux has on this computer, or on one that serves them with iiod. With ?sign=gravity for an "
        + "accelerometer that says -9.8 along the axis that points up."
    ),
    ("replay:FILE[?rate=X]", "A recording, X times as fast as it was made; without a rate as fast as possible."),
  ]

  private let scheme: String
  private let target: String
  private let settings: [String: String]

  /// Reads an address. Throws where it is of no known kind.
  init(_ text: String) throws(UsageError) {
    if text == "-" {
      (scheme, target, settings) = ("-", "", [:])
      return
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw UsageError("'\(text)' is no source", suggestion: "'replay:\(text)'")
    }
    scheme = String(text[..<colon])
    guard let known = Self.knownSettings[scheme] else {
      let nearest = Spelling.nearest(to: scheme, among: Array(Self.knownSettings.keys))
      throw UsageError("'\(scheme):' is no kind of source", suggestion: nearest.map { "'\($0):'" })
    }
    let rest = text[text.index(after: colon)...]
    let mark = rest.lastIndex(of: "?")
    target = String(rest[..<(mark ?? rest.endIndex)])
    guard !target.isEmpty else { throw UsageError("'\(text)' names nothing behind its colon") }
    settings =
      try mark.map { at throws(UsageError) in
        try Self.settings(String(rest[rest.index(after: at)...]), known: known)
      } ?? [:]
    if scheme == "mavlink" { _ = try mavlinkAddress }
    if scheme == "iio" { _ = try iioAddress }
  }

  /// The names of the settings of each kind.
  private static let knownSettings: [String: [String]] = [
    "serial": ["baud", "columns"], "replay": ["rate"], "mavlink": [], "iio": ["sign"],
  ]

  private static func settings(_ text: String, known: [String]) throws(UsageError) -> [String: String] {
    var settings: [String: String] = [:]
    for part in text.split(separator: "&", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, known.contains(pair[0]) else {
        let names = known.isEmpty ? "it has none" : "NAME=VALUE with NAME from " + known.joined(separator: ", ")
        throw UsageError("'?\(part)' is no setting of this source: \(names)")
      }
      settings[pair[0]] = pair[1]
    }
    return settings
  }

  private func number<Value: LosslessStringConvertible>(_ name: String, default value: Value) throws(UsageError)
    -> Value
  {
    guard let text = settings[name] else { return value }
    guard let number = Value(text) else { throw UsageError("'\(name)=\(text)': this is not a number") }
    return number
  }

  private var mavlinkAddress: NetworkAddress {
    get throws(UsageError) {
      let parts = target.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "udp", let address = NetworkAddress(argument: parts[1]) else {
        throw UsageError("'mavlink:\(target)' should be mavlink:udp:PORT or mavlink:udp:HOST:PORT")
      }
      return address
    }
  }

  private var iioAddress: (uri: String, reportsGravity: Bool) {
    get throws(UsageError) {
      guard target == "local" || (target.hasPrefix("ip:") && target.count > 3) else {
        throw UsageError("'iio:\(target)' should be iio:local or iio:ip:HOST")
      }
      let sign = settings["sign"] ?? "force"
      guard ["force", "gravity"].contains(sign) else {
        throw UsageError("'sign=\(sign)' should be sign=force or sign=gravity")
      }
      return (target == "local" ? "local:" : target, sign == "gravity")
    }
  }

  /// Whether samples come at the pace of their time.
  var isPaced: Bool { scheme != "replay" || settings["rate"] != nil }

  /// The source.
  ///
  /// - Parameters:
  ///   - options: What lines and recordings do not say of themselves.
  ///   - trueNorth: What is known of the place.
  func source(options: LogOptions, trueNorth: TrueNorthReference?) throws -> any MotionSource {
    switch scheme {
    case "replay":
      let pace = ReplaySource.Pace.realTime(factor: try number("rate", default: 1.0))
      return try ReplaySource(
        target, options: options, pace: isPaced ? pace : .asFastAsPossible, trueNorth: trueNorth)
    case "serial":
      return try LineSource(
        .device(target, baud: try number("baud", default: 115_200)), header: settings["columns"],
        hasMagnetometer: options.usesMagnetometer, options: options, trueNorth: trueNorth)
    case "mavlink":
      let address = try mavlinkAddress
      return MAVLinkSource(
        port: address.port, host: address.host ?? "127.0.0.1", hasMagnetometer: options.usesMagnetometer,
        trueNorth: trueNorth)
    case "iio":
      let address = try iioAddress
      return try IIOSource(
        uri: address.uri, reportsGravity: address.reportsGravity, usesMagnetometer: options.usesMagnetometer,
        trueNorth: trueNorth, report: { Console.note("\(Console.programName): \($0)") })
    default:
      return try LineSource(
        .standardInput, hasMagnetometer: options.usesMagnetometer, options: options, trueNorth: trueNorth)
    }
  }
}
