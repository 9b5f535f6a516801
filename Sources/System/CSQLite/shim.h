#define _GNU_SOURCE 1
#include <sqlite3.h>
