import LiveSources
import LogTables
import MotionSessions

/// The address of a source on the command line: `replay:FILE?rate=1`, `serial:/dev/ttyUSB0?baud=115200`, `-`.
struct SourceAddress {
  /// The kinds of source with their syntax and meaning, for the help.
  static let kinds: [(name: String, meaning: String)] = [
    ("-", "Lines of CSV (with a header) or JSON on the standard input."),
    (
      "serial:DEVICE[?baud=N]",
      "The same from a serial line [115200 baud] or a named pipe. If it disconnects, Cardan waits for it to return. For a "
        + "device that never sends a header, add ?columns=t [s],gyro_x [rad/s],..."
    ),
    (
      "mavlink:udp:[HOST:]PORT",
      "HIGHRES_IMU, SCALED_IMU, SCALED_IMU2, SCALED_IMU3 or RAW_IMU of MAVLink 1 or 2, received on a port of the local "
        + "address HOST [127.0.0.1]. HOST 0.0.0.0 receives from all networks."
    ),
    (
      "iio:local, iio:ip:HOST",
      "Linux IIO sensors of this computer, or of one that serves them with iiod. For an accelerometer that reads -9.8 along "
        + "the axis that points up, add ?sign=gravity."
    ),
    ("replay:FILE[?rate=X]", "A log, X times as fast as it was recorded [as fast as possible]."),
  ]

  private let scheme: String
  private let target: String
  private let settings: [String: String]

  /// Parses an address. Throws for an unknown kind or setting.
  init(_ text: String) throws(UsageError) {
    if text == "-" {
      (scheme, target, settings) = ("-", "", [:])
      return
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw UsageError("'\(text)' is not a source", suggestion: "'replay:\(text)'")
    }
    scheme = String(text[..<colon])
    guard let known = Self.knownSettings[scheme] else {
      let nearest = Spelling.nearest(to: scheme, among: Array(Self.knownSettings.keys))
      throw UsageError("unknown kind of source '\(scheme):'", suggestion: nearest.map { "'\($0):'" })
    }
    let rest = text[text.index(after: colon)...]
    let mark = rest.lastIndex(of: "?")
    target = String(rest[..<(mark ?? rest.endIndex)])
    guard !target.isEmpty else { throw UsageError("nothing follows the colon of '\(text)'") }
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
        let names =
          known.isEmpty ? "this source has no settings" : "use NAME=VALUE with " + known.joined(separator: ", ")
        throw UsageError("invalid setting '?\(part)': \(names)")
      }
      settings[pair[0]] = pair[1]
    }
    return settings
  }

  private func number<Value: LosslessStringConvertible>(_ name: String, default value: Value) throws(UsageError)
    -> Value
  {
    guard let text = settings[name] else { return value }
    guard let number = Value(text) else { throw UsageError("invalid setting '\(name)=\(text)': not a number") }
    return number
  }

  private var mavlinkAddress: NetworkAddress {
    get throws(UsageError) {
      let parts = target.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "udp", let address = NetworkAddress(argument: parts[1]) else {
        throw UsageError("invalid source 'mavlink:\(target)': use mavlink:udp:PORT or mavlink:udp:HOST:PORT")
      }
      return address
    }
  }

  private var iioAddress: (uri: String, reportsGravity: Bool) {
    get throws(UsageError) {
      guard target == "local" || (target.hasPrefix("ip:") && target.count > 3) else {
        throw UsageError("invalid source 'iio:\(target)': use iio:local or iio:ip:HOST")
      }
      let sign = settings["sign"] ?? "force"
      guard ["force", "gravity"].contains(sign) else {
        throw UsageError("invalid setting 'sign=\(sign)': use sign=force or sign=gravity")
      }
      return (target == "local" ? "local:" : target, sign == "gravity")
    }
  }

  /// Whether samples arrive in real time.
  var isPaced: Bool { scheme != "replay" || settings["rate"] != nil }

  /// The file or device that the source reads; nil for sources on the network and sensors.
  var file: String? {
    switch scheme {
    case "-": "-"
    case "replay", "serial": target
    default: nil
    }
  }

  /// Makes the source.
  ///
  /// - Parameters:
  ///   - options: Units and the like that lines and logs leave open.
  ///   - trueNorth: The declination and field of the place; nil if unknown.
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
