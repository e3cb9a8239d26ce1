import AttitudeFilters
import AttitudeSmoothing
import LogProcessing
import MotionSamples

/// The options of fusion, common to `fuse` and `evaluate`.
struct FusionOptions {
  /// The fusion without calibration and parameters.
  var fusion = LogFusion()
  /// The device calibration.
  var calibration: CalibrationChoice?
  /// Parameters of the filter or the smoother, in the order given.
  var assignments: [ParameterAssignment] = []

  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, FusionOptions>) -> [OptionRule<Command>] {
    let fusion = path.appending(path: \.fusion)
    let conditioner = fusion.appending(path: \.settings.conditioner)
    return [
      .file(
        "calibration", "FILE", path.appending(path: \.calibration), .reads,
        "Apply this calibration of the sensors, a result of 'cardan calibrate'"),
      .flag(
        "smooth", fusion.appending(path: \.smooths), true,
        "Estimate every row from the whole recording instead of filtering: more accurate, not live. Without magnetometer the filter's heading "
          + "may be the better one"),
      .latency(fusion.appending(path: \.latency)),
      .flag(
        "no-magnetometer", conditioner.appending(path: \.usesMagnetometer), false,
        "Ignore the magnetometer; the heading is then relative and drifts"),
      .flag(
        "no-velocity", fusion.appending(path: \.usesVelocity), false,
        "Ignore the velocity and the speed of the log, which aid the default filters"),
      .value(
        "axes", "X,Y,Z", conditioner.appending(path: \.axes),
        "Use these sensor axes as body x, y and z, for a sensor mounted in quarter turns [x,y,z]"),
      .each(
        "set", "NAME=VALUE", path.appending(path: \.assignments),
        "Set a parameter of the filter, or of the smoother with --smooth, listed by 'cardan fuse --parameters'; may be repeated",
        expectation: ParameterAssignment.expectation, value: ParameterAssignment.init(text:)),
      .outputLead(
        path.appending(path: \.assignments),
        "Predict the attitude this much later than the sample; default filters and --smooth only [0]"),
      .platform(path.appending(path: \.assignments)),
    ]
  }

  /// The error of `--latency` with another filter.
  static let latencyNeedsTheDefaultFilter = UsageError(
    "option '--latency' goes with the default filter alone, not with '--filter' or '--smooth'")

  /// Throws if the options contradict each other or the filters.
  func validate(_ filters: [FilterKind]) throws(UsageError) {
    let axes = fusion.settings.conditioner.axes
    if let given = calibration?.file.provenance?.axes, given != axes.description {
      throw UsageError(
        "option '--calibration': the file was made with --axes \(given); fuse with the same, not \(axes)")
    }
    if fusion.latency > 0, filters != [.default] || fusion.smooths { throw Self.latencyNeedsTheDefaultFilter }
    if fusion.smooths {
      guard filters == [.default] else { throw UsageError("option '--smooth' replaces the filter: give no '--filter'") }
      if let assignment = assignments.first(where: \.isOfFilters) {
        throw UsageError("option '--smooth' does not go with '\(assignment.option)', which tunes a filter")
      }
      _ = try smootherParameters
      return
    }
    _ = try selections(filters.map { FilterSelection($0) })
  }

  /// Filters with the parameters that the options set. Of several filters each takes those that it has; one that none of
  /// them has is a mistake.
  func selections(_ filters: [FilterSelection]) throws(UsageError) -> [FilterSelection] {
    var selections = filters
    if fusion.smooths { return selections }
    for assignment in assignments {
      var places = selections.indices.filter { selections[$0].hasParameter(assignment.name) }
      if places.isEmpty { places = [0] }
      for place in places {
        do throws(ParameterError) {
          try selections[place].set(assignment.name, to: assignment.value)
        } catch {
          throw assignment.usageError(error, of: "the filter '\(selections[place].kind.name)'")
        }
      }
    }
    return selections
  }

  /// The parameters of the smoother.
  private var smootherParameters: AttitudeSmootherParameters {
    get throws(UsageError) {
      var parameters = AttitudeSmootherParameters()
      for assignment in assignments {
        do throws(ParameterError) {
          try parameters.set(assignment.name, to: assignment.value)
        } catch {
          throw assignment.usageError(error, of: "the smoother")
        }
      }
      return parameters
    }
  }

  /// The fusion with everything that the options say, for a filter.
  func fusion(with filter: FilterSelection) throws(UsageError) -> LogFusion {
    var result = fusion
    result.filter = filter
    if result.smooths { result.smootherParameters = try smootherParameters }
    if let calibration { result.settings.conditioner.calibration = calibration.file.deviceCalibration }
    return result
  }
}

/// A parameter of a filter and its value, as an option gives them.
struct ParameterAssignment {
  /// The name of the parameter.
  let name: String
  /// Its value; of a switch 0 or 1.
  let value: Double
  /// The option as it was written.
  let option: String
  /// Whether the option is for filters only.
  let isOfFilters: Bool

  init(name: String, value: Double, option: String, isOfFilters: Bool) {
    self.name = name
    self.value = value
    self.option = option
    self.isOfFilters = isOfFilters
  }

  init?(text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let (name, word) = (String(parts[0]), String(parts[1]))
    guard let value = Self.number(word) ?? Self.index(of: word, inChoice: name) else { return nil }
    self.init(name: name, value: value, option: "--set \(name)", isOfFilters: false)
  }

  static let expectation: String = {
    var choices: [String: [String]] = [:]
    for parameter in FilterKind.allCases.flatMap({ FilterSelection($0).parameters })
    where !parameter.choiceNames.isEmpty {
      choices[parameter.name.description] = parameter.choiceNames
    }
    let texts = choices.sorted { $0.key < $1.key }.map { "'\($0)' takes \($1.joined(separator: ", "))" }
    return "NAME=VALUE with a number, on or off for a switch, or the value of a choice by name "
      + "(\(texts.joined(separator: "; ")))"
  }()

  /// The index of a value of a filter's choice by its name.
  static func index(of value: String, inChoice name: String) -> Double? {
    choices(of: name).firstIndex(of: value.lowercased()).map(Double.init)
  }

  /// The values of a filter's choice by name; none if no filter has a choice of this name.
  static func choices(of name: String) -> [String] {
    FilterKind.allCases.lazy.flatMap { FilterSelection($0).parameters }
      .first { $0.name.description == name }?.choiceNames ?? []
  }

  private static func number(_ text: String) -> Double? {
    switch text.lowercased() {
    case "on", "true", "yes": 1
    case "off", "false", "no": 0
    default: Double(argument: text)
    }
  }

  /// The error in words; `owner` is what has the parameters.
  func usageError(_ error: ParameterError, of owner: String) -> UsageError {
    switch error {
    case .unknownName(let name, let parameters):
      let names = parameters.map(\.name.description)
      let nearest = Spelling.nearest(to: name.lowercased(), among: names).map { "'\($0)'" }
      let candidates = nearest == nil ? "; it has \(names.sorted().joined(separator: ", "))" : ""
      return UsageError("option '\(option)': \(owner) has no parameter '\(name)'\(candidates)", suggestion: nearest)
    case .outOfRange(let parameter, let value):
      return UsageError("option '\(option)' takes \(parameter.expectation), not \(value)")
    }
  }
}

extension ParameterDescription {
  /// The values that the parameter takes, in words.
  var expectation: String {
    if isSwitch { return "on or off" }
    if let last = choiceNames.last { return choiceNames.dropLast().joined(separator: ", ") + " or " + last }
    let unit = unit.description.isEmpty ? "" : " \(unit)"
    return "a number from \(Figures.short(range.lowerBound)) to \(Figures.short(range.upperBound))\(unit)"
  }
}

extension OptionRule {
  /// `--platform`, in every command with a default filter.
  static func platform(_ target: WritableKeyPath<Command, [ParameterAssignment]>) -> OptionRule {
    .each(
      "platform", "NAME", target,
      "Expect the velocities of this platform: auto, or vehicle for what moves along its forward axis only; default filters only [auto]",
      expectation: "auto or vehicle"
    ) { text in
      ParameterAssignment.index(of: text, inChoice: "platform").map {
        ParameterAssignment(name: "platform", value: $0, option: "--platform", isOfFilters: true)
      }
    }
  }

  /// `--latency`, in seconds or with a unit of time.
  static func latency(_ target: WritableKeyPath<Command, Double>) -> OptionRule {
    OptionRule(
      short: nil, long: "latency", placeholder: "SECONDS",
      help:
        "Delay each attitude by this time, and use the samples in between: more accurate from 1 s; default filter only [0]",
      choices: [],
      store: { (command, text) throws(UsageError) in
        let unit = text.drop { !$0.isLetter }
        guard let number = Double(argument: String(text.dropLast(unit.count))),
          let scale = unit.isEmpty ? .seconds : TimeUnit(spelling: String(unit)),
          case let seconds = scale.toSI(number), (0...60).contains(seconds)
        else {
          throw UsageError("option '--latency' takes a time from 0 to 60 s, such as 1, 1s or 500ms, not '\(text)'")
        }
        command[keyPath: target] = seconds
      })
  }

  /// `--output-lead`.
  static func outputLead(_ target: WritableKeyPath<Command, [ParameterAssignment]>, _ help: String) -> OptionRule {
    .each("output-lead", "SECONDS", target, help, expectation: "a number from -0.1 to 0.1") { text in
      Double(argument: text).flatMap { abs($0) <= 0.1 ? $0 : nil }.map {
        ParameterAssignment(name: "output_lead", value: $0, option: "--output-lead", isOfFilters: false)
      }
    }
  }
}
