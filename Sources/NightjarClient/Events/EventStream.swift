public import Documents

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A gateway's events, across connections that break: it connects again by itself and goes on behind the last event
/// that came, so that what the gateway still has is not missed.
///
/// Whoever takes the next element drives it; letting go of the iterator, or cancelling the task, closes the connection.
public struct EventStream: AsyncSequence, Sendable {
    /// What the stream yields.
    public enum Element: Sendable, Hashable {
        /// The connection is there; `isResumed` when it goes on behind an event of an earlier one.
        case connected(isResumed: Bool)
        /// An event.
        case event(ServerEvent)
        /// The connection is gone; the next one follows in so many seconds.
        case disconnected(APIError, nextIn: Double)
    }

    /// Seconds without a byte after which the line is taken for dead: the gateway's heart beats every 15 s.
    public static let silence = 45.0

    let client: NightjarClient
    let endpoint: Call<Nothing>
    let lastEventID: String

    /// An iterator over the events.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: EventStream
        private var connection: ByteStream?
        private var parser: EventStreamParser
        private var ready: [ServerEvent] = []
        private var failures = 0
        private var wait: Double?

        init(_ stream: EventStream) {
            self.stream = stream
            parser = EventStreamParser(lastEventID: stream.lastEventID)
        }

        /// What happens next; nil when the gateway says that there is no more to come (204).
        /// - Throws: ``APIError`` for what will not pass by itself, such as `unauthorized`; `CancellationError`.
        public mutating func next() async throws -> Element? {
            while true {
                if !ready.isEmpty { return .event(ready.removeFirst()) }
                guard let connection else {
                    if let wait { try await stream.client.time.sleep(seconds: wait) }
                    wait = nil
                    return try await connect()
                }
                do {
                    guard let bytes = try await piece(of: connection) else {
                        throw APIError.networkError(.init(.lost, "The gateway closed the line."))
                    }
                    failures = 0
                    ready = parser.add(bytes)
                } catch let error as APIError {
                    return try disconnected(error)
                }
            }
        }

        private mutating func connect() async throws -> Element? {
            let isResumed = !parser.lastEventID.isEmpty
            var headers = ["Accept": "text/event-stream", "Cache-Control": "no-cache"]
            if isResumed { headers["Last-Event-ID"] = parser.lastEventID }
            parser = parser.next
            do {
                let reply = try await stream.client.once.reply(stream.endpoint, headers: headers, patience: nil)
                if reply.status == 204 { return nil }
                guard reply.headers["content-type"]?.hasPrefix("text/event-stream") == true else {
                    throw APIError.invalidResponse("It is no stream of events.")
                }
                connection = reply.body
                return .connected(isResumed: isResumed)
            } catch let error as APIError {
                return try disconnected(error)
            }
        }

        private mutating func disconnected(_ error: APIError) throws -> Element {
            connection?.cancel()
            connection = nil
            failures += 1
            guard let asked = RetryPolicy.isPassing(error) else { throw error }
            let full = Swift.min(60, (parser.retry ?? 1) * Double(1 << Swift.min(10, failures - 1)))
            let seconds = Swift.max(asked ?? 0, full * .random(in: 0.5...1))
            wait = seconds
            return .disconnected(error, nextIn: seconds)
        }

        /// The next bytes, given up when the line is silent for too long.
        private func piece(of connection: ByteStream) async throws -> Data? {
            let time = stream.client.time
            return try await withThrowingTaskGroup(of: Data?.self) { group in
                group.addTask { try await NightjarClient.networked { try await connection.next() } }
                group.addTask {
                    try await time.sleep(seconds: EventStream.silence)
                    throw APIError.networkError(.init(.timedOut, "The line was silent for too long."))
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        }
    }
}

extension NightjarClient {
    /// The events of a route.
    /// - Parameters:
    ///   - endpoint: a route that answers with server-sent events.
    ///   - lastEventID: the event behind which to begin, as an earlier stream gave it.
    public func events(
        _ endpoint: Call<Nothing> = Call(.liveStream, LiveStreamRequest()), after lastEventID: String? = nil
    ) -> EventStream {
        EventStream(client: self, endpoint: endpoint, lastEventID: lastEventID ?? "")
    }

    /// The same client without second tries, for who has a rhythm of his own.
    var once: NightjarClient {
        NightjarClient(transport: transport, tokens: tokens, cache: cache, retry: .none, time: time)
    }
}
