// What Linux offers and Swift cannot import: variadics, ioctl numbers, epoll and its kin.
#ifndef NIGHTJAR_CLINUX_H
#define NIGHTJAR_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

/// Columns and rows of the terminal on `fd`; 0 on success, -1 when it is not a terminal.
int nj_terminal_size(int fd, unsigned short *columns, unsigned short *rows);

/// Lets nobody else open the terminal on `fd` (TIOCEXCL); 0 on success, -1 when it is not a terminal.
int nj_terminal_exclusive(int fd);

#endif
