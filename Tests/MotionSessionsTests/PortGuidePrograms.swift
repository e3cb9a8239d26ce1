// The programs of the article "From Core Motion to Cardan", verbatim; a test compares them.

import AttitudeFilters
import Cardan
import Dispatch
import Foundation
import DeviceGestures
import MotionSessions
import Rotations

/// Reads the accelerometer from a timer, 30 times a second, until the recording ends.
func pollAccelerometer(_ manager: MotionManager, show: (AccelerometerData) -> Void) async throws {
  manager.accelerometerUpdateInterval = 1.0 / 30
  manager.startAccelerometerUpdates()
  defer { manager.stopAccelerometerUpdates() }
  while manager.isAccelerometerActive {
    if let data = manager.accelerometerData { show(data) }
    try await Task.sleep(for: .seconds(1.0 / 30))
  }
}

/// Pushes readings of the accelerometer to a queue, 10 times a second.
func pushAccelerometer(
  _ manager: MotionManager, to queue: OperationQueue, show: @escaping @Sendable (AccelerometerData) -> Void
) {
  manager.accelerometerUpdateInterval = 1.0 / 10
  manager.startAccelerometerUpdates(to: queue) { data, error in
    guard let data else { return }
    show(data)
  }
}

/// A spirit level: the angle of the device in the plane of its screen in degrees, 0 upright. The angle is
/// atan2(-gravity.x, -gravity.y), and a dial on a spring smooths it.
func watchLevel(_ manager: MotionManager, show: (Double) -> Void) async throws {
  manager.deviceMotionUpdateInterval = 1.0 / 60
  var dial = SpringDial<Double>()
  for try await motion in manager.deviceMotionUpdates() {
    guard let angle = TiltAngle(gravity: motion.gravity) else { continue }
    show(dial.update(towards: angle, interval: 1.0 / 60).degrees)
  }
}

/// The rotation of a baseball bat since the start of the pitch, in its own axes.
func watchSwing(_ manager: MotionManager, show: (Attitude) -> Void) async throws {
  var startOfPitch: Attitude?
  for try await motion in manager.deviceMotionUpdates() {
    var attitude = motion.attitude
    if let startOfPitch { attitude.multiply(byInverseOf: startOfPitch) } else { startOfPitch = attitude; continue }
    show(attitude)
  }
}

/// A true-north compass at 60 Hz.
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

/// Calls `erase` at the end of each shake.
func eraseWhenShaken(_ manager: MotionManager, erase: () -> Void) async throws {
  for try await gesture in manager.gestureUpdates() where gesture.change == .shake(.ended) { erase() }
}

/// Gravity in device axes in m/s², for a physics engine in which things fall towards the real floor.
func watchGravity(_ manager: MotionManager, setGravity: (Vector3<Double>) -> Void) async throws {
  manager.deviceMotionUpdateInterval = 1.0 / 60
  for try await motion in manager.deviceMotionUpdates() { setGravity(motion.gravity * 9.80665) }
}
