// libhdf5's constants are macros with a function call inside, which Swift cannot import: they are functions here.
#include <hdf5.h>

static inline hid_t cardan_hdf5_native_double(void) { return H5T_NATIVE_DOUBLE; }
static inline hid_t cardan_hdf5_native_int8(void) { return H5T_NATIVE_INT8; }
static inline hid_t cardan_hdf5_dataset_access(void) { return H5P_DATASET_ACCESS; }
static inline unsigned cardan_hdf5_read_only(void) { return H5F_ACC_RDONLY; }

// Errors are reported by the caller; the library shall not print them. The setting belongs to the thread.
static inline void cardan_hdf5_silence(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }
