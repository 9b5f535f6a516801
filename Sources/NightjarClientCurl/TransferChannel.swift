import CCurl
import NightjarClient
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands a reply from the loop's thread to the task that waits for it: the head once, then the body. At most
/// ``TransferChannel/limit`` bytes wait; then the transfer does.
final class TransferChannel: Sendable {
    /// Bytes that may be buffered before the transfer is paused.
    static let limit = 256 << 10

    struct Head: Sendable {
        var status: Int
        var headers: [String: String]
    }

    /// Why a transfer ended early.
    enum Fault: Error {
        case curl(CURLcode)
        case body(any Error)
        case noMemory
        case cancelled

        var error: any Error {
            switch self {
            case .curl(let code): TransportError(code)
            case .body(let error): error
            case .noMemory: TransportError(.unavailable, "libcurl has no memory for a connection.")
            case .cancelled: CancellationError()
            }
        }
    }

    private struct State {
        var head: Head?
        var pieces: [Data] = []
        var bytes = 0
        var isPaused = false
        var end: Result<Void, Fault>?
        var headWaiter: CheckedContinuation<Head, any Error>?
        var pieceWaiter: CheckedContinuation<Data?, any Error>?
    }

    private let state = Mutex(State())

    /// Whether the transfer has ended.
    var isOver: Bool { state.withLock { $0.end != nil } }

    /// The head has been received.
    func begin(_ head: Head) {
        let waiter = state.withLock { state in
            state.head = head
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: head)
    }

    /// A piece of the body has come; false when it must wait.
    func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let data = Data(bytes)
        let (isTaken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
            if let waiter = state.pieceWaiter {
                state.pieceWaiter = nil
                return (true, waiter)
            }
            guard state.bytes < Self.limit else {
                state.isPaused = true
                return (false, nil)
            }
            state.pieces.append(data)
            state.bytes += data.count
            return (true, nil)
        }
        waiter?.resume(returning: data)
        return isTaken
    }

    /// The transfer has ended.
    func end(_ outcome: Result<Void, Fault>) {
        let (head, piece) = state.withLock { state in
            if state.end == nil { state.end = outcome }
            if case .failure(.cancelled) = state.end { state.pieces = [] }
            defer { (state.headWaiter, state.pieceWaiter) = (nil, nil) }
            return (state.headWaiter, state.pieceWaiter)
        }
        switch outcome {
        case .success:
            head?.resume(throwing: TransportError(.lost, "The answer has no head."))
            piece?.resume(returning: nil)
        case .failure(let fault):
            head?.resume(throwing: fault.error)
            piece?.resume(throwing: fault.error)
        }
    }

    /// The reader cancels the transfer.
    func cancel() { end(.failure(.cancelled)) }

    /// Waits for the head of the reply.
    func head() async throws -> Head {
        try await withCheckedThrowingContinuation { continuation in
            let outcome: Result<Head, any Error>? = state.withLock { state in
                if let head = state.head { return .success(head) }
                switch state.end {
                case .failure(let fault): return .failure(fault.error)
                case .success: return .failure(TransportError(.lost, "The answer has no head."))
                case nil:
                    state.headWaiter = continuation
                    return nil
                }
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Waits for the next piece; nil at the end. `resume` lets the transfer go on when it waited.
    func next(resume: () -> Void) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let (outcome, goesOn) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
                if !state.pieces.isEmpty {
                    let piece = state.pieces.removeFirst()
                    state.bytes -= piece.count
                    let goesOn = state.isPaused && state.bytes < Self.limit / 2
                    if goesOn { state.isPaused = false }
                    return (.success(piece), goesOn)
                }
                switch state.end {
                case .success: return (.success(nil), false)
                case .failure(let fault): return (.failure(fault.error), false)
                case nil:
                    state.pieceWaiter = continuation
                    return (nil, false)
                }
            }
            if goesOn { resume() }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}
