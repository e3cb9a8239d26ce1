import CMathShims

/// The vector instructions of the processor at run time.
public enum VectorUnit {
  /// Whether the processor runs code compiled for AVX2 (x86-64-v3).
  public static let isAVX2 = cardan_runs_avx2()
  /// Whether the processor runs code compiled for AVX-512 (x86-64-v4).
  public static let isAVX512 = cardan_runs_avx512()
}
