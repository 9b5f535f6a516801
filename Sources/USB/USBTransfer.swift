import CUSB
import Glibc
import Signals

/// One transfer of libusb and its buffer.
///
/// `@unchecked Sendable`: between `submit` and the callback both belong to libusb, before and after to whoever holds the
/// transfer; cancelling is allowed from any thread at any time.
final class USBTransfer: @unchecked Sendable {
    /// Called when the transfer has ended; true to post it again.
    private let done: @Sendable (USBTransfer, libusb_transfer_status) -> Bool
    private let transfer: UnsafeMutablePointer<libusb_transfer>
    private let buffer: UnsafeMutablePointer<UInt8>
    private let size: Int

    init(size: Int, done: @escaping @Sendable (USBTransfer, libusb_transfer_status) -> Bool) throws {
        guard size <= 1 << 20, let transfer = libusb_alloc_transfer(0) else {
            throw Failure(.failed, "A USB transfer of \(size) bytes cannot be made.")
        }
        self.transfer = transfer
        self.size = size
        self.done = done
        buffer = .allocate(capacity: max(1, size))
        buffer.initialize(repeating: 0, count: max(1, size))
    }

    deinit {
        libusb_free_transfer(transfer)
        buffer.deallocate()
    }

    /// The number of bytes that were transferred.
    var received: Int { max(0, min(size, Int(transfer.pointee.actual_length))) }
    /// The bytes that were transferred.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: received)) }

    /// Puts bytes to send into the buffer; at most its size.
    func fill(_ bytes: [UInt8]) {
        for (index, byte) in bytes.prefix(size).enumerated() { buffer[index] = byte }
    }

    /// Hands the transfer to libusb, which holds it and its claim until the callback.
    func submit(
        _ handle: OpaquePointer?, endpoint: UInt8, isInterrupt: Bool, milliseconds: UInt32, for claim: USBInterfaceClaim
    ) -> CInt {
        let ticket = Unmanaged.passRetained(Ticket(transfer: self, claim: claim))
        let type = isInterrupt ? LIBUSB_TRANSFER_TYPE_INTERRUPT : LIBUSB_TRANSFER_TYPE_BULK
        transfer.pointee.dev_handle = handle
        transfer.pointee.endpoint = endpoint
        transfer.pointee.type = UInt8(type.rawValue)
        transfer.pointee.timeout = milliseconds
        transfer.pointee.buffer = buffer
        transfer.pointee.length = CInt(size)
        transfer.pointee.user_data = ticket.toOpaque()
        transfer.pointee.callback = transferEnded
        let code = libusb_submit_transfer(transfer)
        if code != 0 { ticket.release() }
        return code
    }

    func cancel() { libusb_cancel_transfer(transfer) }

    /// Whether the owner wants the transfer submitted again.
    func isWantedAgain(_ status: libusb_transfer_status) -> Bool { done(self, status) }

    /// Tells the owner that it cannot be posted again.
    func giveUp() { _ = done(self, LIBUSB_TRANSFER_CANCELLED) }

    /// Posts it again as it was, from its callback only.
    func resubmit() -> Bool { libusb_submit_transfer(transfer) == 0 }
}

/// What libusb carries from `submit` to the callback.
private final class Ticket: Sendable {
    let transfer: USBTransfer
    let claim: USBInterfaceClaim

    init(transfer: USBTransfer, claim: USBInterfaceClaim) {
        self.transfer = transfer
        self.claim = claim
    }
}

/// The completion callback; libusb calls it on its thread.
private func transferEnded(_ transfer: UnsafeMutablePointer<libusb_transfer>?) {
    guard let transfer, let data = transfer.pointee.user_data else { return }
    let ticket = Unmanaged<Ticket>.fromOpaque(data)
    let (owner, claim) = (ticket.takeUnretainedValue().transfer, ticket.takeUnretainedValue().claim)
    if !claim.ended(owner, transfer.pointee.status) { ticket.release() }
}
