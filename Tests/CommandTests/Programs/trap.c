// A library that leaves a file in the current folder when a program loads it.
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void spring(void) {
  int file = open("/proc/self/cwd/sprung", O_WRONLY | O_CREAT, 0600);
  if (file >= 0) close(file);
}
