import CMathShims

/// What the processor that the program runs on has for vectors.
public enum VectorUnit {
  /// Whether it runs what is compiled for AVX2 (x86-64-v3).
  public static let isAVX2 = cardan_runs_avx2()
  /// Whether it runs what is compiled for AVX-512 (x86-64-v4).
  public static let isAVX512 = cardan_runs_avx512()
}
