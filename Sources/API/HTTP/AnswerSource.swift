import CMicroHTTPD
import Synchronization

/// Where the library reads an answer that is made while it is sent.
final class AnswerSource: Sendable {
    enum Kind: Sendable {
        case stream(ResponseStream, @Sendable (ResponseStream) async throws -> Void)
        case events(EventSubscription)
    }

    private let kind: Kind
    /// The task that writes a stream; nil until the first read, so that a `HEAD` writes nothing.
    private let writer = Mutex<Task<Void, Never>?>(nil)

    init(_ kind: Kind) { self.kind = kind }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch kind {
        case .events(let subscription): return subscription.read(into: buffer)
        case .stream(let stream, let write):
            writer.withLock { writer in
                if writer == nil {
                    writer = Task {
                        do {
                            try await write(stream)
                            stream.finish(.success(()))
                        } catch { stream.finish(.failure(error)) }
                    }
                }
            }
            return stream.read(into: buffer)
        }
    }

    func end() {
        switch kind {
        case .events(let subscription): subscription.end()
        case .stream(let stream, _):
            stream.clientLeft()
            writer.withLock { $0 }?.cancel()
        }
    }
}
