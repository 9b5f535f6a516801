#define _GNU_SOURCE 1
#include "CLinux.h"

#include <arpa/inet.h>
#include <link.h>
#include <linux/serial.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int nj_terminal_size(int fd, unsigned short *columns, unsigned short *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int nj_terminal_exclusive(int fd) { return ioctl(fd, TIOCEXCL); }

int nj_terminal_lines(int fd, bool dtr, bool rts) {
    int on = (dtr ? TIOCM_DTR : 0) | (rts ? TIOCM_RTS : 0);
    int off = (TIOCM_DTR | TIOCM_RTS) & ~on;
    return (on == 0 || ioctl(fd, TIOCMBIS, &on) == 0) && (off == 0 || ioctl(fd, TIOCMBIC, &off) == 0) ? 0 : -1;
}

int nj_terminal_low_latency(int fd) {
    struct serial_struct serial;
    if (ioctl(fd, TIOCGSERIAL, &serial) != 0) return -1;
    serial.flags |= ASYNC_LOW_LATENCY;
    return ioctl(fd, TIOCSSERIAL, &serial);
}

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

int nj_bind_address(int fd, const char *address, uint16_t port) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) return bind(fd, (struct sockaddr *)&six, sizeof six);
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1) return bind(fd, (struct sockaddr *)&four, sizeof four);
    return 1;
}

int nj_bound_port(int fd) {
    struct sockaddr_storage name = {0};
    socklen_t size = sizeof name;
    if (getsockname(fd, (struct sockaddr *)&name, &size) != 0) return -1;
    if (name.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
    return name.ss_family == AF_INET ? ntohs(((struct sockaddr_in *)&name)->sin_port) : -1;
}

static int give_back_code(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    if (object->dlpi_name != NULL && strstr(object->dlpi_name, "vdso") != NULL) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void nj_give_back_code(void) { dl_iterate_phdr(give_back_code, NULL); }
