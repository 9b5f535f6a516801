#define _GNU_SOURCE 1
#include "CLinux.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <link.h>
#include <linux/serial.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
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

int nj_network_addresses(char *text, size_t size) {
    struct ifaddrs *list = NULL;
    if (size == 0 || getifaddrs(&list) != 0) return 0;
    int count = 0;
    size_t used = 0;
    text[0] = 0;
    for (struct ifaddrs *entry = list; entry != NULL; entry = entry->ifa_next) {
        if (entry->ifa_addr == NULL || entry->ifa_addr->sa_family != AF_INET || !(entry->ifa_flags & IFF_UP)
            || (entry->ifa_flags & IFF_LOOPBACK)) continue;
        char address[INET_ADDRSTRLEN];
        const struct sockaddr_in *name = (const void *)entry->ifa_addr;
        if (inet_ntop(AF_INET, &name->sin_addr, address, sizeof address) == NULL) continue;
        int length = snprintf(text + used, size - used, "%s %s\n", entry->ifa_name, address);
        if (length < 0 || (size_t)length >= size - used) break;
        used += (size_t)length;
        count++;
    }
    freeifaddrs(list);
    return count;
}

static const char group[] = "224.0.0.251";
static const uint16_t group_port = 5353;

int nj_multicast_dns(const char *const *addresses, size_t count) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    unsigned char lifetime = 255;
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &lifetime, sizeof lifetime);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(group_port)};
    int joined = 0;
    if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0) {
        for (size_t index = 0; index < count; index++) {
            struct ip_mreqn member = {0};
            inet_pton(AF_INET, group, &member.imr_multiaddr);
            inet_pton(AF_INET, addresses[index], &member.imr_address);
            if (setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &member, sizeof member) == 0) joined++;
        }
    }
    if (joined > 0) return fd;
    close(fd);
    return -1;
}

long nj_receive_waiting(int fd, void *buffer, size_t size, int milliseconds, struct nj_sender *from) {
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int ready = poll(&wait, 1, milliseconds);
    if (ready <= 0) return ready;
    struct sockaddr_in name = {0};
    socklen_t length = sizeof name;
    long count = recvfrom(fd, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&name, &length);
    from->address = name.sin_addr.s_addr;
    from->port = ntohs(name.sin_port);
    return count;
}

int nj_send_back(int fd, struct nj_sender to, const void *bytes, size_t size) {
    struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons(to.port), .sin_addr.s_addr = to.address};
    return sendto(fd, bytes, size, MSG_DONTWAIT, (struct sockaddr *)&name, sizeof name) == (long)size ? 0 : -1;
}

int nj_multicast_send(int fd, const char *address, const void *bytes, size_t size) {
    struct ip_mreqn way = {0};
    inet_pton(AF_INET, address, &way.imr_address);
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &way, sizeof way);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(group_port)};
    inet_pton(AF_INET, group, &name.sin_addr);
    return sendto(fd, bytes, size, 0, (struct sockaddr *)&name, sizeof name) == (long)size ? 0 : -1;
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
