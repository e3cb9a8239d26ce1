/// What one event of the source led to.
struct Deliveries {
  var accelerometer: Delivery<AccelerometerData>?
  var gyroscope: Delivery<GyroscopeData>?
  var magnetometer: Delivery<MagnetometerData>?
  var deviceMotion: Delivery<DeviceMotion>?
  /// Something to be told once to those who want device motion.
  var notice: Delivery<DeviceMotion>?

  func send() {
    accelerometer?.send()
    gyroscope?.send()
    magnetometer?.send()
    notice?.send()
    deviceMotion?.send()
  }

  /// Waits until all have room for another value.
  func waitForRoom() async {
    await accelerometer?.waitForRoom()
    await gyroscope?.waitForRoom()
    await magnetometer?.waitForRoom()
    await deviceMotion?.waitForRoom()
  }
}
