#include "OnDemand.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

const char *cardan_library_missing(cardan_library *library) {
  if (atomic_load_explicit(&library->handle, memory_order_acquire) != NULL) return NULL;
  void *handle = NULL;
  for (const char *const *name = library->names; *name != NULL && handle == NULL; name++) {
    handle = dlopen(*name, RTLD_LAZY | RTLD_LOCAL);
  }
  if (handle == NULL) return dlerror();
  if (library->prepare != NULL) library->prepare(handle);
  // Another thread may have been as far: both have the same library.
  atomic_store_explicit(&library->handle, handle, memory_order_release);
  return NULL;
}

void *cardan_library_symbol(cardan_library *library, const char *name) {
  const char *problem = cardan_library_missing(library);
  if (problem == NULL) {
    void *symbol = dlsym(atomic_load_explicit(&library->handle, memory_order_acquire), name);
    if (symbol != NULL) return symbol;
    problem = dlerror();
  }
  fprintf(stderr, "error while loading shared libraries: %s\n", problem);
  exit(127);
}
