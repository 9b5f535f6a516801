import Accounts
import Documents
import Glibc
import Runtime
import Signals

/// Where this account of the machine has signed in: tokens by the address of a gateway, in a file that nobody else may
/// read, `nightjar/tokens.json` below `XDG_STATE_HOME` (default `~/.local/state`).
struct SignedIn {
    /// The stored tokens of one gateway.
    struct Tokens {
        var access: String
        var refresh: String
        /// The file with the authority that vouches for the gateway; nil for those that the system knows.
        var authority: String?
    }

    /// Tokens by the address of their gateway.
    private(set) var tokens: [String: Tokens] = [:]
    private let path: String

    /// What is kept.
    /// - Throws: `Failure` when the file cannot be read, or others may read it.
    init() throws {
        path = try Self.folder() + "/tokens.json"
        guard let bytes = try SystemFile.read(path, limit: 1 << 20) else { return }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw Failure(.notPermitted, "\(path) holds your tokens and others may read it. Say: chmod 600 \(path)")
        }
        for (address, value) in (try? JSONValue(parsing: bytes))?.object ?? [:] {
            guard let fields = value.object, let access = fields["access_token"]?.string,
                let refresh = fields["refresh_token"]?.string
            else { continue }
            tokens[address] = Tokens(access: access, refresh: refresh, authority: fields["authority"]?.string)
        }
    }

    /// Keeps the tokens of a gateway, or forgets them.
    /// - Throws: `Failure` when the file cannot be written.
    mutating func keep(_ new: Tokens?, of address: String) throws {
        tokens[address] = new
        var json = JSONText()
        json.object { json in
            for (address, tokens) in tokens.sorted(by: { $0.key < $1.key }) {
                json.object(address) { json in
                    json.field("access_token", tokens.access)
                    json.field("refresh_token", tokens.refresh)
                    json.field("authority", tokens.authority)
                }
            }
        }
        try Secret.write(json.bytes + [10], to: path)
    }

    private static func folder() throws -> String {
        guard let path = PersonalFolder.state.path() else {
            throw Failure(.failed, "Neither XDG_STATE_HOME nor HOME is set: there is no place for tokens.")
        }
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw Failure(SystemError(errno, "mkdir", made), "The folder \(made) cannot be made")
            }
        }
        return made
    }
}
