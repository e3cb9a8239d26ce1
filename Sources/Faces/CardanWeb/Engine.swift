// CardanWeb: the filter for web pages: what `cardan.js` calls in `cardan.wasm`.
// No heap, no log; compiled for the host only to check it.

import AttitudeFilters
import DeviceGestures
import MotionSamples
import Rotations

/// What one web page, worker or program keeps: the straight path with the default filter, and the device orientation.
struct Engine {
  private(set) var stream = MotionStream<DefaultFilter<Double>>(parameters: VelocityBoundedParameters())
  private var classifier = DeviceOrientationClassifier<Double>()

  /// Turns all outputs from now on by an angle about up, in radians, counter-clockwise seen from above: to a north that the
  /// filter does not know.
  mutating func turnOutputs(by angle: Double) { stream.frame = OutputFrame(.enu, declination: -angle) }

  /// Takes a sample. One copy of it: the browser compiles what runs often a second time, and better.
  @inline(never)
  mutating func update(_ sample: MotionSample<Double>) {
    stream.process(sample)
    classifier.update(specificForce: sample.specificForce, interval: sample.interval)
  }

  /// Takes a sample with its timestamp in seconds, which may jump; one that is not a number is that of the sample before.
  @inline(__always)
  mutating func update(_ sample: MotionSample<Double>, at seconds: Double) {
    var timed = sample
    timed.interval = stream.interval(to: Timestamp(seconds: seconds) ?? stream.timestamp)
    update(timed)
  }

  @inline(__always)
  var orientation: DeviceOrientation { classifier.orientation }
}
