// Feeds recordings to a filter and prints the attitude: the firmware, and the same on the host to compare with.
// The build chooses the filter, one an image, so that the size of the image is the filter's.

import AttitudeFilters
import Board
import MotionSamples
import Rotations

@main
struct Replay {
  static func main() {
    #if MADGWICK
      replay(MadgwickFilter<Float>.self)
    #elseif VQF
      replay(VQFFilter<Float>.self)
    #else
      replay(DefaultFilter<Float>.self)
    #endif
  }

  /// Prints the attitude after every tenth sample as `index w x y z`, and then what the updates cost.
  static func replay<Filter: AttitudeFilter>(_ type: Filter.Type) where Filter.Scalar == Float {
    var stream = MotionStream<Filter>(parameters: Filter.Parameters())
    var line = Line()
    var (total, most) = (UInt32(0), UInt32(0))
    let count = recording_count()
    for index in 0..<count {
      let sample = MotionSample(recording_sample(index))
      if sample.interval == 0 { stream.reset() }
      let before = board_instructions()
      stream.process(sample)
      let cost = board_instructions() &- before
      total &+= cost
      most = max(most, cost)
      if index % 10 == 9 { print(stream.outputFromBody.quaternion, at: index, in: &line) }
    }
    line.append("# instructions per update: mean ")
    line.append(total / count)
    line.append(", most ")
    line.append(most)
    line.write()
    line.append("# bytes: filter ")
    line.append(UInt32(MemoryLayout<MotionStream<Filter>>.size))
    line.append(", stack ")
    line.append(board_stack_use())
    line.write()
  }

  static func print(_ quaternion: Quaternion<Float>, at index: UInt32, in line: inout Line) {
    line.append(index)
    line.append(quaternion.w)
    line.append(quaternion.x)
    line.append(quaternion.y)
    line.append(quaternion.z)
    line.write()
  }
}

extension MotionSample<Float> {
  init(_ recorded: recorded_sample) {
    self.init(
      interval: recorded.interval, angularRate: Vector3(recorded.angular_rate),
      specificForce: Vector3(recorded.specific_force), magneticField: Vector3(recorded.magnetic_field))
  }
}

extension Vector3<Float> {
  init(_ coordinates: (Float, Float, Float)) {
    self.init(x: coordinates.0, y: coordinates.1, z: coordinates.2)
  }
}
