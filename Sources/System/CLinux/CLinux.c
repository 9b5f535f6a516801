#define _GNU_SOURCE 1
#include "CLinux.h"

#include <sys/ioctl.h>

int nj_terminal_size(int fd, unsigned short *columns, unsigned short *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int nj_terminal_exclusive(int fd) { return ioctl(fd, TIOCEXCL); }
