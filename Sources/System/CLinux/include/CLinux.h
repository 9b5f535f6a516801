// What Linux offers and Swift cannot import: variadics, ioctl numbers, epoll and its kin.
#ifndef NIGHTJAR_CLINUX_H
#define NIGHTJAR_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/// Says whether the calling thread may wait for a disk, and returns what was said before; false at first.
bool nj_may_wait_for_disk(bool may);

/// What was said of the calling thread with nj_may_wait_for_disk.
bool nj_waits_for_disk(void);

/// Columns and rows of the terminal on `fd`; 0 on success, -1 when it is not a terminal.
int nj_terminal_size(int fd, unsigned short *columns, unsigned short *rows);

/// Lets nobody else open the terminal on `fd` (TIOCEXCL); 0 on success, -1 when it is not a terminal.
int nj_terminal_exclusive(int fd);

/// Sets or clears a serial line's DTR and RTS; 0 on success, -1 when it has no such wires.
int nj_terminal_lines(int fd, bool dtr, bool rts);

/// Asks a serial bridge to hold bytes back as shortly as it can; 0 on success, -1 when it does not know how.
int nj_terminal_low_latency(int fd);

/// Receives one message without waiting and tells when the kernel had it, in nanoseconds since 1970, or 0 when the socket
/// does not stamp. Returns its whole length, also when that is more than `size`; -1 with errno.
long nj_receive_stamped(int fd, void *buffer, size_t size, int64_t *stamp);

/// Binds `fd` to an IPv4 or IPv6 address in its printed form and a port; 0 on success, 1 when the text is no address, -1
/// with errno. In C because several libraries' headers bring sockaddr_in along and Swift sees only one of them.
int nj_bind_address(int fd, const char *address, uint16_t port);

/// The other end of a connection that was taken in: a socket's address and its size.
struct nj_peer {
    unsigned char name[128];
    unsigned int size;
};

/// Takes one connection in, not blocking and closed on exec; its descriptor, or -1 with errno.
int nj_accept(int listening, struct nj_peer *peer);

/// Whom connections are counted for, in printed form: an IPv4 address, or of an IPv6 address the 64 bits that a network
/// gives out; its length, or 0 for a unix socket.
size_t nj_peer_text(const struct nj_peer *peer, char *text, size_t room);

/// Raises the limit of open files to the hard one, at most to `most`, and returns what is in force.
long nj_raise_open_files(long most);

/// Whether a folder is on a file system in memory (tmpfs, ramfs).
bool nj_is_in_memory(const char *path);

/// From now on no crash writes this process's memory to a file.
void nj_forbid_core_dumps(void);

/// The port that a bound IPv4 or IPv6 socket has; -1 when it has none.
int nj_bound_port(int fd);

/// The user at the other end of the connection `fd` to a socket of this machine, as the kernel knows it: 0 and `uid`; -1 when
/// that end is on another machine, has been closed or given up by its process, or cannot be told.
int nj_connection_user(int fd, uint32_t *uid);

/// The IPv4 and IPv6 addresses of interfaces that are up, but for loopback, as lines "INTERFACE INDEX ADDRESS" of at most
/// `size` bytes with the zero at the end; the number of lines.
int nj_network_addresses(char *text, size_t size);

/// The bytes of a printed address: 4, 16, or 0 for what is none.
int nj_address_bytes(const char *text, unsigned char bytes[16]);

/// A socket that hears and answers multicast DNS (RFC 6762) over IPv4 or IPv6 on the interfaces that it joins; -1 with
/// errno. Another responder on the machine may share the port.
int nj_multicast_dns(int is_six);

/// Hears the group of multicast DNS on an interface too; 0 on success, also when it did already.
int nj_multicast_join(int fd, int is_six, unsigned interface);

/// A socket that can be read when an interface or an address of this machine has come or gone; -1 with errno.
int nj_address_changes(void);

/// Who sent a datagram to one of our sockets, for an answer.
struct nj_sender {
    int socket;
    uint16_t port;
    /// The number of the interface that it came in by; 0 for one that is not told.
    unsigned interface;
    uint32_t length;
    unsigned char name[28];
    /// Whether addresses have changed, and no datagram is here.
    int has_changes;
};

/// Receives one message of the sockets for IPv4, for IPv6 and for changes, each -1 for none, waiting up to `milliseconds`;
/// its length, 0 when none came, -1 with errno.
long nj_receive_waiting(const int sockets[3], void *buffer, size_t size, int milliseconds, struct nj_sender *from);

/// Sends bytes to who sent a datagram; -1 when that cannot be done.
int nj_send_back(const struct nj_sender *to, const void *bytes, size_t size);

/// Sends a message to the group of multicast DNS from an interface; 0 on success.
int nj_multicast_send(int fd, int is_six, unsigned interface, const void *bytes, size_t size);

/// Lets go of the pages of code and constants that are mapped from the program's and its libraries' files; what is needed
/// again comes back from the page cache. Nothing in them can have been written.
void nj_give_back_code(void);

/// Mounts a volume of somebody else: nothing is written, run or obeyed on it. 0 on success; -1 with errno. Here, as the
/// header of mount brings stat along, which Swift must see as a part of Glibc alone.
int nj_mount_read_only(const char *node, const char *folder, const char *type);

/// Takes a volume off as soon as nobody uses it.
void nj_unmount(const char *folder);

#endif
