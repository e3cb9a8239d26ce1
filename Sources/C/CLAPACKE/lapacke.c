// What is used of LAPACKE, loaded when the first system of equations is solved.
#include "CLAPACKE.h"

#include <dlfcn.h>

#include "OnDemand.h"

// Keeps the linear algebra on the thread that calls it. Recordings are spread over the cores already; a BLAS that starts
// threads of its own for matrices this small would only make them wait for one another. Reference BLAS has no threads;
// OpenBLAS is told to use one.
static void limitToOneThread(void *handle) {
  void (*setThreads)(int) = (void (*)(int))dlsym(handle, "openblas_set_num_threads");
  if (setThreads != NULL) setThreads(1);
}

static const char *const names[] = {"liblapacke.so.3", "liblapacke.so", NULL};
static cardan_library library = {.names = names, .prepare = limitToOneThread};

const char *cardan_lapacke_missing(void) { return cardan_library_missing(&library); }

#define FORWARD(name, parameters, arguments) CARDAN_ON_DEMAND(library, lapack_int, name, parameters, arguments)

FORWARD(
    LAPACKE_dpotrf, (int layout, char part, lapack_int n, double *a, lapack_int lda), (layout, part, n, a, lda))
FORWARD(
    LAPACKE_dpotrf_work, (int layout, char part, lapack_int n, double *a, lapack_int lda), (layout, part, n, a, lda))
FORWARD(
    LAPACKE_dpotri, (int layout, char part, lapack_int n, double *a, lapack_int lda), (layout, part, n, a, lda))
FORWARD(
    LAPACKE_dpotrs_work,
    (int layout, char part, lapack_int n, lapack_int count, const double *a, lapack_int lda, double *b, lapack_int ldb),
    (layout, part, n, count, a, lda, b, ldb))
FORWARD(
    LAPACKE_dposv,
    (int layout, char part, lapack_int n, lapack_int count, double *a, lapack_int lda, double *b, lapack_int ldb),
    (layout, part, n, count, a, lda, b, ldb))
FORWARD(
    LAPACKE_dtrtrs_work,
    (int layout, char part, char form, char diagonal, lapack_int n, lapack_int count, const double *a, lapack_int lda,
     double *b, lapack_int ldb),
    (layout, part, form, diagonal, n, count, a, lda, b, ldb))
FORWARD(
    LAPACKE_dgels,
    (int layout, char form, lapack_int m, lapack_int n, lapack_int count, double *a, lapack_int lda, double *b,
     lapack_int ldb),
    (layout, form, m, n, count, a, lda, b, ldb))
FORWARD(
    LAPACKE_dsyev, (int layout, char job, char part, lapack_int n, double *a, lapack_int lda, double *w),
    (layout, job, part, n, a, lda, w))
FORWARD(
    LAPACKE_dggev,
    (int layout, char left, char right, lapack_int n, double *a, lapack_int lda, double *b, lapack_int ldb,
     double *real, double *imaginary, double *scale, double *vl, lapack_int ldvl, double *vr, lapack_int ldvr),
    (layout, left, right, n, a, lda, b, ldb, real, imaginary, scale, vl, ldvl, vr, ldvr))
