import Glibc

/// Keeps the linear algebra library on the thread that calls it.
///
/// Recordings are spread over the cores already; a BLAS that starts threads of its own for matrices this small would
/// only make them wait for one another. Reference BLAS has no threads; OpenBLAS is told to use one.
enum BLASThreads {
  /// Does it once for the process.
  static let limitToOne: Void = {
    typealias SetThreads = @convention(c) (CInt) -> Void
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "openblas_set_num_threads") else { return }
    unsafeBitCast(symbol, to: SetThreads.self)(1)
  }()
}
