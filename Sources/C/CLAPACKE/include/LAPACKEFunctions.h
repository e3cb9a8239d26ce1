// The functions of LAPACKE that are used, with 32-bit integers. Declared here, so that building needs no header of the
// library.
#ifndef CARDAN_LAPACKE_FUNCTIONS_H
#define CARDAN_LAPACKE_FUNCTIONS_H

#include <stdint.h>

typedef int32_t lapack_int;

#define LAPACK_ROW_MAJOR 101
#define LAPACK_COL_MAJOR 102

lapack_int LAPACKE_dpotrf(int layout, char part, lapack_int n, double *a, lapack_int lda);
lapack_int LAPACKE_dpotrf_work(int layout, char part, lapack_int n, double *a, lapack_int lda);
lapack_int LAPACKE_dpotri(int layout, char part, lapack_int n, double *a, lapack_int lda);
lapack_int LAPACKE_dpotrs_work(int layout, char part, lapack_int n, lapack_int count, const double *a,
    lapack_int lda, double *b, lapack_int ldb);
lapack_int LAPACKE_dposv(int layout, char part, lapack_int n, lapack_int count, double *a, lapack_int lda, double *b,
    lapack_int ldb);
lapack_int LAPACKE_dtrtrs_work(int layout, char part, char form, char diagonal, lapack_int n, lapack_int count,
    const double *a, lapack_int lda, double *b, lapack_int ldb);
lapack_int LAPACKE_dgels(int layout, char form, lapack_int m, lapack_int n, lapack_int count, double *a,
    lapack_int lda, double *b, lapack_int ldb);
lapack_int LAPACKE_dsyev(int layout, char job, char part, lapack_int n, double *a, lapack_int lda, double *w);
lapack_int LAPACKE_dggev(int layout, char left, char right, lapack_int n, double *a, lapack_int lda, double *b,
    lapack_int ldb, double *real, double *imaginary, double *scale, double *vl, lapack_int ldvl, double *vr,
    lapack_int ldvr);

#endif
