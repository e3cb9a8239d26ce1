// Is loaded before the other libraries of the process that reads HDF5: tries to open a file, to start a program and to make a socket
// before each write to the standard output, and says on the standard error what succeeded.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void say(const char *text, unsigned long size) { syscall(SYS_write, STDERR_FILENO, text, size); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (descriptor == STDOUT_FILENO) {
    say("tried\n", 6);
    if (open("/etc/passwd", O_RDONLY) >= 0) say("opened\n", 7);
    if (open("left-behind", O_WRONLY | O_CREAT, 0600) >= 0) say("created\n", 8);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) say("connected\n", 10);
    char *const none[] = {NULL};
    // Ends this process if it succeeds.
    execve("/bin/true", none, none);
  }
  return syscall(SYS_write, descriptor, bytes, count);
}
