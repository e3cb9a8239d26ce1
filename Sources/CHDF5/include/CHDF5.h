// The part of libhdf5 that is used. Its constants are macros with a function call inside, which Swift cannot import: they
// are functions here.
#ifndef CARDAN_CHDF5_H
#define CARDAN_CHDF5_H

#if __has_include(<hdf5/serial/hdf5.h>)
#include <hdf5/serial/hdf5.h>  // Debian has several
#else
#include <hdf5.h>
#endif

// Loads the library, if that has not been done; NULL where it is there, else why not.
const char *_Nullable cardan_hdf5_missing(void);

static inline hid_t cardan_hdf5_native_double(void) { return H5T_NATIVE_DOUBLE; }
static inline hid_t cardan_hdf5_native_int8(void) { return H5T_NATIVE_INT8; }
static inline hid_t cardan_hdf5_dataset_access(void) { return H5P_DATASET_ACCESS; }
static inline unsigned cardan_hdf5_read_only(void) { return H5F_ACC_RDONLY; }

// Errors are reported by the caller; the library shall not print them. The setting belongs to the thread.
static inline void cardan_hdf5_silence(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }

#endif
