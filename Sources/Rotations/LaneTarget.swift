/// What lanes are compiled for. Code that is generic over it can be compiled several times, in modules with different
/// settings of the compiler, without the linker taking one for the other: each module has a target of its own.
public protocol LaneTarget: Sendable {}

/// Every processor that the package is built for.
public enum AnyProcessor: LaneTarget {}
