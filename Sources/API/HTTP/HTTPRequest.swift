package import Accounts
package import Documents
import Signals

/// A request as a route sees it.
package struct HTTPRequest: Sendable {
    /// The method. `HEAD` is handled by the routes of `GET`.
    package var method: HTTPMethod
    /// The path as sent, percent-escapes and all, without the query.
    package var path: String
    /// The decoded arguments.
    package var query: HTTPQuery
    /// The header fields.
    package var headers: HTTPHeaders
    /// The decoded values of the `{names}` of the route's pattern.
    package var parameters: [String: String]
    /// The body of a route that asked for it whole; empty otherwise.
    package var body: [UInt8]
    /// The body of a route that asked for it in pieces; nil otherwise.
    package var stream: RequestBody?
    /// Whether the request came over the unix socket, that is from the owner of this machine's account.
    package var isFromUnixSocket: Bool
    /// Who asks.
    package var caller: Caller
    /// The account and session behind ``caller``; nil where nothing was asked for.
    package var identity: AccountRegistry.Identity?
    /// The address of the machine that asks; nil over the unix socket.
    package var address: String?
    /// Whether it came over TLS.
    package var isSecure = false
    /// Whether it came from the owner's side of this machine or from elsewhere.
    var origin = RequestOrigin.admitted
    /// The account of this machine whose program asks; nil where that is not known.
    var user: UInt32?
    /// Whether it came over the unix socket, or to a loopback address from an account that is let in like the owner.
    package var isFromThisMachine: Bool { origin == .admitted }
    /// Whether the caller may know how the gateway is: they have signed in or are at the machine.
    var isKnown: Bool { isFromThisMachine || caller != .nobody }
    /// What wrong passwords are counted under, so that one account of this machine locks out no other; nil for the owner
    /// at the unix socket.
    var source: String? { isFromUnixSocket ? nil : user.map { "user \($0)" } ?? address }

    /// A request from its parts, for tests of routes without a server.
    package init(
        _ method: HTTPMethod, _ path: String, query: HTTPQuery = HTTPQuery(), headers: HTTPHeaders = HTTPHeaders(),
        parameters: [String: String] = [:], body: [UInt8] = [], stream: RequestBody? = nil,
        isFromUnixSocket: Bool = false, caller: Caller = .local
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.parameters = parameters
        self.body = body
        self.stream = stream
        self.isFromUnixSocket = isFromUnixSocket
        self.caller = caller
    }

    /// The value of `{name}` in the route's pattern.
    /// - Throws: `Failure` of code `failed` when the pattern has no such name.
    package func parameter(_ name: String) throws -> String {
        guard let value = parameters[name] else {
            throw Failure(.failed, "The route of \(path) has no parameter named \(name).")
        }
        return value
    }
}
