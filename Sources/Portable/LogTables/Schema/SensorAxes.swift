import MotionSamples
import Rotations

/// Three different axes of a sensor, with signs, to be read as its x, y and z. Unlike an `AxisMapping` they may be mirrored: they
/// correct a log whose sensor does not follow the convention, such as an accelerometer that reads -9.81 upward.
public struct SensorAxes: Hashable, Sendable {
  /// The axes to read as x, y and z.
  public let axes: [SignedAxis]

  /// Axes from a text such as `-x,-y,-z`; nil unless it names each axis once.
  public init?(_ text: some StringProtocol) {
    let names: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
    let axes = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).compactMap { word in
      names.first { $0.description == word || "+\($0)" == word }
    }
    guard axes.count == 3, text.count(where: { $0 == "," }) == 2, Set(axes.map({ $0.index })).count == 3 else {
      return nil
    }
    self.axes = axes
  }

  /// A reading in these axes.
  @inline(__always)
  package func apply(to reading: Vector3<Double>) -> Vector3<Double> {
    func value(_ axis: SignedAxis) -> Double { axis.isNegative ? -reading[axis.index] : reading[axis.index] }
    return Vector3(x: value(axes[0]), y: value(axes[1]), z: value(axes[2]))
  }
}
