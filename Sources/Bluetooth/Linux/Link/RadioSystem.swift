import CBluetooth
import Glibc
import Signals
import SystemBus

/// What the radio needs of the system: from Linux, or in tests from a script that plays kernel and peripheral.
struct RadioSystem: Sendable {
    /// An error number of the kernel.
    struct Refusal: Error, Hashable { var number: Int32 }

    /// Opens the management channel; the result is its descriptor.
    var openControl: @Sendable () -> Result<Int32, Refusal>
    /// Begins to connect the attribute channel of an adapter with a peripheral; the socket becomes writable when it is
    /// done or has failed.
    var openLink: @Sendable (_ peer: BluetoothAddress, _ adapter: BluetoothAddress) -> Result<Int32, Refusal>
    /// Opens a socket at which others connect to the attribute channel of an adapter.
    var openListener: @Sendable (_ adapter: BluetoothAddress) -> Result<Int32, Refusal> = { _ in
        .failure(Refusal(number: EOPNOTSUPP))
    }
    /// Takes a connection that waits at a listening socket: its descriptor, or a negative error number.
    var accept: @Sendable (_ listener: Int32) -> Int32 = acceptConnection
    /// Asks for an encrypted link; the socket takes no data until it is.
    var encrypt: @Sendable (_ link: Int32) -> Refusal?

    /// bluetoothd, which manages the adapters where it runs.
    var daemon: BluetoothDaemon
    /// Whether rfkill blocks an adapter: in software, by a switch of the machine.
    var block: @Sendable (_ adapter: UInt16) -> (soft: Bool, hard: Bool)
    /// The time of the monotonic clock.
    var uptime: @Sendable () -> Duration
    /// Whether an adapter is on a bus whose ports can be reset.
    var hasBus: @Sendable (_ adapter: UInt16) -> Bool = { _ in false }
    /// Switches an adapter off, whatever its controller says; whether that was done. It may take seconds.
    var forceDown: @Sendable (_ adapter: UInt16) -> Bool = { _ in false }
    /// Resets the port that an adapter is plugged into; whether that was done.
    var resetBus: @Sendable (_ adapter: UInt16) -> Bool = { _ in false }

    /// The kernel's sockets and clock.
    static let linux = RadioSystem(
        openControl: openManagement, openLink: openAttributeChannel, openListener: openAttributeListener,
        encrypt: { setSecurity($0, level: 2) }, daemon: .bluez(on: .shared), block: SystemRadioState.block,
        uptime: { LinkLoop.uptime }, hasBus: { USBPort(ofAdapter: $0) != nil },
        forceDown: forceAdapterDown, resetBus: { USBPort(ofAdapter: $0)?.reset() ?? false })
}

private func acceptConnection(_ listener: Int32) -> Int32 {
    let descriptor = accept4(listener, .init(__sockaddr__: nil), nil, socketFlags)
    return descriptor >= 0 ? descriptor : -errno
}

private func refuse(_ descriptor: Int32) -> Result<Int32, RadioSystem.Refusal> {
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    return .failure(.init(number: number))
}

private let socketFlags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

private func forceAdapterDown(_ adapter: UInt16) -> Bool {
    let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_RAW.rawValue) | socketFlags, BTPROTO_HCI)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // HCIDEVDOWN of hci.h: _IOW('H', 202, int).
    return ioctl(descriptor, 0x4004_48CA, Int32(adapter)) == 0
}

private func openManagement() -> Result<Int32, RadioSystem.Refusal> {
    let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_RAW.rawValue) | socketFlags, BTPROTO_HCI)
    guard descriptor >= 0 else { return refuse(-1) }
    var address = sockaddr_hci(hci_family: UInt16(AF_BLUETOOTH), hci_dev: 0xFFFF, hci_channel: 3)
    let result = bindSocket(descriptor, &address)
    guard result == 0 else { return refuse(descriptor) }
    enlargeReceiveBuffer(descriptor)
    return .success(descriptor)
}

private func openAttributeChannel(
    _ peer: BluetoothAddress, _ adapter: BluetoothAddress
) -> Result<Int32, RadioSystem.Refusal> {
    let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_SEQPACKET.rawValue) | socketFlags, BTPROTO_L2CAP)
    guard descriptor >= 0 else { return refuse(-1) }
    var source = attributeChannel(adapter)
    guard bindSocket(descriptor, &source) == 0 else { return refuse(descriptor) }
    if let refusal = setSecurity(descriptor, level: 1) {
        close(descriptor)
        return .failure(refusal)
    }
    enlargeReceiveBuffer(descriptor)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, 35 /* SO_TIMESTAMPNS */, &on, 4)
    var target = attributeChannel(peer)
    let result = withUnsafePointer(to: &target) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_l2>.size))
        }
    }
    guard result == 0 || errno == EINPROGRESS else { return refuse(descriptor) }
    return .success(descriptor)
}

private func openAttributeListener(_ adapter: BluetoothAddress) -> Result<Int32, RadioSystem.Refusal> {
    let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_SEQPACKET.rawValue) | socketFlags, BTPROTO_L2CAP)
    guard descriptor >= 0 else { return refuse(-1) }
    var source = attributeChannel(adapter)
    guard bindSocket(descriptor, &source) == 0, listen(descriptor, 8) == 0 else { return refuse(descriptor) }
    return .success(descriptor)
}

/// The fixed channel of the attribute protocol; no service multiplexer, which the kernel would refuse beside a channel.
private func attributeChannel(_ address: BluetoothAddress) -> sockaddr_l2 {
    var socket = sockaddr_l2()
    socket.l2_family = UInt16(AF_BLUETOOTH)
    socket.l2_cid = UInt16(4).littleEndian
    socket.l2_bdaddr_type = address.kind.kernelType
    withUnsafeMutableBytes(of: &socket.l2_bdaddr) { bytes in
        for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: address.bits >> (index * 8)) }
    }
    return socket
}

private func bindSocket<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<Address>.size))
        }
    }
}

private func setSecurity(_ descriptor: Int32, level: UInt8) -> RadioSystem.Refusal? {
    var security = bt_security(level: level, key_size: 0)
    let size = socklen_t(MemoryLayout<bt_security>.size)
    return setsockopt(descriptor, SOL_BLUETOOTH, BT_SECURITY, &security, size) == 0 ? nil : .init(number: errno)
}

/// Room for a mebibyte, so that nothing is lost while this process stands still: with the usual buffer the kernel throws
/// away most of a flood and says nothing.
private func enlargeReceiveBuffer(_ descriptor: Int32) {
    var size: Int32 = 1 << 20
    // Beyond the system's limit only with CAP_NET_ADMIN.
    if setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &size, 4) != 0 {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
}
