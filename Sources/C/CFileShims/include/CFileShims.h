// CFileShims: what Swift cannot ask of Linux about files and processes.
// It wraps single calls; what they are for is decided in FileAccess and LogProcessing.
#ifndef CARDAN_FILE_SHIMS_H
#define CARDAN_FILE_SHIMS_H

#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>

// Asks the system to begin to write bytes of a file from memory to the disk, and does not wait: what is then left for `fsync`
// takes less time. A hint, which may be ignored: the answer is whether the system took it.
bool cardan_begin_write_back(int descriptor, int64_t offset, int64_t count);

// The arguments that this program was started with, the program first; NULL where the C library does not tell. Swift reads them from
// /proc, which a jail may lack.
char *_Nonnull *_Nullable cardan_arguments(int *_Nonnull count);

// Starts this program again with three arguments and these variables (NULL at the end), its standard input and errors at
// /dev/null. `output` becomes the reading end of its standard output. Returns the process, or -1 with errno.
int cardan_start_reader(
    const char *_Nonnull purpose, const char *_Nonnull path, const char *_Nonnull setting,
    char *_Nullable const *_Nonnull environment, int *_Nonnull output);

// Lets a program that is started with these actions begin in the root of the file system. Returns 0 or an error of the system.
int cardan_begin_in_root(posix_spawn_file_actions_t *_Nonnull actions);

// Ends a process of `cardan_start_reader` and waits for it. Returns the signal that ended it; 0 if it ended by itself.
int cardan_end_reader(int process);

// Lets the stacks of the main thread and of later ones grow to some bytes, where the system allows it. Returns whether they may.
bool cardan_grow_stack(uint64_t bytes);

// Limits this process: bytes of addresses, seconds of processor time, no core file, no growing file.
void cardan_limit_process(uint64_t addresses, uint64_t seconds);

// Lets this process open no file, start no program and reach no other process or machine from now on; what is open stays. False
// where the system has no such filter.
bool cardan_confine_process(void);

// Lets the signals of a crash append the line "crashed" to the file of the thread that crashed, before they end the process as
// they would without this.
void cardan_watch_crashes(void);

// The file for the crash of this thread, open for appending; -1 for none.
void cardan_set_crash_file(int descriptor);

// Appends the line "crashed" to the files of all threads that work on something, before a process that does not end by itself is
// ended. Async-signal-safe.
void cardan_mark_unfinished(void);

// The processors that this process may use, at least 1.
int cardan_processor_count(void);

#endif
