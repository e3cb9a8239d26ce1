// RecordingFusionAVX512: the kernels of RecordingFusion, compiled for x86-64-v4.
// Its code stays in its object, in Embedded Swift, too.

#if arch(x86_64)
  import RecordingFusion
  import Rotations

  /// Processors with AVX-512: the target of this module, in a program that otherwise runs everywhere.
  enum AVX512: LaneTarget {}

  extension LaneKernels<Double> {
    /// The filters in double precision for processors with AVX-512; on others they crash. `forThisProcessor` checks the
    /// processor.
    public static var avx512: LaneKernels {
      @export(interface) get { LaneKernels(in: DoubleBy8<AVX512>.self) }
    }
  }

  extension LaneKernels<Float> {
    /// The filters in single precision for processors with AVX-512; on others they crash. `forThisProcessor` checks the
    /// processor.
    public static var avx512: LaneKernels {
      @export(interface) get { LaneKernels(in: FloatBy16<AVX512>.self) }
    }
  }
#endif
