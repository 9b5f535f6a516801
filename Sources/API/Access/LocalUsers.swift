import Glibc
import Runtime
package import Signals

/// Accounts of this machine whose programs reach a loopback address like the owner: the gateway's own, the superuser, who
/// can read the disk anyway, and those that the owner names.
package struct LocalUsers: Sendable {
    /// The variable of the environment that names accounts, with spaces or commas between.
    package static let variable = "NIGHTJAR_USERS"

    private var admitted: Set<UInt32>

    /// The gateway's own account and the superuser.
    package init() {
        admitted = [0, geteuid()]
        // Stands for everybody whom the kernel cannot name here, as those of another user namespace.
        admitted.remove(Self.unnamed)
    }

    /// These and the accounts that are named, or given by their numbers.
    /// - Throws: `Failure` of code `usage` for one that this machine does not have.
    package init(_ names: [String]) throws(Failure) {
        self.init()
        for name in names { admitted.insert(try Self.number(of: name)) }
    }

    /// The account names in a value of ``variable``, separated by commas or blanks.
    package static func names(in text: String) -> [String] {
        text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// Whether programs of an account are admitted; nil is one that cannot be told.
    package func admits(_ user: UInt32?) -> Bool { user.map(admitted.contains) ?? false }

    private static var unnamed: UInt32 {
        let text = (try? SystemFile.read("/proc/sys/kernel/overflowuid", limit: 64)).flatMap(\.self) ?? []
        return UInt32(String(decoding: text, as: UTF8.self).filter(\.isNumber)) ?? 65534
    }

    private static func number(of name: String) throws(Failure) -> UInt32 {
        guard let user = getpwnam(name)?.pointee.pw_uid ?? UInt32(name) else {
            throw Failure(
                .usage,
                "This machine has no account “\(name)”, which may be let in without a password. Name one of /etc/passwd in "
                    + "--user or \(variable).")
        }
        guard user != unnamed else {
            throw Failure(
                .usage, "“\(name)” stands for everybody whom the system cannot name; name another account in --user.")
        }
        return user
    }
}
