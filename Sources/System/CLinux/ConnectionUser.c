#define _GNU_SOURCE 1
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// One end of a connection; an IPv4 address of a socket for both families is kept as IPv4.
struct end {
    int family;
    uint16_t port;  // in network order
    uint32_t address[4];
};

static int read_end(const struct sockaddr_storage *name, struct end *end) {
    memset(end, 0, sizeof *end);
    if (name->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)name;
        end->family = AF_INET;
        end->port = four->sin_port;
        end->address[0] = four->sin_addr.s_addr;
        return 0;
    }
    if (name->ss_family != AF_INET6) return -1;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)name;
    uint32_t words[4];
    memcpy(words, &six->sin6_addr, sizeof words);
    end->port = six->sin6_port;
    if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        end->family = AF_INET;
        end->address[0] = words[3];
    } else {
        end->family = AF_INET6;
        memcpy(end->address, words, sizeof words);
    }
    return 0;
}

// A socket that its process has closed is listed as the superuser's, and without an inode (sock_i_uid of the kernel).
enum answer { found, nobody, cannot_ask };

static enum answer ask_kernel(const struct end *from, const struct end *to, uint32_t *uid) {
    int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0) return cannot_ask;
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request = {
        .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = (uint8_t)from->family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U,
                 .id = {.idiag_sport = from->port, .idiag_dport = to->port,
                        .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
    memcpy(request.body.id.idiag_src, from->address, sizeof from->address);
    memcpy(request.body.id.idiag_dst, to->address, sizeof to->address);
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    enum answer answer = cannot_ask;
    // The kernel has answered when this returns: nothing is waited for.
    if (sendto(fd, &request, sizeof request, 0, (struct sockaddr *)&kernel, sizeof kernel) == (ssize_t)sizeof request) {
        union {
            struct nlmsghdr head;
            char bytes[4096];
        } reply;
        struct sockaddr_nl sender = {0};
        socklen_t size = sizeof sender;
        ssize_t count = recvfrom(fd, &reply, sizeof reply, MSG_DONTWAIT, (struct sockaddr *)&sender, &size);
        if (count >= (ssize_t)NLMSG_HDRLEN && sender.nl_pid == 0 && NLMSG_OK(&reply.head, (size_t)count)) {
            answer = nobody;
            if (reply.head.nlmsg_type == SOCK_DIAG_BY_FAMILY &&
                reply.head.nlmsg_len >= NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
                struct inet_diag_msg told;
                memcpy(&told, NLMSG_DATA(&reply.head), sizeof told);
                // Where no connection fits, the kernel looks for one that listens there.
                if (told.idiag_inode != 0 && told.idiag_state != TCP_LISTEN && told.id.idiag_dport == to->port) {
                    *uid = told.idiag_uid;
                    answer = found;
                }
            }
        }
    }
    close(fd);
    return answer;
}

// The same from the kernel's list, for kernels that cannot be asked: both ends in hexadecimal, as the machine orders bytes.
static enum answer search(const char *path, int is_six, const struct end *from, const struct end *to, uint32_t *uid) {
    FILE *list = fopen(path, "re");
    if (list == NULL) return cannot_ask;
    char wanted[2][48];
    const struct end *ends[2] = {from, to};
    for (int index = 0; index < 2; index++) {
        const struct end *end = ends[index];
        unsigned port = ntohs(end->port);
        if (!is_six) {
            snprintf(wanted[index], sizeof wanted[index], "%08X:%04X", end->address[0], port);
        } else {
            const uint32_t *words = end->address;
            uint32_t mapped[4] = {0, 0, htonl(0xFFFF), end->address[0]};
            if (end->family == AF_INET) words = mapped;
            snprintf(wanted[index], sizeof wanted[index], "%08X%08X%08X%08X:%04X", words[0], words[1], words[2], words[3], port);
        }
    }
    enum answer answer = nobody;
    char line[512], one[64], other[64];
    unsigned state = 0, owner = 0;
    unsigned long inode = 0;
    while (answer == nobody && fgets(line, sizeof line, list) != NULL) {
        if (sscanf(line, " %*[^:]: %63s %63s %x %*s %*s %*s %u %*s %lu", one, other, &state, &owner, &inode) != 5) continue;
        if (strcmp(one, wanted[0]) == 0 && strcmp(other, wanted[1]) == 0 && inode != 0) {
            *uid = owner;
            answer = found;
        }
    }
    fclose(list);
    return answer;
}

int nj_connection_user(int fd, uint32_t *uid) {
    struct sockaddr_storage here = {0}, there = {0};
    socklen_t size = sizeof here;
    struct end own, peer;
    if (getsockname(fd, (struct sockaddr *)&here, &size) != 0 || read_end(&here, &own) != 0) return -1;
    size = sizeof there;
    if (getpeername(fd, (struct sockaddr *)&there, &size) != 0 || read_end(&there, &peer) != 0) return -1;
    if (own.family != peer.family) return -1;
    enum answer answer = ask_kernel(&peer, &own, uid);
    uint32_t unused;
    // Our own end is there for certain: a kernel that does not find it cannot be asked.
    if (answer != found && ask_kernel(&own, &peer, &unused) != found) {
        answer = search(own.family == AF_INET6 ? "/proc/net/tcp6" : "/proc/net/tcp", own.family == AF_INET6, &peer, &own, uid);
        if (answer != found && own.family == AF_INET) answer = search("/proc/net/tcp6", 1, &peer, &own, uid);
    }
    if (answer != found) return -1;
    // Were the connection reset meanwhile, another process could have made one between the same ports.
    struct tcp_info state;
    socklen_t length = sizeof state;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &state, &length) != 0) return -1;
    return state.tcpi_state == TCP_ESTABLISHED || state.tcpi_state == TCP_CLOSE_WAIT ? 0 : -1;
}
