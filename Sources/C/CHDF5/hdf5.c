// What is used of libhdf5, loaded when a log asks for it.
#include "CHDF5.h"

#include "OnDemand.h"

// Versions 1.14, 1.12 and 1.10; Debian has several builds of each.
static const char *const names[] = {
    "libhdf5_serial.so.310", "libhdf5.so.310", "libhdf5_serial.so.200", "libhdf5.so.200",
    "libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5.so",            NULL};
static cardan_library library = {.names = names};

const char *cardan_hdf5_missing(void) { return cardan_library_missing(&library); }

// The identifiers that the library's `H5open` sets.
__asm__(".hidden H5T_NATIVE_DOUBLE_g");
__asm__(".hidden H5T_NATIVE_INT8_g");
__asm__(".hidden H5P_CLS_DATASET_ACCESS_ID_g");
hid_t H5T_NATIVE_DOUBLE_g, H5T_NATIVE_INT8_g, H5P_CLS_DATASET_ACCESS_ID_g;

static hid_t identifier(const char *name) { return *(hid_t *)cardan_library_symbol(&library, name); }

__asm__(".hidden H5open");
herr_t H5open(void) {
  herr_t status = ((__typeof__(&H5open))cardan_library_symbol(&library, "H5open"))();
  H5T_NATIVE_DOUBLE_g = identifier("H5T_NATIVE_DOUBLE_g");
  H5T_NATIVE_INT8_g = identifier("H5T_NATIVE_INT8_g");
  H5P_CLS_DATASET_ACCESS_ID_g = identifier("H5P_CLS_DATASET_ACCESS_ID_g");
  return status;
}

#define FORWARD(result, name, parameters, arguments) CARDAN_ON_DEMAND(library, result, name, parameters, arguments)

FORWARD(herr_t, H5dont_atexit, (void), ())
FORWARD(herr_t, H5Eset_auto2, (hid_t stack, H5E_auto2_t function, void *data), (stack, function, data))

FORWARD(hid_t, H5Fopen, (const char *path, unsigned flags, hid_t access), (path, flags, access))
FORWARD(herr_t, H5Fclose, (hid_t file), (file))
FORWARD(htri_t, H5Lexists, (hid_t place, const char *name, hid_t access), (place, name, access))
FORWARD(
    long, H5Lget_name_by_idx,
    (hid_t place, const char *group, H5_index_t index, H5_iter_order_t order, hsize_t number, char *name, size_t size,
     hid_t access),
    (place, group, index, order, number, name, size, access))
FORWARD(herr_t, H5Gget_info, (hid_t group, H5G_info_t *info), (group, info))
FORWARD(hid_t, H5Oopen, (hid_t place, const char *name, hid_t access), (place, name, access))
FORWARD(herr_t, H5Oclose, (hid_t object), (object))
FORWARD(H5I_type_t, H5Iget_type, (hid_t object), (object))

FORWARD(htri_t, H5Aexists, (hid_t object, const char *name), (object, name))
FORWARD(hid_t, H5Aopen, (hid_t object, const char *name, hid_t access), (object, name, access))
FORWARD(hid_t, H5Aget_space, (hid_t attribute), (attribute))
FORWARD(herr_t, H5Aread, (hid_t attribute, hid_t type, void *values), (attribute, type, values))
FORWARD(herr_t, H5Aclose, (hid_t attribute), (attribute))

FORWARD(hid_t, H5Dopen2, (hid_t place, const char *name, hid_t access), (place, name, access))
FORWARD(hid_t, H5Dget_space, (hid_t dataset), (dataset))
FORWARD(hid_t, H5Dget_type, (hid_t dataset), (dataset))
FORWARD(hid_t, H5Dget_create_plist, (hid_t dataset), (dataset))
FORWARD(
    herr_t, H5Dread, (hid_t dataset, hid_t type, hid_t memory, hid_t file, hid_t transfer, void *values),
    (dataset, type, memory, file, transfer, values))
FORWARD(hsize_t, H5Dget_storage_size, (hid_t dataset), (dataset))
FORWARD(herr_t, H5Dclose, (hid_t dataset), (dataset))

FORWARD(hid_t, H5Pcreate, (hid_t kind), (kind))
FORWARD(int, H5Pget_layout, (hid_t list), (list))
FORWARD(int, H5Pget_external_count, (hid_t list), (list))
FORWARD(herr_t, H5Pset_elink_cb, (hid_t list, H5L_elink_traverse_t function, void *data), (list, function, data))
FORWARD(int, H5Pget_chunk, (hid_t list, int rank, hsize_t *sizes), (list, rank, sizes))
FORWARD(
    herr_t, H5Pset_chunk_cache, (hid_t list, size_t slots, size_t bytes, double preemption),
    (list, slots, bytes, preemption))
FORWARD(herr_t, H5Pclose, (hid_t list), (list))

FORWARD(
    hid_t, H5Screate_simple, (int rank, const hsize_t *sizes, const hsize_t *largest), (rank, sizes, largest))
FORWARD(int, H5Sget_simple_extent_ndims, (hid_t space), (space))
FORWARD(int, H5Sget_simple_extent_dims, (hid_t space, hsize_t *sizes, hsize_t *largest), (space, sizes, largest))
FORWARD(hssize_t, H5Sget_simple_extent_npoints, (hid_t space), (space))
FORWARD(
    herr_t, H5Sselect_hyperslab,
    (hid_t space, H5S_seloper_t operation, const hsize_t *start, const hsize_t *stride, const hsize_t *count,
     const hsize_t *block),
    (space, operation, start, stride, count, block))
FORWARD(herr_t, H5Sclose, (hid_t space), (space))

FORWARD(size_t, H5Tget_size, (hid_t type), (type))
FORWARD(H5T_class_t, H5Tget_class, (hid_t type), (type))
FORWARD(herr_t, H5Tclose, (hid_t type), (type))
