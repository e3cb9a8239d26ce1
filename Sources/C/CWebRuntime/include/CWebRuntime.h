// The functions of C that the readers and the statistics of logs call, and the one that the page provides.
#ifndef CARDAN_LIBC_H
#define CARDAN_LIBC_H

#include <stddef.h>
#include <stdint.h>

void *_Nullable memchr(const void *_Nonnull bytes, int byte, size_t count);
void *_Nonnull memmove(void *_Nonnull target, const void *_Nonnull source, size_t count);

// Reads the next bytes of the log, up to `count`; returns how many, 0 at the end.
__attribute__((import_module("log"), import_name("read"))) int32_t cardan_read_log(void *_Nonnull target, int32_t count);

#endif
