import CCurl
public import NightjarClient

/// Carries requests by libcurl, over a gateway's unix socket or over TCP with or without TLS.
///
/// All transfers share one thread and keep their connections for the next. libcurl is loaded at the first request.
public final class CurlTransport: Transport {
    /// The address of a gateway.
    public enum Endpoint: Sendable, Hashable {
        /// The path of a Unix socket.
        case socket(String)
        /// A base URL such as `http://127.0.0.1:8001`.
        case address(String)
    }

    /// The settings of a connection.
    public struct Configuration: Sendable {
        /// The address of the gateway.
        public var endpoint: Endpoint
        /// A file of certificates (PEM) that are trusted in place of the system's, such as the gateway's own authority.
        public var authorities: String?
        /// Seconds within which a connection must be there.
        public var connectTimeout: Double

        /// Memberwise; what is not given has its default.
        public init(endpoint: Endpoint, authorities: String? = nil, connectTimeout: Double = 5) {
            self.endpoint = endpoint
            self.authorities = authorities
            self.connectTimeout = connectTimeout
        }
    }

    private let configuration: Configuration
    private let loop: CurlLoop

    /// A transport that connects when the first request is sent.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        loop = CurlLoop()
    }

    /// A transport that connects when the first request is sent.
    public convenience init(_ endpoint: Endpoint) { self.init(Configuration(endpoint: endpoint)) }

    deinit { loop.stop() }

    /// Sends a request and returns as soon as the reply's head is there.
    public func send(_ request: TransportRequest) async throws -> TransportReply {
        try Task.checkCancellation()
        let transfer = CurlTransfer(request, configuration)
        try loop.add(transfer)
        let loop = loop
        let head = try await withTaskCancellationHandler {
            try await transfer.channel.head()
        } onCancel: {
            transfer.channel.cancel()
            loop.cancel(transfer)
        }
        let body = ByteStream {
            try await withTaskCancellationHandler {
                try await transfer.channel.next { loop.resume(transfer) }
            } onCancel: {
                transfer.channel.cancel()
                loop.cancel(transfer)
            }
        } cancel: {
            transfer.channel.cancel()
            loop.cancel(transfer)
        }
        return TransportReply(status: head.status, headers: head.headers, body: body)
    }
}
