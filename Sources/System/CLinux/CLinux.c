#define _GNU_SOURCE 1
#include "CLinux.h"

#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

int nj_terminal_size(int fd, unsigned short *columns, unsigned short *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int nj_terminal_exclusive(int fd) { return ioctl(fd, TIOCEXCL); }

long nj_receive_stamped(int fd, void *buffer, size_t size, int64_t *stamp) {
    struct iovec vector = {.iov_base = buffer, .iov_len = size};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(struct timespec))];
    } control;
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *stamp = 0;
    long count = recvmsg(fd, &message, MSG_DONTWAIT | MSG_TRUNC);
    if (count < 0) return count;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item != NULL; item = CMSG_NXTHDR(&message, item)) {
        if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(item), sizeof time);
        *stamp = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    }
    return count;
}
