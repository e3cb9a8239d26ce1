// A process of this program that reads a file for it.
#define _GNU_SOURCE
#include "CFileShims.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char *const *cardan_environment(void) { return environ; }

int cardan_processor_count(void) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
}

int cardan_start_reader(const char *purpose, const char *path, const char *setting, int *output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  size_t count = 0;
  while (environ[count] != NULL) count++;
  // A crash is an expected answer: nobody reads the trace that Swift would print of it.
  char **environment = malloc((count + 2) * sizeof(char *));
  if (environment == NULL) {
    close(ends[0]), close(ends[1]);
    errno = ENOMEM;
    return -1;
  }
  environment[0] = "SWIFT_BACKTRACE=enable=no";
  for (size_t index = 0; index <= count; index++) environment[index + 1] = environ[index];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Ends with the pipe, whatever this process ignores.
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGPIPE);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &ended);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  char *const arguments[] = {"cardan", (char *)purpose, (char *)path, (char *)setting, NULL};
  pid_t process = -1;
  int status = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  free(environment);
  close(ends[1]);
  if (status != 0) {
    close(ends[0]);
    errno = status;
    return -1;
  }
  *output = ends[0];
  return process;
}

int cardan_end_reader(int process) {
  int status = 0;
  // One that has ended keeps its status.
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void limit(int resource, rlim_t most) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max == RLIM_INFINITY || limits.rlim_max > most) limits.rlim_max = most;
  if (limits.rlim_cur == RLIM_INFINITY || limits.rlim_cur > limits.rlim_max) limits.rlim_cur = limits.rlim_max;
  setrlimit(resource, &limits);
}

void cardan_limit_process(uint64_t addresses, uint64_t seconds) {
  limit(RLIMIT_AS, addresses);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_CORE, 0);
  // It writes to a pipe only.
  limit(RLIMIT_FSIZE, 0);
}
