import LogDiagnosis
import LogFormats
import LogTables
import MotionSimulation
import Rotations
import Testing

/// Each check: a fault trips it, one half as large does not, and the first finding names the reason.
@Suite struct FindingTests {
  @Test(arguments: SimulationScenario.names)
  func aSoundLogIsGood(scenario: String) throws {
    let findings = try FaultyRecording.findings(FaultyRecording.simulated(scenario))
    #expect(findings.letters == "", "\(findings.map(\.text))")
  }

  @Test func aReversedAccelerometerIsFound() throws {
    let findings = try FaultyRecording.findings { $1.specificForce = -$1.specificForce }
    #expect(findings.first?.check == .reversedSensor && findings.first?.severity == .unusable)
    #expect(findings.first?.advice?.options == ["--accel-axes=-x,-y,-z"])
    let field = try FaultyRecording.findings { $1.magneticField = -$1.magneticField }
    #expect(field.first?.advice?.options == ["--mag-axes=-x,-y,-z"])
  }

  @Test(arguments: ["-x,y,z", "x,y,-z", "y,x,z", "-x,-y,z", "y,-x,z", "-x,-y,-z", "z,x,y"])
  func axesOfTheGyroscopeAreFound(axes: String) throws {
    let wrong = try #require(SignedAxes(axes))
    let findings = try FaultyRecording.findings { $1.angularRate = wrong.read($1.angularRate) }
    #expect(findings.first?.fact == .wrongAxes(.gyroscope, wrong.inverse.text), "\(findings.map(\.text))")
  }

  @Test(arguments: ["-x,y,z", "x,y,-z", "y,x,z", "-x,-y,z", "y,-x,z", "z,x,y"])
  func axesOfOneSensorAreFound(axes: String) throws {
    let wrong = try #require(SignedAxes(axes))
    let force = try FaultyRecording.findings { $1.specificForce = wrong.read($1.specificForce) }
    #expect(force.first?.fact == .wrongAxes(.accelerometer, wrong.inverse.text), "\(force.map(\.text))")
    #expect(force.first?.advice?.options == ["--accel-axes=\(wrong.inverse.text)"])
    let field = try FaultyRecording.findings { $1.magneticField = wrong.read($1.magneticField) }
    #expect(field.first?.fact == .wrongAxes(.magnetometer, wrong.inverse.text), "\(field.map(\.text))")
  }

  @Test func stuckAxesAreFound() throws {
    let gyroscope = try FaultyRecording.findings { $1.angularRate.y = 0.02 }
    #expect(gyroscope.first?.fact == .stuck(.gyroscope, axis: 1), "\(gyroscope.map(\.text))")
    #expect(!gyroscope.doubts(.gyroscopeUnit))
    let force = try FaultyRecording.findings { $1.specificForce.z = 9.81 }
    #expect(force.contains { $0.fact == .stuck(.accelerometer, axis: 2) })
    let short = try FaultyRecording.findings { if (3000..<3050).contains($0) { $1.angularRate.y = 0.02 } }
    #expect(!short.doubts(.stuckAxis))
    let frozen = try FaultyRecording.findings { if $0 > 3000 { $1.magneticField = Vector3(x: 10, y: 12, z: -40) } }
    #expect(frozen.contains { $0.fact == .frozen(.magnetometer) })
  }

  @Test func unitsAreFound() throws {
    let degrees = try FaultyRecording.findings { $1.angularRate *= 180 / .pi }
    #expect(degrees.first?.fact == .wrongUnit(.gyroscope, "deg/s"))
    #expect(degrees.first?.advice?.options == ["--gyro-unit=deg/s"])
    let slow = try FaultyRecording.findings { $1.angularRate *= 1000 }
    #expect(slow.first?.fact == .wrongUnit(.gyroscope, "mrad/s"))
    // Converted twice: no unit of the columns explains it.
    #expect(try FaultyRecording.findings { $1.angularRate *= .pi / 180 }.first?.fact == .wrongScale(.gyroscope))
    let g = try FaultyRecording.findings { $1.specificForce *= 1 / 9.80665 }
    #expect(g.first?.fact == .wrongUnit(.accelerometer, "g"))
    let gauss = try FaultyRecording.findings { $1.magneticField *= 0.01 }
    #expect(gauss.first?.fact == .wrongUnit(.magnetometer, "G"))
    #expect(try FaultyRecording.findings { $1.angularRate *= 1.4 }.doubts(.gyroscopeUnit))
    #expect(!(try FaultyRecording.findings { $1.angularRate *= 1.1 }.doubts(.gyroscopeUnit)))
    #expect(try FaultyRecording.findings { $1.specificForce *= 1.06 }.doubts(.accelerometerScale))
    #expect(!(try FaultyRecording.findings { $1.specificForce *= 1.005 }.doubts(.accelerometerScale)))
  }

  /// Also where it was taken for g.
  @Test(arguments: [1, 9.80665]) func removedGravityIsFound(scale: Double) throws {
    let findings = try FaultyRecording.findings { _, record in
      let up = record.trueENUFromBody?.inverse.rotate(Vector3(x: 0, y: 0, z: 9.81)) ?? .zero
      record.specificForce = scale * (record.specificForce - up)
    }
    #expect(findings.first?.fact == .gravityRemoved, "\(findings.map(\.text))")
  }

  @Test func aHardIronIsFound() throws {
    let rows = FaultyRecording.simulated { $0.environment.magnets = [] }
    let findings = try FaultyRecording.findings(
      FaultyRecording.changed(rows) { $1.magneticField += Vector3(x: 8, y: -5, z: 4) })
    #expect(findings.contains { $0.fact == .hardIron && $0.severity > .note })
    let half = try FaultyRecording.findings(
      FaultyRecording.changed(rows) { $1.magneticField += Vector3(x: 2, y: -1, z: 1) })
    #expect(!half.doubts(.magnetometerCalibration))
  }

  @Test func aSoftIronIsFound() throws {
    func findings(_ size: Double) throws -> [Finding] {
      // Turns through all directions in the Earth's field.
      func attitude(_ time: Double) -> Rotation<Double> {
        Rotation(aboutZ: 0.9 * time) * Rotation(aboutY: 0.37 * time) * Rotation(aboutX: 0.21 * time)
      }
      let rows = (0..<6000).map { index in
        let time = 0.01 * Double(index)
        let bodyFromENU = attitude(time).inverse
        var field = bodyFromENU.rotate(Vector3(x: 0, y: 20, z: -40))
        field.x *= 1 + size
        return LogRecord(
          timestamp: Int64(index) * 10_000_000,
          angularRate: (attitude(time - 0.01).inverse * attitude(time)).rotationVector * 100,
          specificForce: bodyFromENU.rotate(Vector3(x: 0, y: 0, z: 9.81)), magneticField: field)
      }
      return try FaultyRecording.findings(rows)
    }
    let found = try findings(0.2)
    #expect(found.contains { $0.fact == .softIron && $0.severity == .doubt }, "\(found.map(\.text))")
    #expect(!(try findings(0.1).contains { $0.fact == .softIron }))
  }

  @Test func aNormalizedFieldIsFound() throws {
    for strength in [1.0, 100] {
      let findings = try FaultyRecording.findings {
        $1.magneticField = ($1.magneticField.normalized ?? .zero) * strength
      }
      #expect(findings.first?.fact == .normalizedField, "\(findings.map(\.text))")
    }
  }

  @Test func clocksAreFound() throws {
    let reset = try FaultyRecording.findings { if $0 > 3000 { $1.timestamp -= 30_000_000_000 } }
    #expect(reset.first?.fact == .clockReset && abs((reset.first?.times.first?.lowerBound ?? 0) - 30) < 0.1)
    let set = try FaultyRecording.findings { if $0 > 3000 { $1.timestamp += 6 * 31_557_600_000_000_000 } }
    let setting = try #require(set.first { $0.fact == .clockSet })
    #expect(setting.severity == .note && setting.evidence.map(\.value).first == 1)
    #expect(!set.doubts(.clock) && !set.doubts(.coverage), "\(set.map(\.text))")
    let groups = try FaultyRecording.findings { $1.timestamp = Int64($0 / 5) * 50_000_000 }
    #expect(groups.contains { $0.fact == .grouped } && !groups.doubts(.coverage))
    // Intervals 61 shorter or 39 longer than regular ones, in turn without a pattern.
    func random(_ index: Int) -> Int64 { Int64(index * 61 % 100) }
    let jitter = try FaultyRecording.findings { $1.timestamp += random($0) * 60_000 }
    #expect(jitter.contains { $0.fact == .jitter } && !jitter.contains { $0.fact == .gaps })
    // The intervals are 9.39 or 10.61 ms and so on: the numbers show it.
    let finding = try #require(jitter.first { $0.fact == .jitter })
    let numbers = Dictionary(uniqueKeysWithValues: finding.evidence.map { ($0.name, $0.value) })
    #expect((numbers["95 % quantile"] ?? 0) > 1.3 * (numbers["median"] ?? 0))
    #expect(abs((numbers["mean rate"] ?? 0) - 100) < 1)
    let small = try FaultyRecording.findings { $1.timestamp += random($0) * 2_500 }
    #expect(!small.doubts(.clock))
    let gap = try FaultyRecording.findings { if $0 > 3000 { $1.timestamp += 2_000_000_000 } }
    #expect(gap.contains { $0.fact == .gaps && ($0.times.first?.contains(31) ?? false) })
    let slow = try FaultyRecording.findings { $1.timestamp *= 1000 }
    #expect(slow.letters == "G" && slow.first?.fact == .unusualRate)
    let fast = try FaultyRecording.findings { $1.timestamp /= 1000 }
    #expect(fast.letters == "G" && fast.first?.fact == .unusualRate, "\(fast.map(\.text))")
    #expect(try FaultyRecording.findings([]).first?.fact == .noRows)
  }

  @Test func heldReadingsAreNotSaturated() throws {
    let rows = FaultyRecording.handHeld
    let findings = try FaultyRecording.findings { $1.angularRate = rows[$0 / 3 * 3].angularRate }
    #expect(findings.first?.fact == .held(.gyroscope) && !findings.doubts(.saturation))
  }

  @Test func saturationIsFound() throws {
    let limit = 250 * Double.pi / 180 * 0.5
    let findings = try FaultyRecording.findings { $1.angularRate.x = min(limit, max(-limit, $1.angularRate.x)) }
    #expect(findings.contains { $0.fact == .saturated(.gyroscope, axis: 0) })
    #expect(!findings.doubts(.stuckAxis))
  }

  @Test func corruptReadingsAreFound() throws {
    let zeros = try FaultyRecording.findings { if $0 % 500 == 7 { $1.specificForce = .zero } }
    #expect(zeros.contains { $0.fact == .zeros(.accelerometer) })
    let spikes = try FaultyRecording.findings { if $0 % 500 == 57 { $1.angularRate.x += 40 } }
    #expect(spikes.contains { $0.fact == .spikes(.gyroscope) })
    let missing = try FaultyRecording.findings { if $0 % 50 == 7 { $1.specificForce = .absent } }
    #expect(missing.contains { $0.fact == .missing(.accelerometer) })
    #expect(try FaultyRecording.findings { $1.magneticField = .absent }.contains { $0.fact == .absent(.magnetometer) })
  }

  @Test func biasAndNoiseAreFound() throws {
    #expect(try FaultyRecording.findings { $1.angularRate.x += 0.02 }.doubts(.gyroscopeBias))
    #expect(!(try FaultyRecording.findings { $1.angularRate.x += 0.003 }.doubts(.gyroscopeBias)))
    let drift = try FaultyRecording.findings { $1.angularRate.x += Double($0) / 6000 * 1.1 * .pi / 180 }
    #expect(drift.contains { $0.fact == .biasDrift }, "\(drift.map(\.text))")
    let noisy = FaultyRecording.simulated { $0.errors.gyroscope.noiseDensity = 0.2 * .pi / 180 }
    #expect(try FaultyRecording.findings(noisy).contains { $0.fact == .noisy(.gyroscope) })
    let half = FaultyRecording.simulated { $0.errors.gyroscope.noiseDensity = 0.05 * .pi / 180 }
    #expect(!(try FaultyRecording.findings(half).doubts(.noise)))
    let shaken = FaultyRecording.simulated { $0.errors.accelerometer.vibration = 6 }
    #expect(try FaultyRecording.findings(shaken).doubts(.vibration))
    let less = FaultyRecording.simulated { $0.errors.accelerometer.vibration = 2 }
    #expect(!(try FaultyRecording.findings(less).doubts(.vibration)))
  }
}
