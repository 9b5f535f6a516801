import Glibc
import Runtime
package import Signals

/// How the gateway is reached from the local network: a folder `lan` beside the store with the certificate, its
/// authority and the file that says where to listen.
package struct LANSettings: Sendable {
    /// The port that is asked for where none is named.
    package static let usualPort: UInt16 = 8443
    /// The host name that is claimed when none was chosen.
    package static let usualName = "nightjar.local"

    private let folder: String

    /// The settings of the store in a folder.
    package init(dataFolder: String) { folder = dataFolder + "/lan" }

    /// The certificate of the gateway's own authority, which phones are made to trust, as PEM.
    package var authorityFile: String { folder + "/authority.pem" }
    /// The server's certificate, as PEM.
    package var certificateFile: String { folder + "/server.pem" }
    /// The private key of ``certificateFile``, as PEM.
    package var keyFile: String { folder + "/server.key" }

    /// Where to listen, as `HOST:PORT`; nil when the network is off.
    package var address: String? {
        guard let bytes = try? SystemFile.read(folder + "/listen", limit: 256) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// Where browsers on the network find the gateway: by name, then by each address of this machine; none when it is
    /// off.
    package var urls: [String] {
        guard let port = address?.split(separator: ":").last else { return [] }
        return ([Self.usualName] + NetworkInterface.addresses).map { "https://\($0):\(port)/" }
    }

    /// Whether the certificate was made by the gateway's own authority.
    package var hasOwnAuthority: Bool {
        guard let own = try? certificate(), let authority = try? SystemFile.read(authorityFile, limit: 1 << 20) else {
            return false
        }
        return own.certificate.hasSuffix(String(decoding: authority, as: UTF8.self))
    }

    /// The certificate to show.
    /// - Throws: `Failure` when there is none.
    package func certificate() throws(Failure) -> Certificate {
        try Certificate(certificateFile: certificateFile, keyFile: keyFile)
    }

    /// Makes the network ready: the authority where there is none, a certificate for `names`, and where to listen.
    /// - Throws: `Failure` when nothing can be written or libcrypto is not there.
    package func turnOn(address: String, names: [String]) throws {
        mkdir(folder, 0o700)
        let authority: Certificate
        if let known = try? Certificate(certificateFile: authorityFile, keyFile: folder + "/authority.key") {
            authority = known
        } else {
            authority = try Certificate.authority(named: "Nightjar of \(names.first ?? "this box")")
            try Secret.write(Array(authority.key.utf8), to: folder + "/authority.key")
            try Secret.write(Array(authority.certificate.utf8), to: authorityFile)
        }
        try keep(try Certificate.server(names: names, by: authority), address: address)
    }

    /// Keeps a certificate of the owner's and where to listen.
    /// - Throws: `Failure` when nothing can be written.
    package func keep(_ certificate: Certificate, address: String) throws {
        mkdir(folder, 0o700)
        try Secret.write(Array(certificate.key.utf8), to: keyFile)
        try Secret.write(Array(certificate.certificate.utf8), to: certificateFile)
        try Secret.write(Array((address + "\n").utf8), to: folder + "/listen")
    }

    /// Listens on loopback alone from the next start on; certificates stay for the next time.
    /// - Throws: `Failure` when the file that says where to listen cannot be taken away.
    package func turnOff() throws {
        guard unlink(folder + "/listen") == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw Failure(SystemError(errno, "unlink", "\(folder)/listen"), "\(folder)/listen cannot be removed")
        }
    }
}
