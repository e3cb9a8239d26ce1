// A process of this program that reads a file for it.
#define _GNU_SOURCE
#include "CFileShims.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int cardan_processor_count(void) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
}

int cardan_start_reader(
    const char *purpose, const char *path, const char *setting, char *const *environment, int *output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
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
  close(ends[1]);
  if (status != 0) {
    close(ends[0]);
    errno = status;
    return -1;
  }
  *output = ends[0];
  return process;
}

int cardan_begin_in_root(posix_spawn_file_actions_t *actions) {
  // Asked for by name: glibc has it since 2.29, and programs of a release run on 2.28.
  int (*const begin_in)(posix_spawn_file_actions_t *, const char *) =
      (int (*)(posix_spawn_file_actions_t *, const char *))dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addchdir_np");
  return begin_in ? begin_in(actions, "/") : ENOSYS;
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

bool cardan_grow_stack(uint64_t bytes) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_STACK, &limits) != 0 || limits.rlim_cur == RLIM_INFINITY || limits.rlim_cur >= bytes) return true;
  limits.rlim_cur = bytes;
  if (limits.rlim_max != RLIM_INFINITY && limits.rlim_max < bytes) limits.rlim_max = bytes;
  if (setrlimit(RLIMIT_STACK, &limits) != 0) return false;
#ifdef __GLIBC__
  // The default of threads is the limit when the program began.
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) == 0) {
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
#endif
  return true;
}

void cardan_limit_process(uint64_t addresses, uint64_t seconds) {
  limit(RLIMIT_AS, addresses);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_CORE, 0);
  // It writes to a pipe only.
  limit(RLIMIT_FSIZE, 0);
}

bool cardan_confine_process(void) {
  // What reaches other files, programs or machines. Landlock alone would leave the network.
  static const int calls[] = {
#ifdef SYS_open
      SYS_open, SYS_creat, SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_rmdir, SYS_mknod, SYS_chmod,
      SYS_fork, SYS_vfork,
#endif
      SYS_openat, SYS_openat2, SYS_open_by_handle_at, SYS_execve, SYS_execveat, SYS_unlinkat, SYS_renameat2, SYS_linkat,
      SYS_symlinkat, SYS_mkdirat, SYS_mknodat, SYS_fchmodat, SYS_truncate, SYS_mount, SYS_chdir, SYS_chroot, SYS_socket,
      SYS_connect, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_io_uring_setup, SYS_bpf, SYS_kill,
  };
  enum { count = sizeof calls / sizeof *calls };
  // The architecture, the numbers of the x32 ABI, a comparison for each call, then the two answers.
  struct sock_filter code[count + 6];
  struct sock_filter *next = code;
#if defined(__x86_64__)
  const unsigned architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  const unsigned architecture = AUDIT_ARCH_AARCH64;
#else
  return false;
#endif
  *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 0, count + 3);
  *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, count + 1, 0);
  for (int index = 0; index < count; index++) {
    // To the second answer behind the comparisons that are left.
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[index], count - index, 0);
  }
  *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES);
  const struct sock_fprog program = {.len = (unsigned short)(next - code), .filter = code};
  // A process that cannot gain rights may limit itself.
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
