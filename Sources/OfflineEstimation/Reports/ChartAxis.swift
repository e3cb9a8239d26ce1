import Glibc

/// One axis of a chart: its range, its scale and the numbers along it.
public struct ChartAxis: Sendable {
  /// How values lie along an axis.
  public enum Scale: Sendable {
    /// Equal differences are equally long.
    case linear
    /// Equal ratios are equally long; values of zero and below have no place.
    case logarithmic
  }

  /// A number along the axis.
  public struct Tick: Equatable, Sendable {
    /// Where it stands, in the unit of the axis.
    public var value: Double
    /// What is written there.
    public var label: String
  }

  /// What the axis shows, with its unit.
  public let title: String
  /// The values at both ends.
  public let range: ClosedRange<Double>
  /// How values lie along the axis.
  public let scale: Scale

  /// An axis with a given range. A range that has no length, or that a logarithmic scale cannot show, is replaced by one
  /// around it.
  public init(title: String, range: ClosedRange<Double>, scale: Scale = .linear) {
    self.title = title
    self.scale = scale
    switch scale {
    case .linear:
      let room = range.upperBound > range.lowerBound ? 0 : max(1, range.upperBound.magnitude) * 0.5
      self.range = range.lowerBound - room...range.upperBound + room
    case .logarithmic:
      let top = range.upperBound > 0 ? range.upperBound : 1
      let bottom = range.lowerBound > 0 ? range.lowerBound : top * 1e-6
      self.range = bottom < top ? bottom...top : bottom / 10...bottom * 10
    }
  }

  /// An axis that holds the given values and ends at round numbers: of a 1-2-5 series, or powers of ten. Values that have
  /// no place on the axis are not looked at.
  public init(title: String, holding values: some Sequence<Double>, scale: Scale = .linear) {
    let shown = values.filter { $0.isFinite && (scale == .linear || $0 > 0) }
    guard let least = shown.min(), let largest = shown.max() else {
      self.init(title: title, range: scale == .linear ? 0...1 : 1...10, scale: scale)
      return
    }
    switch scale {
    case .linear:
      let open = ChartAxis(title: title, range: least...largest)
      let step = open.linearStep
      let bottom = (open.range.lowerBound / step).rounded(.down) * step
      let top = (open.range.upperBound / step).rounded(.up) * step
      self.init(title: title, range: bottom...top)
    case .logarithmic:
      let bottom = log10(least).rounded(.down)
      let top = max(log10(largest).rounded(.up), bottom + 1)
      self.init(title: title, range: pow(10, bottom)...pow(10, top), scale: scale)
    }
  }

  /// Where a value lies: 0 at the lower end, 1 at the upper end, beyond them outside of the range; not a number where it
  /// has no place.
  public func position(of value: Double) -> Double {
    switch scale {
    case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic:
      value > 0 ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound) : .nan
    }
  }

  /// The numbers along the axis: about six, of a 1-2-5 series, or the powers of ten.
  public var ticks: [Tick] {
    switch scale {
    case .linear: linearTicks
    case .logarithmic: logarithmicTicks
    }
  }

  private var linearStep: Double {
    let rough = (range.upperBound - range.lowerBound) / 6
    let power = pow(10, log10(rough).rounded(.down))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10
    return factor * power
  }

  private var linearTicks: [Tick] {
    let step = linearStep
    let decimals = max(0, Int(-log10(step * 1.001).rounded(.down)))
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    return stride(from: first, through: last, by: 1).map { multiple in
      // Adding zero makes -0 a 0.
      let value = multiple * step + 0
      return Tick(value: value, label: value.printed("%.\(decimals)f"))
    }
  }

  private var logarithmicTicks: [Tick] {
    let first = Int((log10(range.lowerBound) - 1e-9).rounded(.up))
    let last = Int((log10(range.upperBound) + 1e-9).rounded(.down))
    guard last >= first else { return [] }
    let every = (last - first) / 12 + 1
    return stride(from: first, through: last, by: every).map { exponent in
      Tick(value: pow(10, Double(exponent)), label: Self.powerOfTen(exponent))
    }
  }

  /// 10⁻³ and the like; the powers next to 1 in full.
  private static func powerOfTen(_ exponent: Int) -> String {
    switch exponent {
    case -2: return "0.01"
    case -1: return "0.1"
    case 0: return "1"
    case 1: return "10"
    case 2: return "100"
    default:
      let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
      let power = String(exponent.magnitude).compactMap(\.wholeNumberValue).map { digits[$0] }
      return "10" + (exponent < 0 ? "⁻" : "") + String(power)
    }
  }
}
