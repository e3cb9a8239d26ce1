/// The noise of one axis of a sensor that lay still.
public struct AxisNoise: Sendable {
  /// Which axis: 0 to 2 for x, y, z.
  public let axis: Int
  /// Its overlapping Allan deviation.
  public let deviation: AllanDeviation
  /// The processes that it shows.
  public let fit: NoiseFit
}

extension StillReadings.Sensor {
  /// The noise of the axes that tell it, and why the last of the others does not; neither for a sensor without readings.
  public func noise() -> (axes: [AxisNoise], error: AllanError?) {
    var (axes, problem): ([AxisNoise], AllanError?) = ([], nil)
    for axis in 0..<3 where count > 0 {
      do throws(AllanError) {
        let deviation = try deviation(axis: axis)
        axes.append(AxisNoise(axis: axis, deviation: deviation, fit: try NoiseFit(of: deviation)))
      } catch {
        problem = error
      }
    }
    return (axes, problem)
  }
}

extension TriadNoise {
  /// The noise of the axes of a sensor of which there is one at least; else nil.
  public init?(unit: String, axes: [AxisNoise]) {
    guard !axes.isEmpty else { return nil }
    self.init(unit: unit, axes: (0..<3).map { axis in axes.first { $0.axis == axis }?.fit })
  }
}
