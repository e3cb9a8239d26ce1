// CWebRuntime: what a module of WebAssembly has in place of an operating system.
// memory.c is the C library that Swift needs there, wide.c the functions of the compiler's runtime library. Elsewhere it is
// empty.
#ifndef CARDAN_WEB_RUNTIME_H
#define CARDAN_WEB_RUNTIME_H

#include <stdint.h>

// Reads the next bytes of the log that the page has opened, up to `count`; returns how many, 0 at the end.
#if defined(__wasm__)
__attribute__((import_module("log"), import_name("read")))
#endif
int32_t cardan_read_log(void *_Nonnull target, int32_t count);

#endif
