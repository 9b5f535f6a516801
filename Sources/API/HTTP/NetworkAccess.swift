public import Accounts
import Signals

/// How other machines reach the server: where it listens for them, and what it shows them.
public struct NetworkAccess: Sendable {
    /// Where.
    public var address: ListenAddress
    /// What it shows.
    public var certificate: Certificate
    /// The names under which it is asked for.
    public var names: Set<String>

    /// Access at an address.
    public init(address: ListenAddress, certificate: Certificate, names: Set<String>) {
        self.address = address
        self.certificate = certificate
        self.names = names
    }

    static let noOwner = Failure(
        .notPermitted,
        "Other machines may not reach a box on which nobody can sign in. One command enters the owner and sets up TLS: "
            + "nightjar lan on")
}
