#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request as it is sent.
public struct TransportRequest: Sendable {
    /// The method, such as `GET`.
    public var method: String
    /// Path and query, percent-encoded: `/api/v1/nights?from=2026-11-01`.
    public var target: String
    /// Header fields by name; names are compared without regard to case.
    public var headers: [String: String]
    /// The body to send.
    public var body: TransportBody
    /// Seconds without a byte after which the reply is given up; nil waits for ever, as a stream of events does.
    public var patience: Double?

    /// Memberwise; what is not given has its default.
    public init(
        method: String, target: String, headers: [String: String] = [:], body: TransportBody = .none,
        patience: Double? = 60
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.patience = patience
    }
}

/// The body of a request.
public enum TransportBody: Sendable {
    /// Reads the next bytes of a long body, at most as many as asked for; none at its end.
    public typealias Reader = @Sendable (_ count: Int) throws -> Data

    /// No body.
    case none
    /// Bytes in memory.
    case data(Data)
    /// `size` bytes that are read while they are sent, on a thread of the transport; `open` begins at the front again
    /// when a request has to be sent twice.
    case stream(size: Int, open: @Sendable () throws -> Reader)
}
