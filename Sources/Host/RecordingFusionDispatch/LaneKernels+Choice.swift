// RecordingFusionDispatch: the choice between those kernels when a program runs.

import CMathShims
import RecordingFusion
import Rotations

#if arch(x86_64)
  import RecordingFusionAVX2
  import RecordingFusionAVX512
#endif

extension LaneKernels<Double> {
  /// The kernels for the processor at run time; nil if lanes are no faster than one recording after another.
  public static let forThisProcessor: LaneKernels? = {
    #if arch(x86_64)
      if VectorUnit.isAVX512 { return .avx512 }
      if VectorUnit.isAVX2 { return .avx2 }
    #endif
    return nil
  }()
}

extension LaneKernels<Float> {
  /// The kernels for the processor at run time; nil if lanes are no faster than one recording after another.
  public static let forThisProcessor: LaneKernels? = {
    #if arch(x86_64)
      if VectorUnit.isAVX512 { return .avx512 }
      if VectorUnit.isAVX2 { return .avx2 }
    #endif
    return nil
  }()
}

/// The vector instructions of the processor at run time.
public enum VectorUnit {
  /// Whether the processor runs code compiled for AVX2 (x86-64-v3).
  public static let isAVX2 = cardan_runs_avx2()
  /// Whether the processor runs code compiled for AVX-512 (x86-64-v4).
  public static let isAVX512 = cardan_runs_avx512()
}
