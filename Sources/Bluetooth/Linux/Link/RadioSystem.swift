import CBluetooth
import Glibc
import Signals

/// What the radio needs of the system: from Linux, or in tests from a script that plays kernel and peripheral.
struct RadioSystem: Sendable {
    /// An error number of the kernel.
    struct Refusal: Error, Hashable { var number: Int32 }

    /// Opens the management channel; the result is its descriptor.
    var openControl: @Sendable () -> Result<Int32, Refusal>
    /// Begins to connect the attribute channel of an adapter with a peripheral; the socket becomes writable when it is
    /// done or has failed.
    var openLink: @Sendable (_ peer: BluetoothAddress, _ adapter: BluetoothAddress) -> Result<Int32, Refusal>
    /// Asks for an encrypted link; the socket takes no data until it is.
    var encrypt: @Sendable (_ link: Int32) -> Refusal?

    /// Whether bluetoothd runs, which manages the adapters then.
    var isShared: @Sendable () -> Bool
    /// Whether rfkill blocks an adapter: in software, by a switch of the machine.
    var block: @Sendable (_ adapter: UInt16) -> (soft: Bool, hard: Bool)
    /// The time of the monotonic clock.
    var uptime: @Sendable () -> Duration

    /// The kernel's sockets and clock.
    static let linux = RadioSystem(
        openControl: openManagement, openLink: openAttributeChannel, encrypt: { setSecurity($0, level: 2) },
        isShared: { SystemRadioState.isRunning("bluetoothd") }, block: SystemRadioState.block,
        uptime: { LinkLoop.uptime })
}

private func refuse(_ descriptor: Int32) -> Result<Int32, RadioSystem.Refusal> {
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    return .failure(.init(number: number))
}

private let socketFlags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

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
