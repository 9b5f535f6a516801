package import Accounts
import Documents
import Signals

/// How other machines reach the server: where it listens for them, and what it shows them.
package struct NetworkAccess: Sendable {
    /// Where to listen.
    package var address: ListenAddress
    /// The certificate that TLS presents.
    package var certificate: Certificate
    /// The host names that requests may name; others are refused.
    package var names: Set<String>
    /// Whether `nightjar lan on` says where, and not an option.
    package var isSetUp: Bool

    /// An address, its certificate and its names.
    package init(address: ListenAddress, certificate: Certificate, names: Set<String>, isSetUp: Bool = false) {
        self.address = address
        self.certificate = certificate
        self.names = names
        self.isSetUp = isSetUp
    }

    /// What listens; where `[::]` is asked for and the machine has no IPv6, all its IPv4 addresses.
    func socket() throws -> ListeningSocket {
        do {
            return try ListeningSocket(address, literal: address.host, isSetUp: isSetUp)
        } catch let failure as Failure where address.host == "::" && !(failure.cause is AddressInUse) {
            return try ListeningSocket(address, literal: "0.0.0.0", isSetUp: isSetUp)
        }
    }

    static let noOwner = Failure(
        .notPermitted,
        "Other machines may not reach a box on which nobody can sign in. One command enters the owner and sets up TLS: "
            + "nightjar lan on")
}
