#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <sys/socket.h>
// Swift takes a type to belong to the module in which it is seen first: the Internet's addresses belong to Glibc, and
// bluetooth.h includes them without need.
#define _NETINET_IN_H 1
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <bluetooth/l2cap.h>
#undef _NETINET_IN_H
