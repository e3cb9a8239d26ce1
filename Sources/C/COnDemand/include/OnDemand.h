// COnDemand: libraries of the system, loaded when one of their functions is first called.
// It knows no library; each shim beside it lists the functions of one.
#ifndef CARDAN_ON_DEMAND_H
#define CARDAN_ON_DEMAND_H

#include <stdatomic.h>
#include <stddef.h>

// A library that is loaded on demand, and stays.
typedef struct {
  // The names that it goes by, the likeliest first; NULL behind the last.
  const char *_Nullable const *_Nonnull names;
  // What is to be done as soon as it is there; NULL for nothing. May be called more than once.
  void (*_Nullable prepare)(void *_Nonnull handle);
  // NULL until it is loaded.
  _Atomic(void *) handle;
} cardan_library;

// Loads a library, if that has not been done; NULL where it is there, else why not, valid until the thread asks again.
const char *_Nullable cardan_library_missing(cardan_library *_Nonnull library);

// The address of what a library has under a name. Where it is missing the program ends with a message, as it would have at
// its start: who can do without asks `cardan_library_missing` first.
void *_Nonnull cardan_library_symbol(cardan_library *_Nonnull library, const char *_Nonnull name);

// Defines a function that passes its arguments on to the one of the same name in a library. Hidden, so that no library takes
// it for its own.
#define CARDAN_ON_DEMAND(library, result, name, parameters, arguments)                              \
  __asm__(".hidden " #name);                                                                        \
  result name parameters {                                                                          \
    static _Atomic(void *) known;                                                                   \
    void *found = atomic_load_explicit(&known, memory_order_acquire);                               \
    if (found == NULL) {                                                                            \
      found = cardan_library_symbol(&library, #name);                                               \
      atomic_store_explicit(&known, found, memory_order_release);                                   \
    }                                                                                               \
    return ((__typeof__(&name))found)arguments;                                                     \
  }

#endif
