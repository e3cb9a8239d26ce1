import CCardan

/// The number type inside this library's filters. Builds for processors without double precision use `Float`; the
/// functions of the header do not change.
#if CARDAN_SINGLE_PRECISION
  public typealias Real = Float
#else
  public typealias Real = Double
#endif

extension Real {
  /// The element type of the header for this type.
  static var element: cardan_element {
    #if CARDAN_SINGLE_PRECISION
      CARDAN_FLOAT32
    #else
      CARDAN_FLOAT64
    #endif
  }
}
