import Rotations

/// A number type of the catalogue: one stream of samples, or several side by side.
protocol StreamScalar: RealLanes {
  /// How many streams a number carries.
  static var streamCount: Int { get }
  /// The type's name in tables.
  static var numberName: String { get }
  /// The number with a value for each stream.
  init(eachStream value: (_ stream: Int) -> Double)
  /// The sum over all streams.
  var sumOfStreams: Double { get }
}

extension StreamScalar where Self: LaneElement {
  static var streamCount: Int { 1 }
  static var numberName: String { "\(Self.self)" }
  init(eachStream value: (_ stream: Int) -> Double) { self.init(value(0)) }
  var sumOfStreams: Double { Double(self) }
}

extension Double: StreamScalar {}
extension Float: StreamScalar {}

extension Lanes: StreamScalar {
  static var streamCount: Int { count }
  static var numberName: String { "\(Backend.Element.self)x\(count)" }

  init(eachStream value: (_ stream: Int) -> Double) {
    self.init((0..<Self.count).map { Backend.Element(value($0)) })
  }

  var sumOfStreams: Double { (0..<Self.count).reduce(0) { $0 + Double(self[$1]) } }
}
