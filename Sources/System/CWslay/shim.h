#define _GNU_SOURCE 1
#include <wslay/wslay.h>
