import CUSB
import Glibc
import Runtime
import Signals
import Synchronization

/// Some interfaces of a device for this process alone. A kernel driver is put aside only where one sits on a claimed
/// interface, and has it back when the claim is closed; the device's other interfaces stay with the kernel.
package final class USBInterfaceClaim: Sendable {
    struct State {
        var use: USBHandleUse
        var transfers: [ObjectIdentifier: USBTransfer] = [:]
    }

    /// The device as it was at the time of the claim.
    package let device: USBDevice
    /// The numbers of the claimed interfaces.
    package let interfaces: [UInt8]
    let state: Mutex<State>
    /// Transfer types by endpoint address, from the descriptors.
    let types: [UInt8: UInt8]
    private let detached: [UInt8]
    /// libusb's thread must run for as long as there are transfers.
    private let context: USBContext
    /// Rung when everything was given back.
    private let returned: Waker

    /// Claims interfaces.
    /// - Parameters:
    ///   - device: the device.
    ///   - interfaces: their numbers.
    ///   - context: libusb.
    ///   - resets: whether the device is reset once they are claimed, as if it was plugged in anew: for one that does not
    ///     answer.
    /// - Throws: `Failure`: `notPermitted` when the device may not be opened, `notFound` when it is gone, `failed` when
    ///   another program has an interface.
    package init(_ device: USBDevice, interfaces: [UInt8], context: USBContext, resets: Bool = false) throws {
        returned = try Waker()
        let handle = try Self.open(device, context)
        var taken: [UInt8] = []
        var detached: [UInt8] = []
        do {
            for interface in interfaces {
                if libusb_kernel_driver_active(handle, CInt(interface)) == 1 {
                    try Self.check(libusb_detach_kernel_driver(handle, CInt(interface)), device, interface)
                    detached.append(interface)
                }
                try Self.check(libusb_claim_interface(handle, CInt(interface)), device, interface)
                taken.append(interface)
            }
            // Not before, or it would be reset under a program that has an interface; libusb claims them anew.
            if resets, libusb_reset_device(handle) == LIBUSB_ERROR_NOT_FOUND.rawValue {
                throw Failure(.failed, "\(device) was reset and comes back as if it was plugged in anew.")
            }
        } catch {
            Self.giveBack(handle, taken, detached)
            throw error
        }
        self.device = device
        self.interfaces = interfaces
        self.detached = detached
        self.context = context
        types = Self.endpointTypes(handle)
        state = Mutex(State(use: USBHandleUse(UInt(bitPattern: handle))))
    }

    deinit { close() }

    /// Cancels what is under way and gives the interfaces back, for which it waits at most a second: a program that ends
    /// in between would leave the device without its kernel driver. A second call does nothing. Reads under way end
    /// with an error.
    package func close() {
        let transfers = state.withLock { state in
            state.use.close()
            return Array(state.transfers.values)
        }
        for transfer in transfers { transfer.cancel() }
        finish()
        if !context.isOnItsThread { returned.wait(atMost: .seconds(1)) }
    }

    /// Gives the interfaces back, once: when the claim was closed and the last transfer and call have ended.
    func finish() {
        guard let handle = state.withLock({ $0.use.take() }) else { return }
        context.afterCallbacks { [interfaces, detached, returned] in
            guard let pointer = OpaquePointer(bitPattern: handle) else { return }
            Self.giveBack(pointer, interfaces, detached)
            returned.wake()
        }
    }

    private static func open(_ device: USBDevice, _ context: USBContext) throws -> OpaquePointer {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = libusb_get_device_list(context.borrowed, &list)
        guard count >= 0, let list else { throw Failure.usb("The USB devices cannot be listed", CInt(count)) }
        defer { libusb_free_device_list(list, 1) }
        for index in 0..<count {
            guard let found = list[index], libusb_get_bus_number(found) == device.bus,
                libusb_get_device_address(found) == device.address
            else { continue }
            var handle: OpaquePointer?
            let code = libusb_open(found, &handle)
            guard code == 0, let handle else {
                guard code == LIBUSB_ERROR_ACCESS.rawValue else {
                    throw Failure.usb("\(device) cannot be opened", code)
                }
                throw Failure(
                    .notPermitted, "\(device) may not be opened by this account. \(USBDevice.permissionAdvice)")
            }
            return handle
        }
        throw Failure(.notFound, "\(device) is not plugged in any more.")
    }

    private static func check(_ code: CInt, _ device: USBDevice, _ interface: UInt8) throws {
        guard code != 0 else { return }
        if code == LIBUSB_ERROR_BUSY.rawValue {
            throw Failure(
                .failed, "Another program is using interface \(interface) of \(device). Close it and try again.")
        }
        throw Failure.usb("Interface \(interface) of \(device) cannot be claimed", code)
    }

    private static func giveBack(_ handle: OpaquePointer, _ taken: [UInt8], _ detached: [UInt8]) {
        for interface in taken.reversed() { libusb_release_interface(handle, CInt(interface)) }
        for interface in detached { libusb_attach_kernel_driver(handle, CInt(interface)) }
        libusb_close(handle)
    }

    private static func endpointTypes(_ handle: OpaquePointer) -> [UInt8: UInt8] {
        var types: [UInt8: UInt8] = [:]
        var configuration: UnsafeMutablePointer<libusb_config_descriptor>?
        guard libusb_get_active_config_descriptor(libusb_get_device(handle), &configuration) == 0,
            let configuration
        else { return types }
        defer { libusb_free_config_descriptor(configuration) }
        for number in 0..<Int(configuration.pointee.bNumInterfaces) {
            let interface = configuration.pointee.interface[number]
            guard interface.num_altsetting > 0, let setting = interface.altsetting else { continue }
            for index in 0..<Int(setting.pointee.bNumEndpoints) {
                let endpoint = setting.pointee.endpoint[index]
                types[endpoint.bEndpointAddress] = endpoint.bmAttributes & 3
            }
        }
        return types
    }
}

/// The result of a posted read.
package enum USBRead: Sendable {
    /// The bytes of one transfer.
    case bytes([UInt8])
    /// Nothing will follow; nil when the claim was closed on this side.
    case ended(reason: String?)
}

extension USBInterfaceClaim {
    /// Sends bytes to a bulk or interrupt endpoint and returns when the device has taken them all.
    /// - Throws: `Failure` when it does not within `seconds`, is gone or the claim was closed; `CancellationError`.
    package func write(_ bytes: [UInt8], to endpoint: UInt8, seconds: Double = 5) async throws {
        let end = try await transfer(endpoint: endpoint, bytes: bytes, size: bytes.count, seconds: seconds)
        guard end.count == bytes.count else {
            throw Failure(.failed, "\(device) took \(end.count) of \(bytes.count) bytes.")
        }
    }

    /// Reads once from a bulk or interrupt endpoint: what one transfer of at most `size` bytes brings.
    /// - Throws: `Failure` when nothing comes within `seconds`, the device is gone or the claim was closed;
    ///   `CancellationError`.
    package func read(from endpoint: UInt8, size: Int, seconds: Double = 5) async throws -> [UInt8] {
        try await transfer(endpoint: endpoint | 0x80, bytes: nil, size: size, seconds: seconds)
    }

    /// Keeps `depth` reads posted on a bulk or interrupt endpoint until the claim is closed or the device is gone, so
    /// that the device never finds nobody listening. `receive` is called in order on libusb's thread and must return at
    /// once; the end comes exactly once and last.
    package func listen(
        to endpoint: UInt8, size: Int = 512, depth: Int = 4, _ receive: @escaping @Sendable (USBRead) -> Void
    ) throws {
        let listener = USBListener(claim: self, left: depth, receive: receive)
        for _ in 0..<depth {
            let transfer = try USBTransfer(size: size) { [listener] in listener.heard($0, $1) }
            try start(transfer, endpoint: endpoint | 0x80, milliseconds: 0)
        }
    }

    /// A control transfer, for class and vendor requests without or with few bytes towards the device; blocks for at
    /// most a second.
    /// - Throws: `Failure` when the device refuses it or is gone.
    package func control(
        type: UInt8, request: UInt8, value: UInt16, index: UInt16, bytes: [UInt8] = []
    ) throws {
        guard let handle = state.withLock({ $0.use.begin() }) else { throw closed }
        defer {
            state.withLock { $0.use.end() }
            finish()
        }
        var bytes = bytes
        let code = libusb_control_transfer(
            OpaquePointer(bitPattern: handle), type & 0x7F, request, value, index, &bytes, UInt16(bytes.count), 1000)
        if code < 0 { throw Failure.usb("\(device) refuses request \(request)", code) }
    }

    /// Ends a halt of an endpoint, as a program that did not end in order leaves one behind; nothing where there is none.
    package func clearHalt(_ endpoint: UInt8) {
        guard let handle = state.withLock({ $0.use.begin() }) else { return }
        defer {
            state.withLock { $0.use.end() }
            finish()
        }
        libusb_clear_halt(OpaquePointer(bitPattern: handle), endpoint)
    }

    var closed: Failure { Failure(.failed, "The line to \(device) was closed.") }

    private func transfer(endpoint: UInt8, bytes: [UInt8]?, size: Int, seconds: Double) async throws -> [UInt8] {
        let promise = Promise<(libusb_transfer_status, Int, [UInt8])>()
        let transfer = try USBTransfer(size: size) { transfer, status in
            promise.keep((status, transfer.received, bytes == nil ? transfer.bytes : []))
            return false
        }
        if let bytes { transfer.fill(bytes) }
        try start(
            transfer, endpoint: endpoint, milliseconds: UInt32(clamping: Int(min(max(seconds, 0), 86_400) * 1000)))
        let (status, count, read) = await withTaskCancellationHandler {
            await promise.value
        } onCancel: {
            transfer.cancel()
        }
        switch status {
        case LIBUSB_TRANSFER_COMPLETED: return bytes.map { Array($0.prefix(count)) } ?? read
        case LIBUSB_TRANSFER_CANCELLED:
            try Task.checkCancellation()
            throw closed
        default: throw Failure(.failed, "\(device): \(Self.words(status, seconds)).")
        }
    }

    /// Submits a transfer.
    func start(_ transfer: USBTransfer, endpoint: UInt8, milliseconds: UInt32) throws {
        let isInterrupt = types[endpoint] == UInt8(LIBUSB_TRANSFER_TYPE_INTERRUPT.rawValue)
        let code = state.withLock { state -> CInt in
            guard let handle = state.use.begin() else { return LIBUSB_ERROR_INTERRUPTED.rawValue }
            let code = transfer.submit(
                OpaquePointer(bitPattern: handle), endpoint: endpoint, isInterrupt: isInterrupt,
                milliseconds: milliseconds,
                for: self)
            if code == 0 { state.transfers[ObjectIdentifier(transfer)] = transfer } else { state.use.end() }
            return code
        }
        if code == LIBUSB_ERROR_INTERRUPTED.rawValue { throw closed }
        if code != 0 {
            // Closed meanwhile, with nothing else under way.
            finish()
            throw Failure.usb("\(device) cannot be asked", code)
        }
    }

    /// Called on libusb's thread when a transfer has ended. It is posted again when its owner wants more; whether it was.
    func ended(_ transfer: USBTransfer, _ status: libusb_transfer_status) -> Bool {
        if transfer.isWantedAgain(status) {
            if state.withLock({ !$0.use.isClosing && transfer.resubmit() }) { return true }
            transfer.giveUp()
        }
        state.withLock { state in
            if state.transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil { state.use.end() }
        }
        finish()
        return false
    }

    /// The status of a transfer, in words.
    static func words(_ status: libusb_transfer_status, _ seconds: Double) -> String {
        switch status {
        case LIBUSB_TRANSFER_TIMED_OUT: "nothing happened within \(seconds) s"
        case LIBUSB_TRANSFER_NO_DEVICE: "it was unplugged"
        // What a controller says of a pulled plug until the bus has noticed.
        case LIBUSB_TRANSFER_ERROR: "it was unplugged, or its cable fails"
        case LIBUSB_TRANSFER_STALL: "it refuses the transfer"
        case LIBUSB_TRANSFER_OVERFLOW: "it sent more than was asked for"
        default: "the transfer failed"
        }
    }
}
