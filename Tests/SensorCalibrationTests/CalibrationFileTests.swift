import Foundation
import MotionSamples
import NumericalMethods
import Rotations
import Testing

@testable import SensorCalibration

/// The file of a calibration: exact, steady, and clear about what is wrong with it.
@Suite struct CalibrationFileTests {
  private static var file: CalibrationFile {
    var file = CalibrationFile(
      provenance: .init(recording: "walk.csv", date: "2026-11-20", program: "cardan 0.1.0"))
    file.gyroscope = .init(model: SensorModel(bias: Vector3(x: 0.1, y: -0.2, z: 1.0 / 3)))
    file.accelerometer = .init(model: SensorModel(matrix: Matrix3(diagonal: Vector3(x: 1.1, y: 0.9, z: 1))))
    var magnetometer = CalibrationFile.MagnetometerSection(
      model: SensorModel(
        softIron: Matrix3(
          rows: Vector3(x: 1.1, y: 0.02, z: 0.01), Vector3(x: 0.02, y: 0.95, z: -0.03),
          Vector3(x: 0.01, y: -0.03, z: 1.02)), hardIron: Vector3(x: 21.5, y: -3.25, z: 7)))
    magnetometer.covariance = DenseMatrix(rowCount: 2, columnCount: 2, entries: [1e-9, 0.1, 0.1, 123456.789])
    file.magnetometer = magnetometer
    return file
  }

  @Test func whatIsWrittenReadsBackExactlyAndAlwaysTheSame() throws {
    let first = Self.file.json
    let read = try CalibrationFile(json: first)
    #expect(read == Self.file)
    #expect(read.json == first)
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.contains("\"hard_iron_microteslas\" : [21.5, -3.25, 7]"))
    #expect(text.hasSuffix("}\n"))
    #expect(read.deviceCalibration.gyroscope.bias.z == 1.0 / 3)
  }

  @Test func aTemperaturePolynomialReadsBack() throws {
    var file = Self.file
    file.gyroscope?.temperatureFit = GyroscopeTemperatureFit(
      referenceTemperature: 30.5,
      coefficients: [Vector3(x: 0.1, y: -0.2, z: 1.0 / 3), Vector3(x: 1e-4, y: 0, z: -1e-5)],
      standardDeviations: [.unitX * 1e-5, .unitY * 1e-6], temperatureRange: 20...41, residual: .unitZ * 1e-4)
    let read = try CalibrationFile(json: file.json)
    #expect(read == file && read.json == file.json)
    let text = String(decoding: file.json, as: UTF8.self)
    #expect(
      text.contains("\"reference_degrees_celsius\" : 30.5") && text.contains("\"range_degrees_celsius\" : [20, 41]"))
    // Linear between, constant beyond: 0.1 + 1e-4 · 10.5.
    #expect(abs(try #require(read.gyroscope?.temperatureFit).bias(at: 100).x - 0.10105) < 1e-15)
  }

  @Test(arguments: [
    (#""coefficients_radians_per_second_per_power_of_degree": [], "range_degrees_celsius": [1, 2]"#, "found 0"),
    (#""coefficients_radians_per_second_per_power_of_degree": [[1, 2]], "range_degrees_celsius": [1, 2]"#, "found 2"),
    (#""coefficients_radians_per_second_per_power_of_degree": [[1, 2, 3]], "range_degrees_celsius": [2, 1]"#, "lower"),
    (#""range_degrees_celsius": [2, 3]"#, "found 0"),
  ])
  func aBrokenTemperaturePolynomialIsNamed(parts: String, message: String) {
    let json =
      #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [0, 0, 0], "#
      + #""bias_over_temperature": {"reference_degrees_celsius": 25, "# + parts + "}}}"
    do throws(CalibrationFileError) {
      _ = try CalibrationFile(json: Data(json.utf8))
      Issue.record("no error")
    } catch {
      #expect(error.description.contains("bias_over_temperature") && error.description.contains(message), "\(error)")
    }
  }

  @Test func bothPublishedFormsOfAMagnetometerMeanTheSame() throws {
    var other = Self.file
    other.magnetometer?.form = .softIronFirst
    let text = String(decoding: other.json, as: UTF8.self)
    #expect(text.contains("hard_iron_after_soft_iron_microteslas") && !text.contains("hard_iron_microteslas"))
    let read = try #require(try CalibrationFile(json: other.json).magnetometer).model
    let model = try #require(Self.file.magnetometer).model
    #expect((read.bias - model.bias).length < 1e-12)
    let reading = Vector3(x: 30.0, y: 5.0, z: -40.0)
    #expect((read.apply(to: reading) - model.apply(to: reading)).length < 1e-12)
    // S · m - h by hand, first row: 1.1 · 30 + 0.02 · 5 - 0.01 · 40 - (1.1 · 21.5 - 0.02 · 3.25 + 0.01 · 7).
    #expect(abs(read.apply(to: reading).x - (32.7 - 23.655)) < 1e-9)
  }

  @Test(
    arguments: [
      ("{", .invalid, "", "not valid JSON in line 1, column 2"),
      (#"{"version": 1}"#, .invalid, "format", "missing"),
      (#"{"format": "other", "version": 1}"#, .invalid, "format", "expected 'cardan-calibration', found 'other'"),
      (
        #"{"format": "cardan-calibration", "version": 9}"#, .newerVersion, "version",
        "9 is newer than 1, the newest supported version"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"matrix": [[1,0,0],[0,1,0],[0,0,1]]}}"#,
        .invalid, "gyroscope.bias_radians_per_second", "missing"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [1, 2]}}"#,
        .invalid, "gyroscope.bias_radians_per_second", "expected 3 numbers, found 2"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [1, "a", 2]}}"#,
        .invalid, "gyroscope.bias_radians_per_second.1", "expected a number"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "magnetometer": {"hard_iron_microteslas": [1, 2, 3], "soft_iron": [[1,0,0],[1,0,0],[0,0,1]]}}"#,
        .unusableModel, "magnetometer", "the matrix has no inverse"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [0, 0, 0], "matrix": [[0,1,0],[1,0,0],[0,0,1]]}}"#,
        .unusableModel, "gyroscope", "the matrix mirrors the axes; its determinant must be positive"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [0, 0, 0], "matrix": [[1,0,0],[0,1,0],[0,0,1e-3]]}}"#,
        .unusableModel, "gyroscope", "the matrix has a condition number above 100.0"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "accelerometer": {"bias_meters_per_second_squared": [0, 1e300, 0]}}"#,
        .unusableModel, "accelerometer", "the bias is beyond 2000.0, the range of such sensors"
      ),
      (
        #"{"format": "cardan-calibration", "version": -5, "gyroscope": {"bias_radians_per_second": [0, 0, 0]}}"#,
        .invalid, "version", "expected 1, found -5"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "gyroscope": []}"#, .invalid, "gyroscope", "expected an object"
      ),
      (
        #"{"format": "cardan-calibration", "version": 1, "magnetometer": {"hard_iron_microteslas": [1, 2, 3], "hard_iron_after_soft_iron_microteslas": [1, 2, 3]}}"#,
        .invalid, "magnetometer.hard_iron_after_soft_iron_microteslas",
        "contradicts hard_iron_microteslas; give one of the two"
      ),
    ] as [(String, CalibrationFileError.Kind, String, String)])
  func mistakesAreNamedWithTheirPlace(
    _ json: String, _ kind: CalibrationFileError.Kind, _ keyPath: String, _ message: String
  ) {
    #expect(throws: CalibrationFileError(kind, path: "c.json", keyPath: keyPath, message: message)) {
      try CalibrationFile(json: Data(json.utf8), path: "c.json")
    }
  }

  @Test func everyTruncatedFileIsRefused() {
    let bytes = Self.file.json
    for length in 0..<bytes.count - 3 {
      #expect(throws: CalibrationFileError.self) { try CalibrationFile(json: bytes.prefix(length)) }
    }
  }

  @Test func aFileThatCannotBeReadIsNamed() {
    let error = CalibrationFileError(.unreadable, path: "/no/such/file", message: "cannot read the file")
    #expect(throws: error) { try CalibrationFile(contentsOf: "/no/such/file") }
    #expect(error.description == "/no/such/file: cannot read the file")
  }

  @Test func anEmptyCalibrationIsAPerfectDevice() throws {
    let file = try CalibrationFile(json: CalibrationFile().json)
    #expect(file.deviceCalibration == .identity)
  }
}
