import Documents

/// The checks that a request must pass before any route sees it.
struct RequestGuard: Sendable {
    /// Names, without port, under which this server may be asked for. Other names reach it only by a page that
    /// points a name of its own at the loopback address (DNS rebinding).
    var hosts: Set<String>
    /// Origins beside the server's own that may change things.
    var origins: Set<String>
    /// Whether any address in digits is a name of this server's, as for one that has a certificate and a lease that changes.
    var allowsAddresses = false

    /// The problem with a request's head, if there is one.
    func problem(_ method: HTTPMethod, _ headers: HTTPHeaders, version: String, isUnixSocket: Bool) -> HTTPProblem? {
        if let problem = framing(headers, version: version) { return problem }
        let authorities = headers.all("Host")
        if isUnixSocket, version != "HTTP/1.1" || !authorities.isEmpty { return nil }
        guard authorities.count == 1, let authority = authorities.first else {
            return .malformed("The request must have one Host field; it has \(authorities.count).")
        }
        let host = Self.host(of: authority)
        guard hosts.contains(host) || (allowsAddresses && Self.isAddress(host)) else {
            return HTTPProblem(
                status: 403, kind: "authorization-denied", title: "Not permitted",
                detail: "This gateway does not answer to the name \"\(authority)\". Use localhost or 127.0.0.1.")
        }
        return method.isSafe ? nil : origin(headers, authority: authority)
    }

    /// Refuses what two readers of the same bytes could frame in two ways (RFC 9112 section 6.3).
    private func framing(_ headers: HTTPHeaders, version: String) -> HTTPProblem? {
        let lengths = headers.all("Content-Length")
        let codings = headers.all("Transfer-Encoding")
        guard lengths.count + codings.count <= 1 else {
            return .malformed("Content-Length and Transfer-Encoding may be given once, and not both.")
        }
        if let length = lengths.first {
            let isDigits = length.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isDigits, Int(length) != nil else {
                return .malformed("Content-Length must be a number of bytes.")
            }
        }
        if let coding = codings.first {
            guard coding.lowercased() == "chunked", version == "HTTP/1.1" else {
                return .malformed("The only Transfer-Encoding is chunked, in HTTP/1.1.")
            }
        }
        return nil
    }

    /// Refuses changes on behalf of another site (cross-site request forgery). Programs send no Origin and pass.
    private func origin(_ headers: HTTPHeaders, authority: String) -> HTTPProblem? {
        let own = ["http://" + authority.lowercased(), "https://" + authority.lowercased()]
        let isForeign = headers.all("Origin").contains { origin in
            !own.contains(origin.lowercased()) && !origins.contains(origin.lowercased())
        }
        let site = headers["Sec-Fetch-Site"]
        guard isForeign || (headers["Origin"] == nil && (site == "cross-site" || site == "same-site")) else {
            return nil
        }
        return HTTPProblem(
            status: 403, kind: "authorization-denied", title: "Not permitted",
            detail: "A page of another site may not change anything here; use the dashboard of this gateway.")
    }

    private static func isAddress(_ host: String) -> Bool {
        !host.isEmpty && (host.contains(":") || host.allSatisfy { $0 == "." || ("0"..."9").contains($0) })
    }

    /// The host of an authority, in lower case, without its port; IPv6 without brackets.
    static func host(of authority: String) -> String {
        let text = authority.lowercased()
        if text.first == "[" {
            return String(text.dropFirst().prefix { $0 != "]" })
        }
        return String(text.prefix { $0 != ":" })
    }
}
