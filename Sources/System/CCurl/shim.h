#define _GNU_SOURCE 1
#include <curl/curl.h>
