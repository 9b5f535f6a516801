import Signals

/// Where a server listens: `--listen HOST:PORT`.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// `localhost` (both loopback addresses), an IPv4 address, or an IPv6 address without brackets.
    package var host: String
    /// The port; 0 lets the system choose.
    package var port: UInt16

    /// Memberwise.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// An address from `HOST:PORT`, `[IPv6]:PORT`, `:PORT` or `PORT`; without a host, `localhost`.
    /// - Throws: `Failure` of code `usage` for anything else.
    package init(_ text: String) throws {
        let failure = Failure(
            .usage, "\"\(text)\" is no address to listen on. Write HOST:PORT, for example 127.0.0.1:8001 or [::1]:8001."
        )
        let isBracketed = text.first == "["
        let cut = isBracketed ? text.lastIndex(of: "]").map(text.index(after:)) : text.lastIndex(of: ":")
        let host = cut.map { text[..<$0] } ?? ""
        let rest = cut.map { text[$0...] } ?? text[...]
        let digits = rest.first == ":" ? rest.dropFirst() : rest
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            throw failure
        }
        let name = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        guard isBracketed || !name.contains(":"), !(isBracketed && name.isEmpty) else { throw failure }
        self.init(host: name.isEmpty ? "localhost" : name, port: port)
    }

    /// `HOST:PORT`.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
