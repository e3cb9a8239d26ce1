import Rotations
import SystemLibrary

/// The power spectral density of a three-axis sensor by Welch's method, in constant memory.
///
/// Segments of 512 readings overlap by half. Each is freed from its mean and weighted by a Hann window w. With the sampling
/// rate f, the one-sided density of a segment is
///   S_k = 2 |Σ w_n (x_n - mean) e^(-2πikn/512)|² / (f Σ w_n²), half of that at k = 0 and k = 256,
/// and the result is the mean over the segments, in (unit of the readings)²/Hz. A gap, a missing reading, or a timestamp that
/// does not increase starts a new segment.
///
/// Source: P. Welch, "The use of fast Fourier transform for the estimation of power spectra", IEEE Transactions on Audio and
/// Electroacoustics 15(2), 1967.
struct WelchSpectrum: Sendable {
  /// The number of readings in a segment.
  static let segmentLength = 512

  /// A line in a spectrum.
  struct Peak: Equatable, Sendable {
    /// The frequency in Hz.
    var frequency: Double
    /// The density over the median of its surroundings.
    var prominence: Double
  }

  /// The number of segments averaged.
  private(set) var segmentCount = 0

  private var readings: [Vector3<Double>] = []
  private var intervals: [Double] = []
  private var sums = [Vector3<Double>](repeating: .zero, count: segmentLength / 2 + 1)
  private var sumOfRates = 0.0
  private let window: [Double]
  private let transform = FourierTransform(length: segmentLength)

  /// A spectrum before its first reading.
  init() {
    window = (0..<Self.segmentLength).map { index in
      let (sine, _) = Double.sineAndCosine(.pi * Double(index) / Double(Self.segmentLength))
      return sine * sine
    }
    readings.reserveCapacity(Self.segmentLength)
    intervals.reserveCapacity(Self.segmentLength)
  }

  /// Adds the next reading and the time since the one before, in seconds.
  mutating func add(_ reading: Vector3<Double>, interval: Double) {
    guard reading.isFiniteInLane else { return restart() }
    if !readings.isEmpty && !isRegular(interval) { restart() }
    readings.append(reading)
    intervals.append(interval)
    guard readings.count == Self.segmentLength else { return }
    addSegment()
    readings.removeFirst(Self.segmentLength / 2)
    intervals.removeFirst(Self.segmentLength / 2)
  }

  /// The frequencies of the densities in Hz, from zero to half the sampling rate; empty before the first segment.
  var frequencies: [Double] {
    guard segmentCount > 0 else { return [] }
    let step = sumOfRates / Double(segmentCount) / Double(Self.segmentLength)
    return sums.indices.map { step * Double($0) }
  }

  /// The densities of x, y and z at `frequencies`, in (unit of the readings)²/Hz; empty before the first segment.
  var densities: [Vector3<Double>] {
    segmentCount > 0 ? sums.map { $0 * (1 / Double(segmentCount)) } : []
  }

  /// The strongest lines of the sum over the axes: bins above both neighbours and at least ten times the median of the 41 bins
  /// around them. The frequency is the vertex of the parabola through the logarithms of the three highest bins.
  func peaks(atMost count: Int = 3) -> [Peak] {
    let power = densities.map { $0.x + $0.y + $0.z }
    let frequencies = frequencies
    guard power.count > 4 else { return [] }
    let found = (2..<power.count - 1).compactMap { bin -> Peak? in
      guard power[bin] > power[bin - 1], power[bin] >= power[bin + 1] else { return nil }
      let near = power[max(1, bin - 20)...min(power.count - 1, bin + 20)].sorted()
      let prominence = power[bin] / near[near.count / 2]
      guard prominence >= 10 else { return nil }
      let (before, here, after) = (log(power[bin - 1]), log(power[bin]), log(power[bin + 1]))
      let vertex = 0.5 * (before - after) / (before - 2 * here + after)
      let place = Double(bin) + (vertex.isFinite ? vertex : 0)
      return Peak(frequency: place * frequencies[1], prominence: prominence)
    }
    return Array(found.sorted { $0.prominence > $1.prominence }.prefix(count))
  }

  private mutating func restart() {
    readings.removeAll(keepingCapacity: true)
    intervals.removeAll(keepingCapacity: true)
  }

  /// Whether an interval continues the segment: up to 1.5 times the mean of the last eight.
  private func isRegular(_ interval: Double) -> Bool {
    guard interval > 0 else { return false }
    // The first interval of a segment is that to its first reading.
    let last = intervals.dropFirst().suffix(8)
    return last.isEmpty || interval * Double(last.count) <= 1.5 * last.reduce(0, +)
  }

  private mutating func addSegment() {
    let rate = Double(Self.segmentLength - 1) / intervals.dropFirst().reduce(0, +)
    let mean = readings.reduce(Vector3.zero) { $0 + $1 } * (1 / Double(Self.segmentLength))
    let scale = 2 / (rate * window.reduce(0) { $0 + $1 * $1 })
    func density(_ axis: Int) -> [Double] {
      transform.power(of: zip(readings, window).map { ($0[axis] - mean[axis]) * $1 })
    }
    let (x, y, z) = (density(0), density(1), density(2))
    for bin in sums.indices {
      let isEnd = bin == 0 || bin == sums.count - 1
      sums[bin] += Vector3(x: x[bin], y: y[bin], z: z[bin]) * (isEnd ? scale / 2 : scale)
    }
    sumOfRates += rate
    segmentCount += 1
  }
}

/// A Fourier transform of real numbers whose number is a power of two (Cooley and Tukey, decimation in time).
struct FourierTransform: Sendable {
  let length: Int
  private let sines: [Double]
  private let cosines: [Double]
  private let reversed: [Int]

  init(length: Int) {
    precondition(length > 1 && length & (length - 1) == 0, "the length is a power of two")
    self.length = length
    let turns = (0..<length / 2).map { Double.sineAndCosine(-2 * .pi * Double($0) / Double(length)) }
    sines = turns.map(\.sine)
    cosines = turns.map(\.cosine)
    let bits = length.trailingZeroBitCount
    reversed = (0..<length).map { index in
      (0..<bits).reduce(0) { $0 << 1 | (index >> $1 & 1) }
    }
  }

  /// The squared magnitudes of the first `length / 2 + 1` coefficients Σ x_n e^(-2πikn/length).
  func power(of values: [Double]) -> [Double] {
    var real = reversed.map { values[$0] }
    var imaginary = [Double](repeating: 0, count: length)
    var half = 1
    while half < length {
      let stride = length / (2 * half)
      for start in Swift.stride(from: 0, to: length, by: 2 * half) {
        for place in 0..<half {
          let (upper, lower) = (start + place, start + place + half)
          let (cosine, sine) = (cosines[place * stride], sines[place * stride])
          let turnedReal = real[lower] * cosine - imaginary[lower] * sine
          let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
          (real[lower], imaginary[lower]) = (real[upper] - turnedReal, imaginary[upper] - turnedImaginary)
          real[upper] += turnedReal
          imaginary[upper] += turnedImaginary
        }
      }
      half *= 2
    }
    return (0...length / 2).map { place in
      let (x, y) = (real[place], imaginary[place])
      return x * x + y * y
    }
  }
}
