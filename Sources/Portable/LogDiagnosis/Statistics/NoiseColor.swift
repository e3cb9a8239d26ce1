import CMathShims
import MotionSamples
import Rotations

/// The noise of a sensor by octaves of the frequency, in the quietest tenth of the time; in constant memory.
///
/// The noise of a sensor is white but for its low-pass filter. One of first order lets it fall by 6 dB an octave above the corner; motion
/// falls faster, vibration has lines, and both differ from octave to octave.
///
/// Source: the wavelets of three vanishing moments, I. Daubechies, "Ten lectures on wavelets", table 6.1.
struct NoiseColor: Sendable {
  private static let scaling: [Double] = [
    0.332670552950, 0.806891509311, 0.459877502118, -0.135011020010, -0.085441273882, 0.035226291882,
  ]
  /// The most octaves, from half the rate on downwards.
  private static let octaveCount = 6
  /// Falls of first order in dB, from one octave to the next: with what filters, wavelets and 30 s of noise differ.
  private static let firstOrder = 3.8...7.0
  /// The standard deviation of a fall by the noise.
  private static let fallDeviation = 0.7
  private static let fewestWindows = 30
  /// The highest frequency in Hz of the lowest octave: lower ones show motion.
  private static let lowestOctave = 8.0

  /// An octave: its readings of twice the rate, and the energy of windows.
  private struct Octave: Sendable {
    private var recent = InlineArray<6, Vector3<Double>>(repeating: .zero)
    private var count = 0
    private var window = (count: 0, sum: 0.0, start: 0.0)
    /// Windows by their energy: two to a dB, from -140 dB on.
    private var histogram = [Int](repeating: 0, count: 320)
    private(set) var windowCount = 0

    /// Adds a reading; returns the next one of half the rate, if there is one. A window has a second and 8 numbers at least.
    mutating func add(_ reading: Vector3<Double>, at time: Double) -> Vector3<Double>? {
      for index in 0..<5 { recent[index] = recent[index + 1] }
      recent[5] = reading
      count += 1
      guard count >= 6, count % 2 == 0 else { return nil }
      var (smooth, detail) = (Vector3<Double>.zero, Vector3<Double>.zero)
      for index in 0..<6 {
        smooth += recent[index] * NoiseColor.scaling[index]
        detail += recent[index] * (index % 2 == 0 ? NoiseColor.scaling[5 - index] : -NoiseColor.scaling[5 - index])
      }
      window.count += 1
      window.sum += detail.squaredLength
      if window.count >= 8, time - window.start >= 1 {
        let decibels = 10 * cardan_log2(max(window.sum / Double(window.count), 1e-30)) / cardan_log2(10)
        histogram[min(319, max(0, Int(saturating: 2 * (decibels + 140))))] += 1
        windowCount += 1
        window = (0, 0, time)
      }
      return smooth
    }

    /// The energy in dB that a tenth of the windows stay below.
    var quiet: Double {
      var below = 0.0
      let wanted = 0.1 * Double(windowCount)
      for (bin, count) in histogram.enumerated() where count > 0 {
        if below + Double(count) >= wanted {
          return (Double(bin) + (wanted - below) / Double(count)) / 2 - 140
        }
        below += Double(count)
      }
      return 0
    }
  }

  private var octaves = [Octave](repeating: Octave(), count: octaveCount)
  private var (count, time) = (0, 0.0)
  private var last: Vector3<Double>?

  /// Adds a reading, and the seconds since the row before. Repeated and absent readings are ignored.
  mutating func add(_ reading: Vector3<Double>, interval: Double) {
    time += interval
    guard reading.isFiniteInLane, reading != last else { return }
    last = reading
    count += 1
    var next: Vector3<Double>? = reading
    for index in octaves.indices {
      guard let reading = next else { return }
      next = octaves[index].add(reading, at: time)
    }
  }

  /// The least time constant in s of the low-pass filter of first order that shapes the noise in every octave; nil for noise of another
  /// shape, and for rates below 64 Hz.
  var leastTimeConstant: Double? {
    guard time > 0 else { return nil }
    var (used, top) = (0, Double(count) / time)
    while used < octaves.count, top >= Self.lowestOctave { (used, top) = (used + 1, top / 2) }
    guard used >= 4, octaves[..<used].allSatisfy({ $0.windowCount >= Self.fewestWindows }) else { return nil }
    let energies = octaves[..<used].map { $0.quiet }
    let falls = zip(energies, energies.dropFirst()).map { $1 - $0 }
    guard falls.dropLast().allSatisfy(Self.firstOrder.contains), let lowest = falls.last,
      lowest < Self.firstOrder.upperBound
    else { return nil }
    // Of (1 + (4 pi f T)^2) / (1 + (2 pi f T)^2) in the middle of the lowest octave, which is 4 at most.
    let ratio = min(cardan_exp2((lowest - Self.fallDeviation) / 10 * cardan_log2(10)), 3.9)
    guard ratio > 1 else { return nil }
    let frequency = top * 0.5.squareRoot()
    return ((ratio - 1) / (4 - ratio)).squareRoot() / (2 * .pi * frequency)
  }
}
