import MotionSamples
import Rotations
import Testing

@Suite struct SensorModelTests {
  /// 0.1 + 0.01 t + 0.001 t² with t from 20 degrees: 0.3 at 30 degrees, and between 10 and 40 degrees only.
  @Test func aBiasFollowsTheTemperature() {
    let model = BiasTemperatureModel(
      referenceTemperature: 20, lowestTemperature: 10, highestTemperature: 40, constant: .unitX * 0.1,
      linear: .unitX * 0.01, quadratic: .unitX * 0.001)
    for (temperature, bias) in [(20.0, 0.1), (30, 0.3), (10, 0.1), (-50, 0.1), (40, 0.7), (1e9, 0.7), (.nan, 0.1)] {
      #expect(abs(model.bias(at: temperature).x - bias) < 1e-15, "\(temperature)")
    }
    let steep = BiasTemperatureModel(
      referenceTemperature: 0, lowestTemperature: 0, highestTemperature: 2, constant: .zero, cubic: .unitY,
      quartic: .unitZ)
    #expect(steep.bias(at: 2) == Vector3(x: 0, y: 8, z: 16))
    // The polynomial takes the place of the constant bias; an unknown temperature gives the bias at the reference.
    let device = DeviceCalibration<Double>(
      gyroscope: SensorModel(scale: Vector3(x: 1, y: 2, z: 1), bias: .unitX), gyroscopeTemperature: steep)
    #expect(device.gyroscope(at: 2).bias == Vector3(x: 0, y: 8, z: 16))
    let sample = MotionSample<Double>(interval: 0.01, angularRate: Vector3(x: 1, y: 9, z: 20))
    #expect(device.apply(to: sample, temperature: 2).angularRate == Vector3(x: 1, y: 2, z: 4))
    #expect(device.apply(to: sample).angularRate == Vector3(x: 1, y: 18, z: 20))
    #expect(device != .identity && DeviceCalibration<Double>(gyroscopeTemperature: steep) != .identity)
  }

  let softIron = Matrix3(
    rows: Vector3(x: 1.1, y: 0.02, z: -0.03), Vector3(x: 0.02, y: 0.9, z: 0.05), Vector3(x: -0.03, y: 0.05, z: 1.05))
  let hardIron = Vector3(x: 12.0, y: -30.0, z: 7.0)
  let field = Vector3(x: 20.0, y: -3.0, z: -45.0)

  @Test func byHand() {
    let model = SensorModel(
      matrix: Matrix3(rows: Vector3(x: 2.0, y: 0, z: 0), Vector3(x: 0, y: 1, z: 1), Vector3(x: 0, y: 0, z: -1)),
      bias: Vector3(x: 1, y: 2, z: 3))
    #expect(model.apply(to: Vector3(x: 2, y: 2, z: 5)) == Vector3(x: 2, y: 2, z: -2))
    #expect(model.apply(to: model.bias) == .zero)
  }

  @Test func theDefaultIsAPerfectSensor() {
    #expect(SensorModel<Double>.identity.apply(to: field) == field)
    #expect(SensorModel<Double>() == .identity)
  }

  @Test func scaleComesBeforeMisalignment() {
    let misalignment = Matrix3(rows: Vector3(x: 1.0, y: 0.5, z: 0), .unitY, .unitZ)
    let model = SensorModel(misalignment: misalignment, scale: Vector3(x: 2, y: 4, z: 8), bias: .unitX)
    // diag(2, 4, 8) (1, 1, 1) = (2, 4, 8), and then x gains half of y.
    #expect(model.apply(to: Vector3(x: 2, y: 1, z: 1)) == Vector3(x: 4, y: 4, z: 8))
  }

  @Test func bothFormsOfHardIronMeanTheSame() throws {
    let before = SensorModel(softIron: softIron, hardIron: hardIron)
    // S (m − h) = S m − S h.
    let after = softIron * field - softIron * hardIron
    #expect((before.apply(to: field) - after).length < 1e-13)
    let other = try #require(
      SensorModel(softIron: softIron, hardIronAfterSoftIron: before.hardIronAfterSoftIron))
    #expect((other.bias - hardIron).length < 1e-13)
    #expect((other.apply(to: field) - after).length < 1e-13)
    #expect((other.hardIronAfterSoftIron - before.hardIronAfterSoftIron).length < 1e-13)
  }

  @Test func theFormsDifferByHand() throws {
    let double = Matrix3(diagonal: Vector3(x: 2.0, y: 2, z: 2))
    let before = SensorModel(softIron: double, hardIron: Vector3(x: 10, y: 0, z: 0))
    let after = try #require(SensorModel(softIron: double, hardIronAfterSoftIron: Vector3(x: 10, y: 0, z: 0)))
    let reading = Vector3(x: 25.0, y: 0, z: 0)
    #expect(before.apply(to: reading).x == 30)
    #expect(after.apply(to: reading).x == 40)
    #expect(before.hardIronAfterSoftIron.x == 20)
    #expect(after.bias.x == 5)
  }

  @Test func aMatrixThatLosesADirectionIsRefused() {
    let flat = Matrix3(diagonal: Vector3(x: 1.0, y: 1, z: 0))
    #expect(SensorModel(softIron: flat, hardIronAfterSoftIron: hardIron) == nil)
    #expect(SensorModel(matrix: flat).followed(by: .identity) == nil)
  }

  @Test func modelsCompose() throws {
    let first = SensorModel(matrix: softIron, bias: hardIron)
    let second = SensorModel(matrix: softIron.transpose * softIron, bias: Vector3(x: -3, y: 0.5, z: 2))
    let both = try #require(first.followed(by: second))
    #expect((both.apply(to: field) - second.apply(to: first.apply(to: field))).length < 1e-12)
    #expect(first.followed(by: .identity)?.matrix == first.matrix)
    #expect(first.followed(by: .identity)?.bias == first.bias)
    #expect(SensorModel.identity.followed(by: first) == first)
    // The order counts: second then first is another model.
    let swapped = try #require(second.followed(by: first))
    #expect((swapped.apply(to: field) - both.apply(to: field)).length > 1)
  }

  @Test func aDeviceAppliesEachModelToItsSensorAndKeepsAbsentReadings() {
    let device = DeviceCalibration(
      gyroscope: SensorModel(bias: Vector3(x: 0.5, y: 0, z: 0)),
      accelerometer: SensorModel(scale: Vector3(x: 1, y: 1, z: 2)),
      magnetometer: SensorModel(softIron: softIron, hardIron: hardIron))
    let sample = MotionSample(
      interval: 0.01, angularRate: Vector3(x: 1.0, y: 2, z: 3), specificForce: Vector3(x: 0, y: 0, z: 5))
    let calibrated = device.apply(to: sample)
    #expect(calibrated.interval == 0.01)
    #expect(calibrated.angularRate == Vector3(x: 0.5, y: 2, z: 3))
    #expect(calibrated.specificForce == Vector3(x: 0, y: 0, z: 10))
    #expect(!calibrated.magneticField.isFiniteInLane)
  }

  @Test func lanesAreIndependentAndEqualTheScalar() {
    var lanes = SensorModel<DoubleLanes>.identity
    let other = SensorModel<DoubleLanes>(
      matrix: Matrix3(diagonal: Vector3(repeating: 3.0)), bias: Vector3(repeating: 1.0))
    lanes.replace(with: other, where: DoubleLanes([0, 1, 0, 1, 0, 1, 0, 1]) .== 1.0)
    #expect(lanes.apply(to: Vector3(repeating: 5.0)).y == DoubleLanes([5, 12, 5, 12, 5, 12, 5, 12]))
  }
}
