// CSQLite: the functions of libsqlite3 that are used.
// Declared here, so that building needs no header of the library.
#ifndef CARDAN_CSQLITE_H
#define CARDAN_CSQLITE_H

#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

enum { CARDAN_SQLITE_OK = 0, CARDAN_SQLITE_ROW = 100, CARDAN_SQLITE_DONE = 101 };
// Read only, and the name is a URI.
enum { CARDAN_SQLITE_OPEN_READ_ONLY = 0x01 | 0x40 };

// The longest text, blob or row.
enum { CARDAN_SQLITE_LIMIT_LENGTH = 0 };

// Loads the library; NULL if it is loaded, otherwise the reason why not.
const char *_Nullable cardan_sqlite_missing(void);

int sqlite3_open_v2(
    const char *_Nonnull name, sqlite3 *_Nullable *_Nonnull database, int flags, const char *_Nullable system);
int sqlite3_limit(sqlite3 *_Nonnull database, int kind, int value);
// Calls the handler after this many instructions; other than 0 ends the query.
void sqlite3_progress_handler(
    sqlite3 *_Nonnull database, int steps, int (*_Nullable handler)(void *_Nullable context), void *_Nullable context);
int sqlite3_close(sqlite3 *_Nullable database);
const char *_Nonnull sqlite3_errmsg(sqlite3 *_Nullable database);
int sqlite3_prepare_v2(
    sqlite3 *_Nonnull database, const char *_Nonnull text, int count, sqlite3_stmt *_Nullable *_Nonnull statement,
    const char *_Nullable *_Nullable rest);
int sqlite3_bind_int64(sqlite3_stmt *_Nonnull statement, int index, int64_t value);
int sqlite3_step(sqlite3_stmt *_Nonnull statement);
int sqlite3_reset(sqlite3_stmt *_Nonnull statement);
int sqlite3_finalize(sqlite3_stmt *_Nullable statement);
int64_t sqlite3_column_int64(sqlite3_stmt *_Nonnull statement, int column);
const void *_Nullable sqlite3_column_blob(sqlite3_stmt *_Nonnull statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *_Nonnull statement, int column);

#endif
