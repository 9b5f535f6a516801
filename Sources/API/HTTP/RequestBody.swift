import CMicroHTTPD
import Signals
import Synchronization

/// A request's body as it arrives. When the reader falls behind by ``highWater`` bytes the client is made to wait, so
/// a file of any size passes through a fixed amount of memory.
///
/// ```swift
/// while let piece = try await body.next() { try file.write(piece) }
/// ```
package final class RequestBody: Sendable {
    /// Bytes that may wait for the reader before the client must.
    package static let highWater = 256 << 10

    private struct State {
        var gate: ConnectionGate?
        var pending: [UInt8] = []
        var received = 0
        var end: Result<Void, any Error>?
        var isAbandoned = false
        var isCutOff = false
        var reader: CheckedContinuation<[UInt8]?, any Error>?
    }

    /// Bytes that the client said it would send; nil when it did not say.
    package let expectedCount: Int?
    let limit: Int
    private let state: Mutex<State>

    init(gate: ConnectionGate?, expectedCount: Int?, limit: Int) {
        self.expectedCount = expectedCount
        self.limit = limit
        state = Mutex(State(gate: gate))
    }

    /// A body that is already there, for tests of routes without a server.
    package convenience init(_ bytes: [UInt8]) {
        self.init(gate: nil, expectedCount: bytes.count, limit: .max)
        if !bytes.isEmpty { bytes.withUnsafeBytes(receive) }
        finish()
    }

    /// Bytes received so far.
    package var receivedCount: Int { state.withLock { $0.received } }

    /// Whether the client left, or the server stopped, before all of it was there.
    package var isCutOff: Bool { state.withLock { $0.isCutOff } }

    /// The next piece, of up to some hundred kilobytes; nil after the last. One reader at a time.
    /// - Throws: `Failure` when the client left before the end, ``HTTPProblem`` when it sent more than the route allows.
    package func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<[UInt8]?, any Error>? = state.withLock { state in
                    if let ready = Self.take(&state) { return ready }
                    guard state.reader == nil, !Task.isCancelled else { return .failure(CancellationError()) }
                    state.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            wake { state in
                state.end = state.end ?? .failure(CancellationError())
                state.isAbandoned = true
            }
        }
    }

    private static func take(_ state: inout State) -> Result<[UInt8]?, any Error>? {
        if case .failure(let error) = state.end { return .failure(error) }
        if !state.pending.isEmpty {
            let piece = state.pending
            state.pending = []
            state.gate?.resume()
            return .success(piece)
        }
        return state.end == nil ? nil : .success(nil)
    }

    /// Changes the state and hands whatever is there now to a waiting reader, outside of the lock.
    private func wake(_ change: (inout sending State) -> Void) {
        let (reader, answer) = state.withLock { state in
            change(&state)
            guard let reader = state.reader, let answer = Self.take(&state) else {
                return (CheckedContinuation<[UInt8]?, any Error>?.none, Result<[UInt8]?, any Error>.success(nil))
            }
            state.reader = nil
            return (reader, answer)
        }
        reader?.resume(with: answer)
    }
}

extension RequestBody {
    /// Takes bytes from the server thread; too many bytes end the body with an error and the rest is thrown away.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        wake { state in
            state.received &+= bytes.count
            guard !state.isAbandoned, state.end == nil else { return }
            guard state.received <= limit else {
                state.end = .failure(HTTPProblem.tooLarge(limit: limit))
                state.pending = []
                return
            }
            state.pending.append(contentsOf: bytes)
            if state.pending.count >= Self.highWater, state.reader == nil { _ = state.gate?.suspend() }
        }
    }

    /// The client has sent the whole body.
    func finish() {
        wake { state in if state.end == nil { state.end = .success(()) } }
    }

    /// Ends the body with an error: the client left, or the server is stopping.
    func fail(_ error: any Error) {
        wake { state in
            if state.end == nil {
                state.end = .failure(error)
                state.isCutOff = true
            }
            state.gate?.shut()
        }
    }

    /// Nobody will read any more: what still comes is thrown away.
    func abandon() {
        wake { state in
            state.isAbandoned = true
            state.pending = []
            state.gate?.resume()
        }
    }
}
