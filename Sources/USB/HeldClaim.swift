import Signals
import Synchronization

/// The claim of a line over libusb while it is open, and none before and after.
final class HeldClaim: Sendable {
    private let claim = Mutex<USBInterfaceClaim?>(nil)

    /// Holds `claim` and keeps reads posted on an endpoint.
    /// - Parameters:
    ///   - claim: the claim, which is closed when this throws.
    ///   - input: the address of the endpoint that is read.
    ///   - size: bytes that one read may bring at most.
    ///   - receive: told what comes, and that it is over.
    /// - Throws: `Failure` when the endpoint cannot be read.
    func hold(
        _ claim: USBInterfaceClaim, reading input: UInt8, size: Int = 512,
        _ receive: @escaping @Sendable (SerialEvent) -> Void
    ) throws {
        do {
            try claim.listen(to: input, size: size) { read in
                switch read {
                case .bytes(let bytes): receive(.bytes(bytes))
                case .ended(let reason): receive(.closed(reason: reason))
                }
            }
        } catch {
            claim.close()
            throw error
        }
        self.claim.withLock { $0 = claim }
    }

    /// The claim.
    /// - Throws: `Failure` when the line is not open.
    func current(_ device: USBDevice) throws(Failure) -> USBInterfaceClaim {
        guard let claim = claim.withLock({ $0 }) else { throw Failure(.failed, "The line to \(device) is not open.") }
        return claim
    }

    /// Gives the interfaces back; a second call does nothing.
    func close() {
        let claim = claim.withLock { claim in
            defer { claim = nil }
            return claim
        }
        claim?.close()
    }
}
