// A line in a file when a thread crashes, so that the next run can leave out what it worked on.
#include "CFileShims.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { count = sizeof signals / sizeof *signals };

static struct sigaction former[count];
static _Thread_local volatile sig_atomic_t file = -1;

// The files of all threads, each with one added: zero is a free place. More threads than places are not marked as unfinished.
enum { places = 1024 };
static _Atomic int files[places];

static const char line[] = "crashed\n";

// Async-signal-safe. The former action runs after the return: the signal is raised again, and blocked until then.
static void mark(int number) {
  if (file >= 0 && write(file, line, sizeof line - 1) > 0) file = -1;
  for (int index = 0; index < count; index++) {
    if (signals[index] == number) sigaction(number, &former[index], NULL);
  }
  raise(number);
}

void cardan_watch_crashes(void) {
  struct sigaction action = {.sa_handler = mark, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < count; index++) sigaction(signals[index], &action, &former[index]);
}

void cardan_set_crash_file(int descriptor) {
  int former = file + 1;
  for (int place = 0; former > 0 && place < places; place++) {
    int expected = former;
    if (atomic_compare_exchange_strong(&files[place], &expected, 0)) break;
  }
  file = descriptor;
  for (int place = 0; descriptor >= 0 && place < places; place++) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&files[place], &expected, descriptor + 1)) break;
  }
}

void cardan_mark_unfinished(void) {
  for (int place = 0; place < places; place++) {
    int descriptor = atomic_exchange(&files[place], 0) - 1;
    if (descriptor >= 0 && write(descriptor, line, sizeof line - 1) < 0) continue;
  }
}
