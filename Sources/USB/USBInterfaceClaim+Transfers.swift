import CUSB
import Glibc
import Runtime
import Signals
import Synchronization

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
