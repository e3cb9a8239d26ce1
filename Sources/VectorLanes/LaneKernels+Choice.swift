import CMathShims
import RecordingFusion

#if arch(x86_64)
  import LanesForAVX2
  import LanesForAVX512
#endif

extension LaneKernels {
  /// The kernels for the processor that the program runs on; nil where lanes are no faster than one stream after the other.
  public static let forThisProcessor: LaneKernels? = {
    #if arch(x86_64)
      if runsAVX512 { return .avx512 }
      if runsAVX2 { return .avx2 }
    #endif
    return nil
  }()

  /// Whether this processor runs what is compiled for AVX2.
  public static let runsAVX2 = cardan_runs_avx2()
  /// Whether this processor runs what is compiled for AVX-512.
  public static let runsAVX512 = cardan_runs_avx512()
}
