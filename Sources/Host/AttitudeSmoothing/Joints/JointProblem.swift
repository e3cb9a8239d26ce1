import MotionSamples
import NumericalMethods
import Rotations

/// The estimate of a joint: arms, clock offset and the rotation between the level frames, in turns.
struct JointProblem {
  private(set) var arms = JointArms()
  private(set) var rotation = JointRotation(headings: [])
  /// From seconds of the second track to those of the first.
  private(set) var offset: Double
  /// The root mean square difference of the forces at the joint, per axis, m/s².
  private(set) var residual = 0.5
  /// Whether both tracks have a magnetic heading.
  let hasHeading: Bool
  /// The start of the first box, s after the start of the first track.
  let origin: Double

  private let first: JointTrack
  private let second: JointTrack
  private let width: Double
  private let findsOffset: Bool
  private let firstBoxes: [JointForce?]
  private var boxes: [JointArms.Pair?] = []
  private var priors: [JointRotation.Prior] = []
  /// The variance of the difference in each box, (m/s²)².
  private var variances: [Double] = []

  private static let roundCount = 8
  private static let leastResidual = 0.02
  /// The memory of the first heading, to both sides, s.
  private static let headingMemory = 20.0
  /// Differences above this many standard deviations count less.
  private static let robustWidth = 3.0
  /// The longest correlation of differences, boxes.
  private static let longestCorrelation = 20
  /// The longest recording, s: memory grows with time, whether or not it has rows.
  private static let longestDuration = 86_400.0

  init(
    _ first: JointTrack, _ second: JointTrack, width: Double, leastDuration: Double, _ offsetLimit: Double
  ) throws(JointError) {
    (self.first, self.second, self.width) = (first, second, width)
    findsOffset = offsetLimit > 0
    hasHeading =
      first.variances.allSatisfy { $0.heading.isFinite } && second.variances.allSatisfy { $0.heading.isFinite }
    let start = first.times[0]
    origin = start
    let (firstDuration, secondDuration) = (
      first.times[first.times.count - 1] - start, second.times[second.times.count - 1]
    )
    let longest = max(firstDuration, secondDuration)
    if longest > Self.longestDuration { throw .tooLong(duration: longest, limit: Self.longestDuration) }
    let count = Int(saturating: firstDuration / width)
    firstBoxes = first.forces(from: start, width: width, count: count)
    let startDifference = second.start.seconds(since: first.start)
    offset = startDifference
    let overlap = min(firstDuration, startDifference + secondDuration) - max(0, startDifference)
    guard findsOffset else {
      if overlap < leastDuration { throw .tooShort(common: max(0, overlap), needed: leastDuration) }
      return
    }
    let shorter = min(firstDuration, secondDuration)
    if overlap < 0.5 * shorter { offset = 0 }
    let all = second.forces(from: second.times[0], width: width, count: Int(saturating: secondDuration / width))
    // A box of the second track begins at its start plus the offset.
    let guess = Int(saturating: ((offset + second.times[0] - origin) / width).rounded())
    let reach = Int(saturating: (min(offsetLimit, Self.longestDuration) / width).rounded(.up))
    let search = try JointClockSearch(
      firstBoxes, all, width: width, range: guess - reach...guess + reach,
      leastCount: Int(saturating: max(leastDuration, 0.25 * shorter) / width))
    offset = origin - second.times[0] + Double(search.shift) * width
  }

  /// The variance of the difference of the accelerometers' biases on an axis, (m/s²)².
  var forceBiasVariance: Double { first.forceBiasVariance + second.forceBiasVariance }

  /// Iterates. Throws if the equations have no solution.
  mutating func solve() throws(JointError) {
    do throws(LinearAlgebraError) {
      pair()
      // Vertical forces alone: arms and clock, from the middle of the box of the search to its end.
      for _ in 0..<3 { try solveArms(rotations: nil) }
      rotation = JointRotation(headings: hasHeading ? Array(repeating: 0, count: boxes.count) : firstHeadings())
      variances = Array(repeating: residual.squared, count: boxes.count)
      for _ in 0..<Self.roundCount {
        iterateRotation()
        weigh()
        try solveArms(rotations: boxes.indices.map { rotation.firstFromSecond($0).matrix })
      }
      iterateRotation()
    } catch {
      throw .notSmoothed(.unsolvable(error))
    }
  }

  /// The forces of both bodies in the boxes of the first at the present offset.
  private mutating func pair() {
    let shifted = second.forces(from: origin - offset, width: width, count: firstBoxes.count)
    boxes = zip(firstBoxes, shifted).map { one, two in
      if let one, let two { (one, two) } else { nil }
    }
    variances = variances.count == boxes.count ? variances : Array(repeating: residual.squared, count: boxes.count)
    priors = boxes.indices.map { box in
      let time = origin + (Double(box) + 0.5) * width
      func variance(_ track: JointTrack, _ time: Double) -> (tilt: Double, heading: Double) {
        let index = min(max(0, track.times.partitioningIndex { $0 > time } - 1), track.times.count - 1)
        return (Double(track.variances[index].tilt), Double(track.variances[index].heading))
      }
      let (one, two) = (variance(first, time), variance(second, time - offset))
      return .init(tilt: one.tilt + two.tilt, heading: hasHeading ? one.heading + two.heading : .nan)
    }
  }

  private mutating func solveArms(rotations: [Matrix3<Double>]?) throws(LinearAlgebraError) {
    arms = try JointArms(
      boxes, width: width, rotations: rotations, weights: variances.map { 1 / $0 }, former: arms,
      findsOffset: findsOffset)
    if findsOffset {
      offset += min(max(arms.offsetStep, -width), width)
      pair()
    }
  }

  /// The forces at the joint.
  private var jointForces: [(first: Vector3<Double>, second: Vector3<Double>)?] {
    boxes.map { pair in pair.map { ($0.first.at(arms.first), $0.second.at(arms.second)) } }
  }

  private mutating func iterateRotation() {
    rotation.iterate(
      jointForces, priors, variances: variances,
      noise: residual.squared + forceBiasVariance, width: width)
  }

  /// A first heading of the second level frame in the first: the angle between the horizontal forces at the joint around each
  /// box, unwrapped.
  private func firstHeadings() -> [Double] {
    let products = jointForces.map { pair -> (real: Double, imaginary: Double) in
      guard let (one, two) = pair else { return (0, 0) }
      return (one.x * two.x + one.y * two.y, one.y * two.x - one.x * two.y)
    }
    let decay = Double.exponential(-width / Self.headingMemory)
    func memory(_ order: [Int]) -> [(real: Double, imaginary: Double)] {
      var sums = products
      var sum = (real: 0.0, imaginary: 0.0)
      for box in order {
        sum = (decay * sum.real + products[box].real, decay * sum.imaginary + products[box].imaginary)
        sums[box] = sum
      }
      return sums
    }
    let (before, after) = (memory(Array(products.indices)), memory(products.indices.reversed()))
    var headings: [Double] = []
    for box in products.indices {
      let real = before[box].real + after[box].real - products[box].real
      let imaginary = before[box].imaginary + after[box].imaginary - products[box].imaginary
      var heading = real == 0 && imaginary == 0 ? headings.last ?? 0 : Double.arcTangent(y: imaginary, x: real)
      if let last = headings.last { heading += 2 * .pi * ((last - heading) / (2 * .pi)).rounded() }
      headings.append(heading)
    }
    return headings
  }

  /// The variance of each box from the differences: their robust mean square, times their correlation.
  private mutating func weigh() {
    let differences = jointForces.enumerated().map { box, pair -> Vector3<Double>? in
      pair.map { $0.first - rotation.firstFromSecond(box).rotate($0.second) }
    }
    var variance = max(residual.squared, Self.leastResidual.squared)
    for _ in 0..<5 {
      var (sum, weight) = (0.0, 0.0)
      for difference in differences {
        guard let square = difference?.squaredLength else { continue }
        let share = Self.share(square, variance)
        sum += share * square / 3
        weight += share
      }
      if weight > 0 { variance = max(sum / weight, Self.leastResidual.squared) }
    }
    residual = variance.squareRoot()
    let white = variance * Self.correlation(of: differences)
    variances = differences.map { white / Self.share($0?.squaredLength ?? 0, variance) }
  }

  private static func share(_ square: Double, _ variance: Double) -> Double {
    1 / (1 + square / (3 * robustWidth.squared * variance))
  }

  /// The sum of the correlations at all distances in boxes, up to the first negative one; 1 for white differences.
  private static func correlation(of differences: [Vector3<Double>?]) -> Double {
    func product(_ distance: Int) -> Double {
      var (sum, count) = (0.0, 0)
      for index in 0..<max(0, differences.count - distance) {
        guard let one = differences[index], let two = differences[index + distance] else { continue }
        sum += one.dot(two)
        count += 1
      }
      return count > 0 ? sum / Double(count) : 0
    }
    let whole = product(0)
    guard whole > 0 else { return 1 }
    var result = 1.0
    for distance in 1...longestCorrelation {
      let correlation = product(distance) / whole
      if correlation <= 0 { break }
      result += 2 * correlation
    }
    return result
  }
}
