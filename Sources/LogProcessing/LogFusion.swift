import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// One log, from its rows to attitude: mapping of axes, clock, filter, gravity, frame, in one straight path.
///
/// The filter is chosen once per log; the loop over the rows is then code for that filter alone.
public struct LogFusion: Sendable {
  /// The filter. Default: `.default`.
  public var filter = FilterChoice.default
  /// The frame of the results. Default: ENU. `.xArbitraryZVertical` leaves the magnetometer out.
  public var referenceFrame = ReferenceFrame.enu
  /// The place and the day, to turn the frames that take a declination to true north. Default: nil, magnetic north.
  public var trueNorth: TrueNorth?
  /// Whether the magnetometer is used; without it the heading is relative and drifts. Default: true.
  public var usesMagnetometer = true
  /// How the sensor is mounted in the body. Default: their axes are the same.
  public var axisMapping = AxisMapping.identity
  /// The errors of the sensors in body axes, which are taken out before the filter. Default: perfect sensors.
  public var deviceModel = DeviceModel<Double>.identity
  /// How the gyroscope's bias follows the temperature of a row, in place of the constant one of `deviceModel`; a row without
  /// temperature has the bias at the reference. Default: nil, it does not.
  public var gyroscopeTemperature: BiasTemperatureModel?
  /// The attitude is given for this much later than the sample, in seconds; only for filters that have it. Default: 0.
  public var outputLead = 0.0
  /// What is tuned in the default filters; its `outputLead` is not looked at. Default: the filter's own.
  public var velocityBounded = VelocityBoundedParameters<Double>()
  /// What is tuned in VQF. Default: the filter's own.
  public var vqf = VQFParameters<Double>()
  /// The place and the day whose field by the World Magnetic Model the default filters and VQF take as undisturbed from the
  /// start; the smoother and the other filters have no such reference. Default: nil, they learn it from the log.
  public var magneticReference: TrueNorth?
  /// What is tuned in the multiplicative Kalman filter. Default: the filter's own.
  public var multiplicativeKalman = MultiplicativeKalmanParameters<Double>()

  /// Whether every row is judged by all others, before and after it, with the smoother of `OfflineEstimation` in place of
  /// the filter; the whole log is then held in memory. Default: false.
  public var smooths = false
  /// What the results are wanted for: gravity, user acceleration and standard deviations are computed only where they are
  /// among these. Default: everything.
  public var columns = AttitudeColumns.all

  /// The default filter, with everything the log has, in ENU.
  public init() {}

  /// What makes the attitude, in one word.
  public var methodName: String { smooths ? "smoother" : filter.rawValue }

  /// Some successive rows in body axes, and what the filter made of each.
  public struct Block: Sendable {
    /// The rows, with their truth, as the filter took them.
    public fileprivate(set) var records: [LogRecord] = []
    /// The attitudes after the rows; as many.
    public fileprivate(set) var attitudes: [AttitudeRecord] = []

    /// Makes the attitudes as many as the rows; what they are is to be filled in.
    mutating func makeRoom() {
      guard attitudes.count != records.count else { return }
      attitudes = Array(repeating: .unknown, count: records.count)
    }

    /// Adds a row and its attitude.
    mutating func append(_ record: LogRecord, _ attitude: AttitudeRecord) {
      records.append(record)
      attitudes.append(attitude)
    }
  }

  /// Runs a log to its end.
  ///
  /// - Parameters:
  ///   - reader: The log.
  ///   - progress: Called for each block with the number of its rows; where it answers false the run ends with an error.
  ///   - sink: Takes the rows and results block by block, in the order of the log.
  /// - Returns: What the run came to. Throws what the reader or the sink throws.
  public func run(
    _ reader: inout any MotionLogReader,
    progress: (_ rows: Int) -> Bool = { _ in true },
    sink: (Block) throws(LogError) -> Void = { _ in }
  ) throws(LogError) -> FusionSummary {
    if smooths { return try SmoothedFusion(fusion: self).run(&reader, progress: progress, sink: sink) }
    return switch filter {
    case .default:
      try run({ DefaultFilter<Double>(parameters: velocityBounded(with: $0)) }, &reader, progress, sink)
    case .default14:
      try run({ DefaultFilter14<Double>(parameters: velocityBounded(with: $0)) }, &reader, progress, sink)
    case .vqf: try run({ VQFFilter<Double>(parameters: vqf(with: $0)) }, &reader, progress, sink)
    case .madgwick: try run({ _ in MadgwickFilter<Double>() }, &reader, progress, sink)
    case .mahony: try run({ _ in MahonyFilter<Double>() }, &reader, progress, sink)
    case .mekf:
      try run(
        { _ in MultiplicativeKalmanFilter<Double>(parameters: multiplicativeKalman) }, &reader, progress, sink)
    case .complementary: try run({ _ in ComplementaryFilter<Double>() }, &reader, progress, sink)
    }
  }

  private func velocityBounded(with reference: MagneticReference<Double>?) -> VelocityBoundedParameters<Double> {
    var parameters = velocityBounded
    parameters.outputLead = outputLead
    if let reference { parameters.magneticReference = reference }
    return parameters
  }

  private func vqf(with reference: MagneticReference<Double>?) -> VQFParameters<Double> {
    var parameters = vqf
    if let reference { parameters.magneticReference = reference }
    return parameters
  }

  /// The field that is taken as undisturbed in a log that starts at a stamp.
  private func magneticReference(atStart timestamp: Int64?) throws(LogError) -> MagneticReference<Double>? {
    guard let magneticReference, let timestamp else { return nil }
    let field = try magneticReference.field(atStart: timestamp)
    return MagneticReference(strength: field.totalIntensity, dip: field.inclination)
  }

  /// Rows in a block: few enough for the cache of a core, and for a user who waits for the first ones.
  static let blockSize = 256

  private func run<Filter: AttitudeFilter>(
    _ makeFilter: (MagneticReference<Double>?) -> Filter, _ reader: inout any MotionLogReader,
    _ progress: (Int) -> Bool, _ sink: (Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary where Filter.Scalar == Double {
    var summary = FusionSummary(header: reader.header)
    var block = Block()
    let start = ContinuousClock.now
    try reader.read(into: &block.records, atMost: Self.blockSize)
    let firstStamp = block.records.first?.timestamp
    if let firstStamp { try summary.learnField(from: trueNorth, atStart: firstStamp) }
    let correction = RowCorrection(self)
    var line = FusionLine(filter: makeFilter(try magneticReference(atStart: firstStamp)), fusion: self)
    while !block.records.isEmpty {
      correction.apply(to: &block.records)
      block.makeRoom()
      Self.process(block.records, into: &block.attitudes, &line, &summary)
      try sink(block)
      guard progress(block.records.count) else { throw LogError(path: "", message: "stopped before its end") }
      try reader.read(into: &block.records, atMost: Self.blockSize)
    }
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  private static func process<Filter: AttitudeFilter>(
    _ records: [LogRecord], into results: inout [AttitudeRecord], _ line: inout FusionLine<Filter>,
    _ summary: inout FusionSummary
  ) where Filter.Scalar == Double {
    let declination = summary.declination
    // In place, since each row and each attitude is more than a hundred bytes.
    let rows = records.span
    var attitudes = results.mutableSpan
    for index in rows.indices {
      line.process(rows[index], declination: declination, into: &attitudes[index])
      summary.add(rows[index], attitudes[index])
      if rows[index].isMoving, let truth = rows[index].trueENUFromBody {
        summary.add(estimate: line.filter.enuFromBody, truth: truth)
      }
    }
    summary.update(
      gyroscopeBias: line.filter.gyroscopeBias, tiltStandardDeviation: line.tiltStandardDeviation,
      headingStandardDeviation: line.headingStandardDeviation)
  }
}

extension AttitudeRecord {
  /// A row of which nothing is known.
  fileprivate static var unknown: Self {
    Self(
      timestamp: 0, outputFromBody: .identity, gravity: .absent, userAcceleration: .absent, angularRate: .absent,
      gyroscopeBias: .absent, tiltStandardDeviation: .nan, headingStandardDeviation: .nan, flags: [])
  }
}
