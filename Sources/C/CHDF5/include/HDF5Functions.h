// The functions of libhdf5 that are used, as versions 1.10 to 1.14 declare them. Declared here, so that building needs no
// header of the library.
#ifndef CARDAN_HDF5_FUNCTIONS_H
#define CARDAN_HDF5_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int herr_t;
typedef int htri_t;
typedef int64_t hid_t;
typedef unsigned long long hsize_t;
typedef long long hssize_t;
typedef enum { H5S_SELECT_SET = 0 } H5S_seloper_t;
typedef herr_t (*H5E_auto2_t)(hid_t stack, void *data);

typedef herr_t (*H5L_elink_traverse_t)(
    const char *file, const char *group, const char *other_file, const char *object, unsigned *flags, hid_t access,
    void *data);
// What a group holds.
typedef struct {
  int storage;
  hsize_t nlinks;
  int64_t largest_order;
  bool is_mounted;
} H5G_info_t;
typedef enum { H5I_GROUP = 2, H5I_DATASET = 5 } H5I_type_t;
typedef enum { H5T_INTEGER = 0, H5T_FLOAT = 1 } H5T_class_t;
typedef enum { H5_INDEX_NAME = 0 } H5_index_t;
typedef enum { H5_ITER_INC = 0 } H5_iter_order_t;
// The layout of a data set that is made of others.
enum { H5D_VIRTUAL = 3 };

// Identifiers that H5open sets.
extern hid_t H5T_NATIVE_DOUBLE_g, H5T_NATIVE_INT8_g, H5P_CLS_DATASET_ACCESS_ID_g;

herr_t H5open(void);
herr_t H5dont_atexit(void);
herr_t H5Eset_auto2(hid_t stack, H5E_auto2_t function, void *data);
hid_t H5Fopen(const char *path, unsigned flags, hid_t access);
herr_t H5Fclose(hid_t file);
htri_t H5Lexists(hid_t place, const char *name, hid_t access);
long H5Lget_name_by_idx(hid_t place, const char *group, H5_index_t index, H5_iter_order_t order, hsize_t number, char *name,
    size_t size, hid_t access);
herr_t H5Gget_info(hid_t group, H5G_info_t *info);
hid_t H5Oopen(hid_t place, const char *name, hid_t access);
herr_t H5Oclose(hid_t object);
H5I_type_t H5Iget_type(hid_t object);
htri_t H5Aexists(hid_t object, const char *name);
hid_t H5Aopen(hid_t object, const char *name, hid_t access);
hid_t H5Aget_space(hid_t attribute);
herr_t H5Aread(hid_t attribute, hid_t type, void *values);
herr_t H5Aclose(hid_t attribute);
hid_t H5Dopen2(hid_t place, const char *name, hid_t access);
hid_t H5Dget_space(hid_t dataset);
hid_t H5Dget_type(hid_t dataset);
hid_t H5Dget_create_plist(hid_t dataset);
herr_t H5Dread(hid_t dataset, hid_t type, hid_t memory, hid_t file, hid_t transfer, void *values);
hsize_t H5Dget_storage_size(hid_t dataset);
herr_t H5Dclose(hid_t dataset);
hid_t H5Pcreate(hid_t kind);
int H5Pget_layout(hid_t list);
int H5Pget_external_count(hid_t list);
herr_t H5Pset_elink_cb(hid_t list, H5L_elink_traverse_t function, void *data);
int H5Pget_chunk(hid_t list, int rank, hsize_t *sizes);
herr_t H5Pset_chunk_cache(hid_t list, size_t slots, size_t bytes, double preemption);
herr_t H5Pclose(hid_t list);
hid_t H5Screate_simple(int rank, const hsize_t *sizes, const hsize_t *largest);
int H5Sget_simple_extent_ndims(hid_t space);
int H5Sget_simple_extent_dims(hid_t space, hsize_t *sizes, hsize_t *largest);
hssize_t H5Sget_simple_extent_npoints(hid_t space);
herr_t H5Sselect_hyperslab(hid_t space, H5S_seloper_t operation, const hsize_t *start, const hsize_t *stride,
    const hsize_t *count, const hsize_t *block);
herr_t H5Sclose(hid_t space);
size_t H5Tget_size(hid_t type);
H5T_class_t H5Tget_class(hid_t type);
herr_t H5Tclose(hid_t type);

#endif
