#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The bytes of a reply in the pieces in which they come. Nobody reads ahead: a slow reader slows the sender down.
///
/// Letting go of the stream ends the transfer.
public final class ByteStream: AsyncSequence, Sendable {
    /// A piece of the body, as it arrived.
    public typealias Element = Data

    private let pull: @Sendable () async throws -> Data?
    private let stop: @Sendable () -> Void

    /// A stream that gets each piece from `next`, which returns nil at the end and must heed cancellation.
    public init(next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {}) {
        pull = next
        stop = cancel
    }

    deinit { stop() }

    /// The next piece; nil at the end.
    public func next() async throws -> Data? { try await pull() }

    /// Ends the transfer.
    public func cancel() { stop() }

    /// All that comes.
    /// - Parameter limit: bytes; more is an answer that makes no sense.
    public func collect(limit: Int = 256 << 20) async throws -> Data {
        var data = Data()
        while let piece = try await next() {
            data.append(piece)
            guard data.count <= limit else {
                throw APIError.invalidResponse("The answer is longer than \(limit >> 20) MB.")
            }
        }
        return data
    }

    /// An iterator over the pieces.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// An iterator over the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: ByteStream

        /// The next piece; nil at the end.
        public mutating func next() async throws -> Data? { try await stream.next() }
    }
}
