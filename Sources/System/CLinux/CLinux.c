#define _GNU_SOURCE 1
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <link.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/serial.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/vfs.h>
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

int nj_accept(int listening, struct nj_peer *peer) {
    _Static_assert(sizeof peer->name >= sizeof(struct sockaddr_storage), "room for any address");
    socklen_t size = sizeof peer->name;
    int fd = accept4(listening, (struct sockaddr *)peer->name, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    peer->size = size;
    return fd;
}

size_t nj_peer_text(const struct nj_peer *peer, char *text, size_t room) {
    struct sockaddr_storage name;
    memcpy(&name, peer->name, sizeof name);
    const void *address = NULL;
    int family = name.ss_family;
    struct in6_addr six = ((struct sockaddr_in6 *)&name)->sin6_addr;
    if (family == AF_INET) address = &((struct sockaddr_in *)&name)->sin_addr;
    if (family == AF_INET6) {
        address = &six;
        if (IN6_IS_ADDR_V4MAPPED(&six)) {
            family = AF_INET;
            address = &six.s6_addr[12];
        } else {
            memset(&six.s6_addr[8], 0, 8);
        }
    }
    if (address == NULL || inet_ntop(family, address, text, (socklen_t)room) == NULL) return 0;
    return strlen(text);
}

long nj_raise_open_files(long most) {
    struct rlimit limit = {0};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlim_t wanted = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > (rlim_t)most ? (rlim_t)most : limit.rlim_max;
    struct rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
    if (limit.rlim_cur < wanted && setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    return limit.rlim_cur > (rlim_t)most ? most : (long)limit.rlim_cur;
}

bool nj_is_in_memory(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 && (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}

void nj_forbid_core_dumps(void) {
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
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
        if (entry->ifa_addr == NULL || !(entry->ifa_flags & IFF_UP) || (entry->ifa_flags & IFF_LOOPBACK)) continue;
        int family = entry->ifa_addr->sa_family;
        const void *bytes;
        if (family == AF_INET) bytes = &((const struct sockaddr_in *)(const void *)entry->ifa_addr)->sin_addr;
        else if (family == AF_INET6) bytes = &((const struct sockaddr_in6 *)(const void *)entry->ifa_addr)->sin6_addr;
        else continue;
        char address[INET6_ADDRSTRLEN];
        if (inet_ntop(family, bytes, address, sizeof address) == NULL) continue;
        unsigned index = if_nametoindex(entry->ifa_name);
        int length = snprintf(text + used, size - used, "%s %u %s\n", entry->ifa_name, index, address);
        if (length < 0 || (size_t)length >= size - used) {
            text[used] = 0;
            break;
        }
        used += (size_t)length;
        count++;
    }
    freeifaddrs(list);
    return count;
}

int nj_address_bytes(const char *text, unsigned char bytes[16]) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}

static const char group[] = "224.0.0.251";
static const char group_six[] = "ff02::fb";
static const uint16_t group_port = 5353;

static int join_four(int fd, unsigned interface) {
    struct ip_mreqn member = {.imr_ifindex = (int)interface};
    inet_pton(AF_INET, group, &member.imr_multiaddr);
    return setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &member, sizeof member);
}

static int join_six(int fd, unsigned interface) {
    struct ipv6_mreq member = {.ipv6mr_interface = interface};
    inet_pton(AF_INET6, group_six, &member.ipv6mr_multiaddr);
    return setsockopt(fd, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &member, sizeof member);
}

int nj_multicast_dns(int is_six) {
    int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    int on = 1, hops = 255;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    unsigned char lifetime = 255;
    if (is_six) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
        setsockopt(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, &hops, sizeof hops);
        setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
    } else {
        setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &lifetime, sizeof lifetime);
        setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
    }
    if (nj_bind_address(fd, is_six ? "::" : "0.0.0.0", group_port) == 0) return fd;
    close(fd);
    return -1;
}

int nj_multicast_join(int fd, int is_six, unsigned interface) {
    return (is_six ? join_six : join_four)(fd, interface) == 0 || errno == EADDRINUSE ? 0 : -1;
}

int nj_address_changes(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return -1;
    struct sockaddr_nl name = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0) return fd;
    close(fd);
    return -1;
}

static unsigned interface_of(struct msghdr *message) {
    for (struct cmsghdr *item = CMSG_FIRSTHDR(message); item != NULL; item = CMSG_NXTHDR(message, item)) {
        if (item->cmsg_level == IPPROTO_IP && item->cmsg_type == IP_PKTINFO) {
            struct in_pktinfo info;
            memcpy(&info, CMSG_DATA(item), sizeof info);
            return (unsigned)info.ipi_ifindex;
        }
        if (item->cmsg_level == IPPROTO_IPV6 && item->cmsg_type == IPV6_PKTINFO) {
            struct in6_pktinfo info;
            memcpy(&info, CMSG_DATA(item), sizeof info);
            return info.ipi6_ifindex;
        }
    }
    return 0;
}

long nj_receive_waiting(const int sockets[3], void *buffer, size_t size, int milliseconds, struct nj_sender *from) {
    struct pollfd waits[3];
    for (int index = 0; index < 3; index++) waits[index] = (struct pollfd){.fd = sockets[index], .events = POLLIN};
    int ready = poll(waits, 3, milliseconds);
    if (ready <= 0) return ready;
    if (waits[2].revents != 0) {
        // What has changed is read anew; more than fits was lost, and that is a change too.
        long got;
        do got = recv(sockets[2], buffer, size, MSG_DONTWAIT);
        while (got > 0 || (got < 0 && errno == ENOBUFS));
        from->has_changes = 1;
        return 0;
    }
    from->socket = waits[0].revents != 0 ? sockets[0] : sockets[1];
    struct sockaddr_storage name = {0};
    struct iovec vector = {.iov_base = buffer, .iov_len = size};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(struct in6_pktinfo)) + CMSG_SPACE(sizeof(struct in_pktinfo))];
    } control;
    struct msghdr message = {.msg_name = &name, .msg_namelen = sizeof name, .msg_iov = &vector, .msg_iovlen = 1,
                             .msg_control = &control, .msg_controllen = sizeof control};
    long count = recvmsg(from->socket, &message, MSG_DONTWAIT);
    if (count < 0 || message.msg_namelen > sizeof from->name) return -1;
    memcpy(from->name, &name, message.msg_namelen);
    from->length = message.msg_namelen;
    from->interface = interface_of(&message);
    from->port = ntohs(name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                                  : ((struct sockaddr_in *)&name)->sin_port);
    return count;
}

int nj_send_back(const struct nj_sender *to, const void *bytes, size_t size) {
    long sent = sendto(to->socket, bytes, size, MSG_DONTWAIT, (const struct sockaddr *)(const void *)to->name, to->length);
    return sent == (long)size ? 0 : -1;
}

int nj_multicast_send(int fd, int is_six, unsigned interface, const void *bytes, size_t size) {
    if (is_six) {
        struct sockaddr_in6 name = {.sin6_family = AF_INET6, .sin6_port = htons(group_port), .sin6_scope_id = interface};
        inet_pton(AF_INET6, group_six, &name.sin6_addr);
        setsockopt(fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, &interface, sizeof interface);
        return sendto(fd, bytes, size, MSG_DONTWAIT, (struct sockaddr *)&name, sizeof name) == (long)size ? 0 : -1;
    }
    struct ip_mreqn way = {.imr_ifindex = (int)interface};
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &way, sizeof way);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(group_port)};
    inet_pton(AF_INET, group, &name.sin_addr);
    return sendto(fd, bytes, size, MSG_DONTWAIT, (struct sockaddr *)&name, sizeof name) == (long)size ? 0 : -1;
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

int nj_mount_read_only(const char *node, const char *folder, const char *type) {
    return mount(node, folder, type, MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME, NULL);
}

void nj_unmount(const char *folder) { umount2(folder, MNT_DETACH); }

static _Thread_local bool may_wait_for_disk;

bool nj_may_wait_for_disk(bool may) {
    bool before = may_wait_for_disk;
    may_wait_for_disk = may;
    return before;
}

bool nj_waits_for_disk(void) { return may_wait_for_disk; }
