#define _GNU_SOURCE 1
#include <sodium.h>
