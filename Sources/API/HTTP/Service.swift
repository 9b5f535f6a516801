import Accounts
import Synchronization

/// What the callbacks of one server thread share.
final class Service: Sendable {
    let router: Router
    let check: RequestGuard
    let configuration: HTTPServer.Configuration
    /// The WebSockets of all listening sockets.
    let sockets: WebSocketLoop
    /// The bodies of all listening sockets.
    let bodies: BodyBudget
    let isUnixSocket: Bool
    /// Whether only this machine can reach it.
    let isLocal: Bool
    /// The certificate that is shown; nil where connections are not encrypted.
    let certificate: Certificate?
    /// Whether the connections are encrypted.
    var isSecure: Bool { certificate != nil }
    /// How often others may ask; nil for the programs of this machine.
    let limiter: RequestLimiter?
    /// Who is connected.
    let connections: Connections
    /// Requests under way; nil when the server is stopping and takes no more.
    private let exchanges = Mutex<[ObjectIdentifier: Exchange]?>([:])

    init(
        router: Router, sockets: WebSocketLoop, bodies: BodyBudget, check: RequestGuard,
        configuration: HTTPServer.Configuration,
        isUnixSocket: Bool,
        isLocal: Bool = true, certificate: Certificate? = nil
    ) {
        self.router = router
        self.sockets = sockets
        self.bodies = bodies
        self.check = check
        self.configuration = configuration
        self.isUnixSocket = isUnixSocket
        self.isLocal = isLocal
        self.certificate = certificate
        let isLimited = !isUnixSocket && (!isLocal || configuration.limitsThisMachine)
        let rate = configuration.requestRate
        connections = Connections(configuration.limits(isLocal: isLocal, isUnixSocket: isUnixSocket))
        limiter = isLimited ? RequestLimiter(perMinute: rate.perMinute, burst: rate.burst) : nil
    }

    /// Whether it is looked which account of this machine a connection comes from.
    var asksWho: Bool { isLocal && !isUnixSocket && configuration.accessControl != nil }

    /// Remembers a request until it ends.
    /// - Returns: False when the server is stopping.
    func add(_ exchange: Exchange) -> Bool {
        exchanges.withLock { exchanges in
            exchanges?[ObjectIdentifier(exchange)] = exchange
            return exchanges != nil
        }
    }

    func remove(_ exchange: Exchange) {
        exchanges.withLock { _ = $0?.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Ends the answers that are being sent to those who may not have them any more.
    func review() {
        let underWay = exchanges.withLock { $0.map { Array($0.values) } }
        for exchange in underWay ?? [] { exchange.review() }
    }

    /// Ends all requests under way and takes no more.
    func stop() {
        let underWay = exchanges.withLock { exchanges in
            defer { exchanges = nil }
            return exchanges
        }
        for exchange in (underWay ?? [:]).values { exchange.shut() }
    }
}
