#if !hasFeature(Embedded)
  import AttitudeFilters
  import MotionSamples
  import Rotations

  /// The results of a recording, one for each of its samples: the parts of `Motion` in columns. Columns that were not asked for are
  /// empty.
  public struct FusedRecording: Sendable {
    /// The attitudes: turn body coordinates into coordinates of the requested frame.
    public var outputFromBody: [Rotation<Double>] = []
    /// Gravity in body axes, m/s²; it points down.
    public var gravity: [Vector3<Double>] = []
    /// Acceleration without gravity in body axes, m/s². Absent where the specific force is absent.
    public var userAcceleration: [Vector3<Double>] = []
    /// Angular rates in body axes without the gyroscope's estimated errors, rad/s.
    public var angularRate: [Vector3<Double>] = []
    /// Estimated gyroscope biases, rad/s; zero if the filter does not estimate it.
    public var gyroscopeBias: [Vector3<Double>] = []
    /// Standard deviations of the tilt, rad; NaN if the filter has none.
    public var tiltStandardDeviation: [Double] = []
    /// Standard deviations of the heading, rad; NaN if the filter has none.
    public var headingStandardDeviation: [Double] = []
    /// The outcome flags of the clock and the filter.
    public var flags: [OutcomeFlags] = []
    /// What is doubtful about the readings of the whole recording; nil if not asked for.
    public var doubts: InputDoubts?

    /// Empty columns, with memory for `count` samples in those that `outputs` names.
    init(_ outputs: FusedOutputs, count: Int) {
      if outputs.contains(.outputFromBody) { outputFromBody.reserveCapacity(count) }
      if outputs.contains(.gravity) { gravity.reserveCapacity(count) }
      if outputs.contains(.userAcceleration) { userAcceleration.reserveCapacity(count) }
      if outputs.contains(.angularRate) { angularRate.reserveCapacity(count) }
      if outputs.contains(.gyroscopeBias) { gyroscopeBias.reserveCapacity(count) }
      if outputs.contains(.tiltStandardDeviation) { tiltStandardDeviation.reserveCapacity(count) }
      if outputs.contains(.headingStandardDeviation) { headingStandardDeviation.reserveCapacity(count) }
      if outputs.contains(.flags) { flags.reserveCapacity(count) }
      if outputs.contains(.doubts) { doubts = [] }
    }

    /// Appends the wanted results of a stream after a sample. The stream is not changed; `inout` avoids a copy of the whole filter.
    @inline(__always)
    mutating func append<Filter>(
      _ outputs: FusedOutputs, of stream: inout MotionStream<Filter>
    ) where Filter.Scalar == Double {
      if outputs.contains(.outputFromBody) { outputFromBody.append(stream.outputFromBody) }
      if outputs.contains(.gravity) { gravity.append(stream.gravity) }
      if outputs.contains(.userAcceleration) { userAcceleration.append(stream.userAcceleration) }
      if outputs.contains(.angularRate) { angularRate.append(stream.filter.correctedAngularRate) }
      if outputs.contains(.gyroscopeBias) { gyroscopeBias.append(stream.filter.gyroscopeBias) }
      if outputs.contains(.tiltStandardDeviation) { tiltStandardDeviation.append(stream.tiltStandardDeviation) }
      if outputs.contains(.headingStandardDeviation) {
        headingStandardDeviation.append(stream.headingStandardDeviation)
      }
      if outputs.contains(.flags) { flags.append(stream.flags) }
    }

    /// Appends a result of `count` samples, whose numbers are adjacent.
    mutating func append(_ quantity: FusedQuantity, _ count: Int, from numbers: UnsafeMutablePointer<Double>) {
      switch quantity {
      case .outputFromBody: Self.append(to: &outputFromBody, count, from: numbers)
      case .gravity: Self.append(to: &gravity, count, from: numbers)
      case .userAcceleration: Self.append(to: &userAcceleration, count, from: numbers)
      case .angularRate: Self.append(to: &angularRate, count, from: numbers)
      case .gyroscopeBias: Self.append(to: &gyroscopeBias, count, from: numbers)
      case .tiltStandardDeviation: Self.append(to: &tiltStandardDeviation, count, from: numbers)
      case .headingStandardDeviation: Self.append(to: &headingStandardDeviation, count, from: numbers)
      }
    }

    /// `Value` is one or several numbers.
    private static func append<Value>(
      to column: inout [Value], _ count: Int, from numbers: UnsafeMutablePointer<Double>
    ) {
      numbers.withMemoryRebound(to: Value.self, capacity: count) {
        column.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  /// The results that `fuse` gives, by the names of `FusedRecording`. Fewer are faster.
  public struct FusedOutputs: OptionSet, Sendable {
    public var rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ quantity: FusedQuantity) { rawValue = 1 << UInt16(quantity.rawValue) }

    public static let outputFromBody = Self(.outputFromBody)
    public static let gravity = Self(.gravity)
    public static let userAcceleration = Self(.userAcceleration)
    public static let angularRate = Self(.angularRate)
    public static let gyroscopeBias = Self(.gyroscopeBias)
    public static let tiltStandardDeviation = Self(.tiltStandardDeviation)
    public static let headingStandardDeviation = Self(.headingStandardDeviation)
    public static let flags = Self(rawValue: 1 << 7)
    /// The check of the readings for wrong units, signs and axes, which runs beside the lanes.
    public static let doubts = Self(rawValue: 1 << 8)
    /// Everything.
    public static let all = Self(rawValue: (1 << 9) - 1)
  }
#endif
