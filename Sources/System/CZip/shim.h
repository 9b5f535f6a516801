#define _GNU_SOURCE 1
#include <zip.h>
