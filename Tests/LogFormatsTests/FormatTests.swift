import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

@Suite struct FormatTests {
  let folder = TemporaryFolder()
  static let euroc = """
    #timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]
    1403636579758555392,-0.099134701513277898,0.14730578886832138,0.02722713633111154,8.1476917083333333,-0.37592158333333331,-2.4026292499999999
    1403636579763555584,-0.099134701513277898,0.14032447186034408,0.029321531433504733,8.033280791666666,-0.40861041666666664,-2.4026292499999999
    1403636579768555520,-0.098436569812480182,0.12775810124598494,0.037699111843077518,7.8861810416666662,-0.42495483333333334,-2.4353180833333332

    """
  static let eurocTruth = """
    #timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], v_RS_R_x [m s^-1]
    1403636579763555584,4.6,-1.7,0.5,1,0,0,0,0
    1403636579773555584,4.6,-1.7,0.5,-0.99619469809174555,-0.087155742747658174,0,0,0

    """

  @Test func readsEuRoC() throws {
    let file = try folder.write(Self.euroc, to: "MH_01/mav0/imu0/data.csv")
    let plain = try MotionLog.open(file)
    #expect(plain.header.formatName == "EuRoC/ASL")
    #expect(!plain.header.hasGroundTruth && !plain.header.hasMagnetometer)
    try folder.write(Self.eurocTruth, to: "MH_01/mav0/state_groundtruth_estimate0/data.csv")
    for name in ["MH_01", "MH_01/", "MH_01/mav0", "MH_01/mav0/imu0", "MH_01/mav0/imu0/data.csv"] {
      let path = "\(folder.path)/\(name)"
      #expect(MotionLog.isLog(path), "\(name)")
      #expect(try MotionLog.open(path).header.hasGroundTruth)
      let rows = try records(path)
      #expect(
        rows.map(\.timestamp) == [1_403_636_579_758_555_392, 1_403_636_579_763_555_584, 1_403_636_579_768_555_520])
      #expect(rows[0].angularRate.x == -0.099134701513277898)
      #expect(rows[2].specificForce.z == -2.4353180833333332)
      #expect(rows[0].trueENUFromBody == nil)
      #expect(rows[1].trueENUFromBody?.quaternion.w == 1)
      // Half of the way, but 64 ns, to a turn by 10° about x.
      let turned = try #require(rows[2].trueENUFromBody).quaternion
      let fraction = Double(4_999_936) / 10_000_000
      #expect(abs(2 * atan2(turned.x, turned.w) - fraction * 10 * .pi / 180) < 1e-9)
    }
    #expect(try LogFolder(folder.path).logs == ["\(folder.path)/MH_01"])
  }

  @Test func readsRepoIMU() throws {
    let text = """
      Time (s);Vicon Orientation;;;;IMU Acceleration;;;IMU Gyroscope;;;IMU Magnetometer;;;
      ;W;X;Y;Z;X;Y;Z;X;Y;Z;X;Y;Z;
      0.08;1;0;1.5e-035;0;-0.07;0.21;9.79;0.002;-0.006;0.001;-0.33;0.19;-0.88
      0.09;0;0;0;0;-0.08;0.22;9.78;0.003;-0.007;0.002;-0.34;0.20;-0.89

      """
    let path = try folder.write(text)
    let error = try #require(failure(path))
    #expect(error.name == "IMU Magnetometer X" && error.fact == missing(.init(.magnetometer)), "\(error)")
    let options = LogOptions(magneticFieldUnit: .gauss)
    #expect(try MotionLog.open(path, options: options).header.formatName == "RepoIMU")
    let rows = try records(path, options: options)
    #expect(rows.map(\.timestamp) == [80_000_000, 90_000_000])
    #expect(rows[0].specificForce == Vector3(x: -0.07, y: 0.21, z: 9.79))
    #expect(rows[0].angularRate == Vector3(x: 0.002, y: -0.006, z: 0.001))
    #expect(rows[0].magneticField == Vector3(x: -0.33, y: 0.19, z: -0.88) * 100)
    #expect(rows[0].trueENUFromBody?.quaternion.w == 1)
    #expect(rows[1].trueENUFromBody == nil)
  }

  @Test(.needs(.hdf5)) func readsBROAD() throws {
    let path = fixture("broad_small.hdf5")
    let header = try MotionLog.open(path).header
    #expect(
      header.formatName == "BROAD HDF5" && header.rowCount == 7 && header.hasGroundTruth && header.hasMagnetometer)
    let rows = try records(path)
    #expect(rows.count == 7)
    #expect(rows.map(\.timestamp) == (0..<7).map { Int64($0) * 4_000_000 })
    for (index, row) in rows.enumerated() {
      let k = Double(index)
      #expect(row.angularRate == Vector3(x: 0.1 * k, y: 0.1 * k + 0.01, z: 0.1 * k + 0.02))
      #expect(row.specificForce == Vector3(x: k, y: k + 0.5, z: k + 9.81))
      #expect(index == 2 ? row.magneticField.x.isNaN : row.magneticField == Vector3(x: k + 20, y: k, z: k - 40))
      #expect(index == 3 ? row.trueENUFromBody == nil : row.trueENUFromBody?.quaternion.y == -0.5)
      #expect(row.isMoving == (index % 2 == 1))
    }
    #expect(try records(path, options: LogOptions(usesMagnetometer: false))[0].magneticField.x.isNaN)
  }

  @Test(.needs(.hdf5)) func badHDF5IsExplained() throws {
    for (name, column, words) in [
      ("foreign.hdf5", "imu_gyr", "a BROAD trial has"),
      ("broad_wrong_shape.hdf5", "imu_acc", "expected the shape n x 3, found 4 x 2"),
      ("broad_unequal.hdf5", "imu_acc", "5 rows, but imu_gyr has 4"),
      ("broad_without_rate.hdf5", "sampling_rate", "no timestamps and no sampling rate"),
    ] {
      let path = fixture(name)
      let error = try #require(failure(path))
      #expect(error.path == path && error.name == column && error.message.contains(words), "\(error)")
    }
    let path = fixture("broad_without_rate.hdf5")
    #expect(try records(path, options: LogOptions(samplingRate: 100)).map(\.timestamp).last == 30_000_000)

    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture("broad_small.hdf5")))
    for count in [8, 100, 2000, whole.count / 2, whole.count - 1] {
      let cut = try folder.write(whole.prefix(count), to: "cut.hdf5")
      #expect(failure(cut)?.path == cut, "\(count)")
    }
  }

  @Test(.needs(.broad, .hdf5)) func readsARealTrial() throws {
    for (trial, count) in [("02", 53_240), ("08", 55_358)] {
      let rows = try records(try #require(SharedRecordings.trial(trial)))
      #expect(rows.count == count)
      #expect(rows[2857].timestamp == 9_999_500_000)
      let mean = rows.reduce(0) { $0 + $1.specificForce.length } / Double(count)
      #expect(abs(mean - 9.8) < 0.4)
      #expect(rows.contains { $0.isMoving } && rows.contains { !$0.isMoving })
      // At rest the accelerometer points up in the true frame.
      let errors = rows.compactMap { row in
        row.isMoving ? nil : row.trueENUFromBody.map { $0.rotate(row.specificForce) }
      }
      #expect(errors.count > 1000)
      #expect(errors.filter { $0.z < 9.5 }.count < errors.count / 100)
    }
  }
}
