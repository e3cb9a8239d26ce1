import Testing

@testable import LiveSources

/// The objects of `net.hadess.SensorProxy` without a bus; the tests of the integrations have the clients.
@Suite struct SensorProxyObjectsTests {
  func objects(claims: [(String, SensorProxyObjects.Object, String)]) -> SensorProxyObjects {
    var objects = SensorProxyObjects(hasCompass: true)
    for (method, object, client) in claims {
      let isKnown = objects.call(method, of: object, by: client)
      #expect(isKnown)
    }
    return objects
  }

  @Test func changesGoToTheClientsThatHaveClaimedTheSensor() {
    var objects = objects(claims: [
      ("ClaimAccelerometer", .sensors, ":1.5"), ("ClaimLight", .sensors, ":1.6"), ("ClaimCompass", .compass, ":1.7"),
      ("ClaimAccelerometer", .sensors, ":1.2"),
    ])
    let signals = objects.update(.init(orientation: .leftUp, tilt: .vertical, heading: 90.4))
    #expect(signals.map(\.receiver) == [":1.2", ":1.5", ":1.7"])
    #expect(signals.map(\.object) == [.sensors, .sensors, .compass])
    #expect(signals[0].changes.map(\.name) == ["AccelerometerOrientation", "AccelerometerTilt"])
    #expect(signals[0].changes.map(\.value) == [.string("left-up"), .string("vertical")])
    #expect(signals[2].changes.map(\.value) == [.double(90)])
  }

  @Test func claimsEndByReleaseAndWithTheClient() {
    var objects = objects(claims: [
      ("ClaimAccelerometer", .sensors, "a"), ("ClaimAccelerometer", .sensors, "b"), ("ClaimCompass", .compass, "b"),
      ("ClaimAccelerometer", .sensors, "c"), ("ReleaseAccelerometer", .sensors, "c"),
    ])
    objects.dropClaims(of: "b")
    #expect(objects.update(.init(orientation: .normal, heading: 1)).map(\.receiver) == ["a"])
  }

  @Test func aHeadingChangesByWholeDegreesBelowAFullTurn() {
    var objects = objects(claims: [("ClaimCompass", .compass, "a")])
    let headings = [359.4, 359.45, 359.7, 0.2, nil].map { heading in
      objects.update(.init(heading: heading)).flatMap(\.changes).map(\.value)
    }
    #expect(headings == [[.double(359)], [], [.double(0)], [], [.double(-1)]])
  }

  @Test func methodsBelongToTheirObject() {
    var objects = SensorProxyObjects(hasCompass: false)
    let unknown: [(String, SensorProxyObjects.Object)] = [
      ("ClaimCompass", .sensors), ("ClaimLight", .compass), ("ClaimSmell", .sensors),
    ]
    for (method, object) in unknown {
      let isKnown = objects.call(method, of: object, by: "a")
      #expect(!isKnown, "\(method)")
    }
    #expect(objects.properties(of: .compass).map(\.value) == [.boolean(false), .double(-1)])
  }
}
