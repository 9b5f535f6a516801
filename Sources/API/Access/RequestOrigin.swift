import CLinux

/// Where on this machine, or beyond it, a connection to a loopback address comes from.
enum RequestOrigin: Hashable, Sendable {
    /// The unix socket, or an account that is let in like the owner.
    case admitted
    /// Another machine.
    case network
    /// Another account of this machine; nil where the kernel does not say which.
    case stranger(UInt32?)
    /// A program that passes on what others ask.
    case forwarded

    /// Fields by which a program says that it passes something on (RFC 7239, RFC 9110 section 7.6.3, and their elders).
    private static let marks = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"]

    /// The origin of a request that came over a loopback address from an account.
    init(_ user: UInt32?, _ headers: HTTPHeaders, _ users: LocalUsers) {
        if !users.admits(user) {
            self = .stranger(user)
        } else if Self.marks.contains(where: { headers[$0] != nil }) {
            self = .forwarded
        } else {
            self = .admitted
        }
    }

    /// The account whose program holds the other end of a connection.
    static func user(behind descriptor: Int32) -> UInt32? {
        var user: UInt32 = 0
        return nj_connection_user(descriptor, &user) == 0 ? user : nil
    }

    /// Why somebody on this machine has to sign in, and what its owner can do; nil for others.
    var refusal: String? {
        switch self {
        case .admitted, .network: nil
        case .stranger(let user):
            "This gateway belongs to another account of this machine than yours"
                + "\(user.map { " (number \($0))" } ?? ", which cannot be told"), so you have to sign in. Its owner can let "
                + "your account in: nightjar serve --user NAME, or NIGHTJAR_USERS=NAME for the service."
        case .forwarded:
            "A program on this machine passed this on for somebody else, so it has to be signed in for. Without it, ask at "
                + "the address that the gateway printed."
        }
    }
}
