import MotionSamples
import MotionSessions

/// A source whose sensor is mounted in quarter turns: its samples come in the axes of the body.
struct MountedSource: MotionSource {
  let source: any MotionSource
  let axes: AxisMapping

  var description: SourceDescription { source.description }

  func open() throws(MotionError) -> any MotionSourceReader { Reader(reader: try source.open(), axes: axes) }

  private struct Reader: MotionSourceReader {
    var reader: any MotionSourceReader
    let axes: AxisMapping

    mutating func next() async throws(MotionError) -> SourceEvent? {
      guard let event = try await reader.next() else { return nil }
      guard case .sample(var stamped) = event else { return event }
      stamped.sample = axes.apply(to: stamped.sample)
      return .sample(stamped)
    }
  }
}
