// Makes one call of the system fail: the one named in CARDAN_FAIL with the number CARDAN_FAIL_AT among those of its name, with
// the error CARDAN_FAIL_WITH. CARDAN_COUNT_CALLS names a file for the number of calls. CARDAN_CRASH_ON is the end of the path
// whose second opening is a segmentation fault: the first is by the scan of the folder. Only calls after the first
// look at a descriptor count, with which the command begins.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum call { OPEN, READ, WRITE, FSYNC, RENAME, MALLOC, CALLS };
static const char *const names[CALLS] = {"open", "read", "write", "fsync", "rename", "malloc"};
static atomic_int counts[CALLS];
static int failing = -1, fail_at, fail_with;
static char crash_on[4096];
static atomic_int openings;
static atomic_bool ready;

__attribute__((constructor)) static void prepare(void) {
  const char *name = getenv("CARDAN_FAIL");
  for (int call = 0; name != NULL && call < CALLS; call++) {
    if (strcmp(name, names[call]) == 0) failing = call;
  }
  if (failing >= 0) {
    fail_at = atoi(getenv("CARDAN_FAIL_AT"));
    fail_with = atoi(getenv("CARDAN_FAIL_WITH"));
  }
  const char *path = getenv("CARDAN_CRASH_ON");
  if (path != NULL) strncpy(crash_on, path, sizeof crash_on - 1);
}

static int fails(enum call call) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) return 0;
  int number = 1 + atomic_fetch_add(&counts[call], 1);
  if ((int)call != failing || number != fail_at) return 0;
  errno = fail_with;
  return 1;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("CARDAN_COUNT_CALLS");
  if (path == NULL) return;
  FILE *file = fopen(path, "w");
  for (int call = 0; file != NULL && call < CALLS; call++) fprintf(file, "%s %d\n", names[call], counts[call]);
  if (file != NULL) fclose(file);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void crash(const char *path) {
  size_t end = strlen(crash_on), length = strlen(path);
  if (end == 0 || length < end || strcmp(path + length - end, crash_on) != 0) return;
  if (atomic_fetch_add(&openings, 1) == 1) raise(SIGSEGV);
}

#define FCNTL_LIKE(name)                                       \
  int name(int descriptor, int command, ...) {                 \
    va_list list;                                              \
    va_start(list, command);                                   \
    void *argument = va_arg(list, void *);                     \
    va_end(list);                                              \
    if (command == F_GETFD) atomic_store(&ready, 1);           \
    return NEXT(fcntl)(descriptor, command, argument);         \
  }
FCNTL_LIKE(fcntl)
FCNTL_LIKE(fcntl64)

#define OPEN_LIKE(name)                                  \
  int name(const char *path, int flags, ...) {           \
    va_list list;                                        \
    va_start(list, flags);                               \
    mode_t mode = va_arg(list, mode_t);                  \
    va_end(list);                                        \
    if (fails(OPEN)) return -1;                          \
    crash(path);                                         \
    return NEXT(name)(path, flags, mode);                \
  }
OPEN_LIKE(open)
OPEN_LIKE(open64)

ssize_t read(int descriptor, void *bytes, size_t count) {
  return fails(READ) ? -1 : NEXT(read)(descriptor, bytes, count);
}
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return fails(READ) ? -1 : NEXT(pread)(descriptor, bytes, count, offset);
}
ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return fails(READ) ? -1 : NEXT(pread64)(descriptor, bytes, count, offset);
}
ssize_t write(int descriptor, const void *bytes, size_t count) {
  return fails(WRITE) ? -1 : NEXT(write)(descriptor, bytes, count);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return fails(WRITE) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return fails(WRITE) ? -1 : NEXT(pwrite64)(descriptor, bytes, count, offset);
}
int fsync(int descriptor) { return fails(FSYNC) ? -1 : NEXT(fsync)(descriptor); }
int rename(const char *from, const char *to) { return fails(RENAME) ? -1 : NEXT(rename)(from, to); }

extern void *__libc_malloc(size_t size);
void *malloc(size_t size) { return fails(MALLOC) ? NULL : __libc_malloc(size); }
