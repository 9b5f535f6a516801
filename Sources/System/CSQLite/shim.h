#define _GNU_SOURCE 1
#include <sqlite3.h>

// SQLite hands a pointer only to who names its type by a constant of C.

/// Fills parameter `index` with the object of whoever steps the statement.
static inline void nj_bind_reader(sqlite3_stmt *statement, int index, void *reader) {
    sqlite3_bind_pointer(statement, index, reader, "nightjar reader", 0);
}

/// The object that was bound; NULL for any other value.
static inline void *nj_reader(sqlite3_value *value) { return sqlite3_value_pointer(value, "nightjar reader"); }
