import Accounts
import CMicroHTTPD
import Glibc
package import Runtime
import Signals
import Synchronization

/// The web server: one thread of libmicrohttpd for each listening socket, routes that may wait, bodies and answers of
/// any size through fixed memory, and server-sent events.
///
/// ```swift
/// let server = try HTTPServer(.init(address: try ListenAddress("127.0.0.1:8001")), router: router, events: hub)
/// defer { server.stop() }
/// ```
package final class HTTPServer: Sendable {
    /// How a server listens.
    package struct Configuration: Sendable {
        /// Where to listen over TCP; nil for not at all.
        package var address: ListenAddress?
        /// Where to listen for the programs of this account; nil for not at all.
        package var unixSocket: String?
        /// Where other machines reach it, with TLS and by people who have signed in; nil for not at all.
        package var network: NetworkAccess?
        /// Names beside the loopback ones under which browsers may ask for it.
        package var hosts: Set<String> = []
        /// Origins beside its own that may change things, such as `http://localhost:5173`.
        package var origins: Set<String> = []
        /// Whether an address that other machines can reach is allowed.
        package var allowsOtherMachines = false
        /// Connections at a time, for each socket. Where there are as many, a new one takes the place of the one that has
        /// waited longest without asking anything.
        package var connectionLimit: UInt32 = 512
        /// Connections at a time of one address of another machine (for IPv6 of one network of 64 bits), by the same rule.
        package var connectionsPerAddress: Int = 64
        /// Bytes of bodies that may wait in memory for routes at one moment, over all sockets.
        package var bodyBudget = 128 << 20
        /// Seconds without a byte after which a connection is closed.
        package var timeout: UInt32 = 30
        /// How long the TLS handshake and the head of a request may take, however the bytes drip; not on the unix socket.
        package var headTimeout: Duration = .seconds(20)
        /// How long a body may take, and the bytes in a second that it must bring in the long run beyond that.
        package var bodyPace: (grace: Duration, bytesPerSecond: Double) = (.seconds(30), 1024)
        /// Seconds between the signs of life of an event stream.
        package var heartbeat: Duration = .seconds(15)
        /// Requests of one other machine in a minute, in the long run, and at once.
        package var requestRate: (perMinute: Double, burst: Double) = (1200, 300)
        /// Whether this machine may ask no oftener, either.
        package var limitsThisMachine = false
        /// The access check; without one everybody who can connect acts as the owner.
        package var accessControl: AccessControl?
        /// Accounts of this machine that are let in like the owner on a loopback address.
        package var users = LocalUsers()
        /// Where handlers run that may wait: for a disk, most often. More than there are threads wait in order.
        package var handlers = ThreadExecutor(threads: 8)
        /// Told of each request as soon as its answer is known. By default it goes to the log of the process: errors of
        /// 500 and above with their cause, all others where it is to have each request.
        package var report: @Sendable (RequestReport) -> Void = { $0.log() }

        /// A configuration for an address and a unix socket.
        package init(address: ListenAddress? = nil, unixSocket: String? = nil) {
            self.address = address
            self.unixSocket = unixSocket
        }
    }

    /// The TCP addresses in use, with the port that the system chose where none was asked for.
    package let addresses: [ListenAddress]
    /// The port at which other machines reach it; nil when they do not.
    package let networkPort: UInt16?
    /// The path of the unix socket in use.
    package let unixSocket: String?
    private let listeners: Mutex<[Listener]>
    private let accepting: AcceptLoop
    private let webSockets: WebSocketLoop
    private let heart: Task<Void, Never>

    /// Starts to listen and to answer.
    /// - Throws: `Failure`: `usage` for an address that makes no sense, `notPermitted` for one that other machines can
    ///   reach, `failed` with what to do when a port or a socket is taken.
    package init(_ configuration: Configuration, router: Router, events: EventHub = EventHub()) throws {
        var hosts = Set(["localhost", "127.0.0.1", "::1"]).union(configuration.hosts.map { $0.lowercased() })
        var sockets: [(address: ListenAddress, descriptor: Int32)] = []
        var listeners: [Listener] = []
        var isComplete = false
        defer {
            if !isComplete {
                for socket in sockets { close(socket.descriptor) }
                for listener in listeners { listener.stop() }
            }
        }
        if let address = configuration.address {
            guard address.isLoopback || configuration.allowsOtherMachines else {
                throw Failure(
                    .notPermitted,
                    "\(address) can be reached from other machines, and only people who sign in over TLS may. One command sets that up: nightjar lan on"
                )
            }
            hosts.insert(address.host)
            sockets = try Self.open(address)
        }
        addresses = sockets.map(\.address)
        let webSockets = try WebSocketLoop()
        self.webSockets = webSockets
        let bodies = BodyBudget(limit: configuration.bodyBudget)
        let check = RequestGuard(hosts: hosts, origins: configuration.origins)
        // First: whoever finds the loopback one open finds this one open too.
        if let network = configuration.network {
            // A closed access check tells every caller the reason.
            guard let accessControl = configuration.accessControl,
                accessControl.accounts.owner != nil || accessControl.closed() != nil
            else {
                throw NetworkAccess.noOwner
            }
            let socket = try network.socket()
            networkPort = socket.port
            var names = hosts.union(network.names.map { $0.lowercased() })
            names.insert(network.address.host)
            let service = Service(
                router: router, sockets: webSockets, bodies: bodies,
                check: RequestGuard(hosts: names, origins: configuration.origins, allowsAddresses: true),
                configuration: configuration, isUnixSocket: false, isLocal: false, certificate: network.certificate)
            listeners.append(try Listener(socket.take(), service, name: "\(network.address)"))
        } else {
            networkPort = nil
        }
        while let socket = sockets.first {
            let service = Service(
                router: router, sockets: webSockets, bodies: bodies, check: check, configuration: configuration,
                isUnixSocket: false,
                isLocal: socket.address.isLoopback)
            sockets.removeFirst()
            listeners.append(try Listener(socket.descriptor, service, name: "\(socket.address)"))
        }
        unixSocket = configuration.unixSocket
        if let path = configuration.unixSocket {
            let socket = try UnixSocket.listen(path)
            let service = Service(
                router: router, sockets: webSockets, bodies: bodies, check: check, configuration: configuration,
                isUnixSocket: true)
            listeners.append(try Listener(socket.take(), service, name: path, path: path))
        }
        accepting = try AcceptLoop(
            listeners, interval: min(configuration.headTimeout, configuration.bodyPace.grace) / 8
        ) { Log.error("Connections cannot be taken in.", ["cause": Log.cause($0)]) }
        isComplete = true
        let services = listeners.map { Weakly(service: $0.service) }
        events.whenReviewed { for each in services { each.service?.review() } }
        let interval = configuration.heartbeat
        heart = Task {
            while (try? await Task.sleep(for: interval)) != nil {
                events.beat()
                RefusalLog.settle()
            }
        }
        self.listeners = Mutex(listeners)
    }

    /// A service for as long as it is there: the hub outlives a server.
    private struct Weakly: Sendable {
        weak let service: Service?
    }

    /// The address of the dashboard; nil when only the unix socket is listened on.
    package var url: String? { addresses.first.map { "http://\($0)/" } }

    /// Stops listening, breaks off what is under way and returns when the server's threads have ended. A second call
    /// does nothing.
    package func stop() {
        heart.cancel()
        accepting.stop()
        // The library must not be stopped with upgraded connections.
        webSockets.stop()
        let stopped = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in stopped { listener.stop() }
        RefusalLog.settle(isLast: true)
    }

    deinit { stop() }

    /// The listening sockets of an address: both loopback ones for `localhost`, as far as the machine has them.
    private static func open(_ address: ListenAddress) throws -> [(address: ListenAddress, descriptor: Int32)] {
        guard address.host == "localhost" else {
            let socket = try ListeningSocket(address, literal: address.host)
            let port = socket.port ?? address.port
            return [(ListenAddress(host: address.host, port: port), socket.take())]
        }
        let first = try ListeningSocket(address, literal: "127.0.0.1")
        let port = first.port ?? address.port
        let second: Int32?
        do {
            second = try ListeningSocket(ListenAddress(host: "localhost", port: port), literal: "::1").take()
        } catch let failure as Failure {
            // Many machines have no IPv6; a taken port is another matter, as a browser may try it first.
            if failure.cause is AddressInUse { throw failure }
            second = nil
        }
        var sockets = [(address: ListenAddress(host: "127.0.0.1", port: port), descriptor: first.take())]
        if let second { sockets.append((ListenAddress(host: "::1", port: port), second)) }
        return sockets
    }
}

extension HTTPServer.Configuration {
    /// How long a program of this account may take for a head: it harms nobody but itself.
    private static let patience = Duration.seconds(600)

    /// What one listening socket allows its connections; the programs of this machine share one address.
    func limits(isLocal: Bool, isUnixSocket: Bool) -> ConnectionTable.Limits {
        ConnectionTable.Limits(
            count: Int(connectionLimit), perAddress: isLocal || isUnixSocket ? .max : connectionsPerAddress,
            head: isUnixSocket ? Self.patience : headTimeout, idle: .seconds(Int(timeout)), body: bodyPace.grace,
            bodyRate: max(1, bodyPace.bytesPerSecond))
    }

    /// Sockets that a server listens on at most: two loopback ones, that of the network and that of the programs.
    private static let sockets = 4

    /// The files that a server with `connections` for each socket needs beside those of the rest of the program.
    private static func files(for connections: Int) -> Int { sockets * (connections + 4) }

    /// Takes no more connections than `count` open files leave room for, `reserve` of which are others'.
    /// - Throws: `Failure` when that leaves too little to serve anybody.
    package mutating func fit(openFiles count: Int, reserve: Int = 128) throws {
        let least = 16
        let room = (count - reserve) / Self.sockets - 4
        guard room >= least else {
            throw Failure(
                .failed,
                "This process may have \(count) files open, and a gateway needs \(reserve + Self.files(for: least)) at the "
                    + "least: for its store, its devices and its connections. Allow more: ulimit -n 4096, or LimitNOFILE=4096 "
                    + "in the unit of the service.")
        }
        connectionLimit = UInt32(clamping: min(Int(connectionLimit), room))
    }
}
