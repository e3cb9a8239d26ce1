// CHDF5: the part of libhdf5 that is used.
// Constants are functions, since the library exports them as variables.
#ifndef CARDAN_CHDF5_H
#define CARDAN_CHDF5_H

#include "HDF5Functions.h"

// Loads the library, if that has not been done; NULL where it is there, else why not.
const char *_Nullable cardan_hdf5_missing(void);

static inline hid_t cardan_hdf5_native_double(void) { return H5open(), H5T_NATIVE_DOUBLE_g; }
static inline hid_t cardan_hdf5_native_int8(void) { return H5open(), H5T_NATIVE_INT8_g; }
static inline hid_t cardan_hdf5_dataset_access(void) { return H5open(), H5P_CLS_DATASET_ACCESS_ID_g; }
static inline unsigned cardan_hdf5_read_only(void) { return H5open(), 0; }

// Libhdf5 calls it before it follows a link to another file.
static inline herr_t cardan_hdf5_refuse(
    const char *_Nullable file, const char *_Nullable group, const char *_Nullable other_file,
    const char *_Nullable object, unsigned *_Nullable flags, hid_t access, void *_Nullable met) {
  (void)file, (void)group, (void)other_file, (void)object, (void)flags, (void)access;
  *(bool *)met = true;
  return -1;
}

// Lets a list of the access to an object refuse links to other files. `met` becomes true if there is one, and must outlive the list.
static inline void cardan_hdf5_refuse_external_links(hid_t list, bool *_Nonnull met) {
  H5Pset_elink_cb(list, cardan_hdf5_refuse, met);
}

// Errors are reported by the caller; the library shall not print them. The setting belongs to the thread.
static inline void cardan_hdf5_silence(void) { H5Eset_auto2(0, NULL, NULL); }

#endif
