import CMicroHTTPD
import Synchronization

/// The writing end of a body that is made while it is sent. A writer that is faster than the client waits.
package final class ResponseStream: Sendable {
    /// Bytes that may wait for the client before the writer must.
    package static let highWater = 256 << 10

    private struct State {
        var gate: ConnectionGate
        var pieces: [[UInt8]] = []
        var first = 0
        var offset = 0
        var waiting = 0
        var end: Result<Void, any Error>?
        var clientLeft = false
        var writer: CheckedContinuation<Void, any Error>?
    }

    private let state: Mutex<State>

    init(gate: ConnectionGate) { state = Mutex(State(gate: gate)) }

    /// Sends bytes; returns when there is room for more. One writer at a time.
    /// - Throws: `CancellationError` when the client has left or the server is stopping.
    package func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    guard !state.clientLeft, !Task.isCancelled, state.writer == nil else {
                        return .failure(CancellationError())
                    }
                    state.pieces.append(bytes)
                    state.waiting &+= bytes.count
                    state.gate.resume()
                    if state.waiting < Self.highWater { return .success(()) }
                    state.writer = continuation
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            clientLeft()
        }
    }

    /// Ends the body: whole when `result` is a success, broken off otherwise.
    func finish(_ result: Result<Void, any Error>) {
        state.withLock { state in
            if state.end == nil { state.end = result }
            state.gate.resume()
        }
    }

    /// The client has left: what is still queued is dropped and the writer is told.
    func clientLeft() {
        let writer = state.withLock { state in
            state.clientLeft = true
            state.pieces = []
            state.first = 0
            state.waiting = 0
            state.gate.shut()
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume(throwing: CancellationError())
    }

    /// Copies what there is into the library's buffer; sets the connection aside when there is nothing.
    /// - Returns: Bytes copied, or one of the library's two end marks.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, writer) = state.withLock { state -> (Int, CheckedContinuation<Void, any Error>?) in
            if case .failure = state.end { return (nj_mhd_end_with_error, nil) }
            guard state.waiting > 0 else {
                if state.clientLeft { return (nj_mhd_end_with_error, nil) }
                if state.end != nil { return (nj_mhd_end_of_stream, nil) }
                return (state.gate.suspend() ? 0 : nj_mhd_end_with_error, nil)
            }
            let copied = Self.copy(&state, into: buffer)
            guard state.waiting < Self.highWater else { return (copied, nil) }
            defer { state.writer = nil }
            return (copied, state.writer)
        }
        writer?.resume()
        return count
    }

    private static func copy(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        while copied < buffer.count, state.first < state.pieces.count {
            let piece = state.pieces[state.first]
            let count = min(buffer.count - copied, piece.count - state.offset)
            piece.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count])
                UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + count]).copyMemory(from: part)
            }
            copied += count
            state.offset += count
            if state.offset == piece.count {
                state.first += 1
                state.offset = 0
            }
        }
        if state.first == state.pieces.count {
            state.pieces = []
            state.first = 0
        }
        state.waiting -= copied
        return copied
    }
}
