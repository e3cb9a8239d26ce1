#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Embedded Swift seeds its hash tables with arc4random_buf, which glibc has since 2.36; getrandom is there since 2.25, its system call
// since Linux 3.17. Without one, tables are not seeded.
__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t count) {
  for (unsigned char *place = buffer; count > 0;) {
    long got = syscall(SYS_getrandom, place, count, 0);
    if (got <= 0) return;
    place += got;
    count -= (size_t)got;
  }
}
