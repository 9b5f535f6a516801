import CUSB
import Synchronization

/// Several posted reads of one endpoint as one stream of bytes with one end.
final class USBListener: Sendable {
    private let left: Mutex<(count: Int, reason: String?)>
    private let name: String
    private let receive: @Sendable (USBRead) -> Void

    init(claim: USBInterfaceClaim, left: Int, receive: @escaping @Sendable (USBRead) -> Void) {
        self.left = Mutex((left, nil))
        name = claim.device.description
        self.receive = receive
    }

    /// Handles the end of one read, on libusb's thread; true to submit it again.
    func heard(_ transfer: USBTransfer, _ status: libusb_transfer_status) -> Bool {
        if status == LIBUSB_TRANSFER_COMPLETED || status == LIBUSB_TRANSFER_TIMED_OUT {
            let bytes = transfer.bytes
            if !bytes.isEmpty { receive(.bytes(bytes)) }
            return true
        }
        let words = status == LIBUSB_TRANSFER_CANCELLED ? nil : "\(name): \(USBInterfaceClaim.words(status, 0))"
        let end = left.withLock { left -> (isLast: Bool, reason: String?) in
            left.count -= 1
            left.reason = left.reason ?? words
            return (left.count == 0, left.reason)
        }
        if end.isLast { receive(.ended(reason: end.reason)) }
        return false
    }
}
