// The programs of the article "From Core Motion to Cardan", character by character: a test compares.

import AttitudeFilters
import Dispatch
import Foundation
import MotionFeatures
import MotionSessions
import Rotations

/// Reads the accelerometer from a timer, thirty times a second, as long as the recording lasts.
func pollAccelerometer(_ manager: MotionManager, show: (AccelerometerData) -> Void) async throws {
  manager.accelerometerUpdateInterval = 1.0 / 30
  manager.startAccelerometerUpdates()
  defer { manager.stopAccelerometerUpdates() }
  while manager.isAccelerometerActive {
    if let data = manager.accelerometerData { show(data) }
    try await Task.sleep(for: .seconds(1.0 / 30))
  }
}

/// Has the accelerometer's readings pushed to a queue, ten times a second.
func pushAccelerometer(
  _ manager: MotionManager, to queue: OperationQueue, show: @escaping @Sendable (AccelerometerData) -> Void
) {
  manager.accelerometerUpdateInterval = 1.0 / 10
  manager.startAccelerometerUpdates(to: queue) { data, error in
    guard let data else { return }
    show(data)
  }
}

/// A spirit level: how far the device is turned in the plane of its screen, in degrees, 0 where it stands upright. The
/// angle is atan2(-gravity.x, -gravity.y), and a dial on a spring makes it readable.
func watchLevel(_ manager: MotionManager, show: (Double) -> Void) async throws {
  manager.deviceMotionUpdateInterval = 1.0 / 60
  var dial = SpringDial<Double>()
  for try await motion in manager.deviceMotionUpdates() {
    guard let angle = TiltAngle(gravity: motion.gravity) else { continue }
    show(dial.update(towards: angle, interval: 1.0 / 60).degrees)
  }
}

/// A baseball bat: how it has turned since the start of the pitch, told in its own axes.
func watchSwing(_ manager: MotionManager, show: (Attitude) -> Void) async throws {
  var startOfPitch: Attitude?
  for try await motion in manager.deviceMotionUpdates() {
    var attitude = motion.attitude
    if let startOfPitch { attitude.multiply(byInverseOf: startOfPitch) } else { startOfPitch = attitude; continue }
    show(attitude)
  }
}

/// A compass of true north at 60 Hz.
func startCompass(
  _ manager: MotionManager, on queue: DispatchQueue, show: @escaping @Sendable (_ heading: Double) -> Void
) throws(MotionError) {
  manager.deviceMotionUpdateInterval = 1.0 / 60
  manager.showsDeviceMovementDisplay = true
  try manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical, to: queue) { motion, error in
    guard let motion, motion.heading >= 0 else { return }
    show(motion.heading)
  }
}

/// Shake to erase.
func eraseWhenShaken(_ manager: MotionManager, erase: () -> Void) async throws {
  var detector = ShakeDetector<Double>()
  var last: AccelerometerData?
  for try await data in manager.accelerometerUpdates() {
    let interval = last.map { data.timestamp.seconds(since: $0.timestamp) } ?? 0
    last = data
    if detector.update(specificForce: data.acceleration * -9.80665, interval: interval) == .ended { erase() }
  }
}

/// Gravity that follows the device, in m/s², for a physics engine: things fall to the floor, however it is held.
func watchGravity(_ manager: MotionManager, setGravity: (Vector3<Double>) -> Void) async throws {
  manager.deviceMotionUpdateInterval = 1.0 / 60
  for try await motion in manager.deviceMotionUpdates() { setGravity(motion.gravity * 9.80665) }
}
