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
      VectorUnit.isAVX512 ? .avx512 : VectorUnit.isAVX2 ? .avx2 : nil
    #elseif arch(arm64)
      // Every processor of this kind has NEON.
      LaneKernels(in: DoubleBy8<AnyProcessor>.self)
    #else
      nil
    #endif
  }()
}

extension LaneKernels<Float> {
  /// The kernels for the processor at run time; nil if lanes are no faster than one recording after another.
  public static let forThisProcessor: LaneKernels? = {
    #if arch(x86_64)
      VectorUnit.isAVX512 ? .avx512 : VectorUnit.isAVX2 ? .avx2 : nil
    #elseif arch(arm64)
      // Every processor of this kind has NEON.
      LaneKernels(in: FloatBy16<AnyProcessor>.self)
    #else
      nil
    #endif
  }()
}

/// The vector instructions of the processor at run time.
public enum VectorUnit {
  /// Whether the processor runs code compiled for AVX2 (x86-64-v3).
  public static let isAVX2 = cardan_runs_avx2()
  /// Whether the processor runs code compiled for AVX-512 (x86-64-v4).
  public static let isAVX512 = cardan_runs_avx512()
}
