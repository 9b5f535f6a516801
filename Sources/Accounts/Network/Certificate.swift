import CCrypto
import Glibc
import Runtime
package import Signals

/// A certificate with its key, both as PEM.
package struct Certificate: Sendable {
    /// The certificate, with those that vouch for it behind it.
    package var certificate: String
    /// Its private key.
    package var key: String

    /// An authority of this gateway: what a phone trusts once, and what signs the certificates of servers.
    /// - Throws: `Failure` when libcrypto is not there.
    package static func authority(named name: String) throws -> Certificate {
        try make(name: name, names: nil, days: 3650, by: nil)
    }

    /// A server's certificate for names and addresses, signed by an authority. It lasts 397 days: what browsers take.
    /// - Throws: `Failure` when libcrypto is not there or refuses a name.
    package static func server(names: [String], by authority: Certificate) throws -> Certificate {
        let list = names.map { name in
            let isAddress = name.contains(":") || name.allSatisfy { $0.isNumber || $0 == "." }
            return (isAddress ? "IP:" : "DNS:") + name
        }
        var made = try make(
            name: names.first ?? "nightjar", names: list.joined(separator: ","), days: 397, by: authority)
        made.certificate += authority.certificate
        return made
    }

    /// A certificate and its key from files.
    /// - Throws: `Failure` when one cannot be read, they do not belong together, or others may read the key.
    package init(certificateFile: String, keyFile: String) throws(Failure) {
        guard let certificate = try SystemFile.read(certificateFile, limit: 1 << 20),
            let key = try SystemFile.read(keyFile, limit: 1 << 20)
        else { throw Failure(.notFound, "There is no certificate in \(certificateFile), or no key in \(keyFile).") }
        var status = stat()
        guard stat(keyFile, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw Failure(.notPermitted, "\(keyFile) is secret and others may read it. Say: chmod 600 \(keyFile)")
        }
        self.certificate = String(decoding: certificate, as: UTF8.self)
        self.key = String(decoding: key, as: UTF8.self)
        guard nj_crypto_is_pair(self.certificate, self.key) else {
            throw Failure(
                .failed,
                "\(certificateFile) and \(keyFile) are not a certificate and the key that belongs to it, "
                    + "both as PEM. (libssl3 must be installed to tell.)")
        }
    }

    /// When it ends, at the latest in 2260 (one for ever says 9999); nil for what is no certificate.
    package var end: Instant? {
        let seconds = nj_crypto_certificate_end(certificate)
        return seconds < 0 ? nil : Instant(clampingSeconds: Int(seconds))
    }

    private init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    private static func make(name: String, names: String?, days: Int32, by authority: Certificate?) throws
        -> Certificate
    {
        var certificate: UnsafeMutablePointer<CChar>?
        var key: UnsafeMutablePointer<CChar>?
        defer {
            free(certificate)
            free(key)
        }
        let result = nj_crypto_certificate(
            name, names, days, authority?.certificate, authority?.key, &certificate, &key)
        guard result == 0, let certificate, let key else {
            throw Failure(.failed, "A certificate cannot be made; is libssl3 installed?")
        }
        return Certificate(certificate: String(cString: certificate), key: String(cString: key))
    }
}
