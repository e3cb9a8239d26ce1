import Glibc
import Rotations
import Testing

@testable import ReportPages

/// Spectra against examples by hand.
@Suite struct WelchSpectrumTests {
  @Test func theTransformOfFourNumbers() {
    let transform = FourierTransform(length: 4)
    #expect(transform.power(of: [1, 0, 0, 0]) == [1, 1, 1])
    #expect(transform.power(of: [1, 1, 1, 1]) == [16, 0, 0])
    #expect(transform.power(of: [1, -1, 1, -1]) == [0, 0, 16])
    // X_1 = 1 - 2i - 3 + 4i = -2 + 2i.
    let power = transform.power(of: [1, 2, 3, 4])
    #expect(abs(power[0] - 100) < 1e-12 && abs(power[1] - 8) < 1e-12 && abs(power[2] - 4) < 1e-12)
  }

  /// With a Hann window over N readings at f Hz, a sine of amplitude A at bin k gives S_k = A² N / (3 f) and a quarter of that
  /// at its neighbours; S times the width of a bin sums up to its mean square A²/2.
  @Test func aSineGivesItsDensity() throws {
    var spectrum = WelchSpectrum()
    let (rate, amplitude, bin) = (128.0, 2.0, 64)
    for index in 0..<2048 {
      let value = amplitude * sin(2 * .pi * Double(bin * index) / 512)
      spectrum.add(Vector3(x: value, y: 5, z: -value / 2), interval: index == 0 ? 0 : 1 / rate)
    }
    // 512, and one for each 256 more.
    #expect(spectrum.segmentCount == 7)
    let density = spectrum.densities
    #expect(abs(spectrum.frequencies[bin] - 16) < 1e-12 && spectrum.frequencies.count == 257)
    let expected = amplitude * amplitude * 512 / (3 * rate)
    #expect(abs(density[bin].x / expected - 1) < 1e-9)
    #expect(abs(density[bin - 1].x / (expected / 4) - 1) < 1e-9 && abs(density[bin + 1].x / (expected / 4) - 1) < 1e-9)
    #expect(abs(density[bin].z / (expected / 4) - 1) < 1e-9)
    #expect(density.allSatisfy { $0.y < 1e-20 }, "a constant has no density")
    #expect(abs(density.reduce(0) { $0 + $1.x } * rate / 512 - amplitude * amplitude / 2) < 1e-9)
    let peak = try #require(spectrum.peaks().first)
    #expect(abs(peak.frequency - 16) < 0.01 && peak.prominence > 1e6)
  }

  /// White noise of variance v has the density v / (f/2).
  @Test func noiseIsFlat() {
    var spectrum = WelchSpectrum()
    var state: UInt64 = 1
    for _ in 0..<51_200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(state >> 40) * 0x1p-24 - 0.5
      spectrum.add(Vector3(x: noise, y: 0, z: 0), interval: 0.01)
    }
    let inner = spectrum.densities[2..<255]
    let mean = inner.reduce(0) { $0 + $1.x } / Double(inner.count)
    #expect(abs(mean / (1.0 / 12 / 50) - 1) < 0.02)
    #expect(spectrum.peaks().isEmpty)
  }

  @Test func gapsAndMissingReadingsStartAgain() {
    func segments(_ disturb: (Int) -> (Vector3<Double>, Double)) -> Int {
      var spectrum = WelchSpectrum()
      for index in 0..<600 {
        let (reading, interval) = disturb(index)
        spectrum.add(reading, interval: interval)
      }
      return spectrum.segmentCount
    }
    #expect(segments { _ in (.zero, 0.01) } == 1)
    #expect(segments { (.zero, $0 == 300 ? 0.02 : 0.01) } == 0)
    #expect(segments { (.zero, $0 == 300 ? 0 : 0.01) } == 0)
    #expect(segments { (.zero, $0.isMultiple(of: 2) ? 0.011 : 0.009) } == 1)
    #expect(segments { ($0 == 300 ? .absent : .zero, 0.01) } == 0)
  }
}
