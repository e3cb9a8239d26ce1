// What is used of libsqlite3, loaded when a log asks for it.
#include "CSQLite.h"

#include "OnDemand.h"

static const char *const names[] = {"libsqlite3.so.0", "libsqlite3.so", NULL};
static cardan_library library = {.names = names};

const char *cardan_sqlite_missing(void) { return cardan_library_missing(&library); }

#define FORWARD(result, name, parameters, arguments) CARDAN_ON_DEMAND(library, result, name, parameters, arguments)

FORWARD(
    int, sqlite3_open_v2, (const char *name, sqlite3 **database, int flags, const char *system),
    (name, database, flags, system))
FORWARD(int, sqlite3_limit, (sqlite3 * database, int kind, int value), (database, kind, value))
FORWARD(
    void, sqlite3_progress_handler, (sqlite3 * database, int steps, int (*handler)(void *), void *context),
    (database, steps, handler, context))
FORWARD(int, sqlite3_close, (sqlite3 * database), (database))
FORWARD(const char *, sqlite3_errmsg, (sqlite3 * database), (database))
FORWARD(
    int, sqlite3_prepare_v2,
    (sqlite3 * database, const char *text, int count, sqlite3_stmt **statement, const char **rest),
    (database, text, count, statement, rest))
FORWARD(int, sqlite3_bind_int64, (sqlite3_stmt * statement, int index, int64_t value), (statement, index, value))
FORWARD(int, sqlite3_step, (sqlite3_stmt * statement), (statement))
FORWARD(int, sqlite3_reset, (sqlite3_stmt * statement), (statement))
FORWARD(int, sqlite3_finalize, (sqlite3_stmt * statement), (statement))
FORWARD(int64_t, sqlite3_column_int64, (sqlite3_stmt * statement, int column), (statement, column))
FORWARD(const void *, sqlite3_column_blob, (sqlite3_stmt * statement, int column), (statement, column))
FORWARD(int, sqlite3_column_bytes, (sqlite3_stmt * statement, int column), (statement, column))
