import CCardan

/// The number type inside the filters of this library. A build for processors without double precision chooses `Float`; the
/// functions of the header stay the same.
#if CARDAN_SINGLE_PRECISION
  public typealias Real = Float
#else
  public typealias Real = Double
#endif

extension Real {
  /// What the header calls this type.
  static var element: cardan_element {
    #if CARDAN_SINGLE_PRECISION
      CARDAN_FLOAT32
    #else
      CARDAN_FLOAT64
    #endif
  }
}
