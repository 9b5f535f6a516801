import CMicroHTTPD
import Documents
import Glibc
import Synchronization

/// One client's events. At most ``queueLimit`` frames wait for it; then the oldest go, and the client is told how many
/// by an event named `dropped` before the next frame that it gets.
package final class EventSubscription: Sendable {
    /// Frames that may wait for one client.
    package static let queueLimit = 64

    /// Bytes at the start of the library's buffer that a client may keep while it waits: events are mostly smaller.
    private static let kept = 4096

    private struct State {
        var gate: ConnectionGate?
        var frames: [Event] = [.retry]
        var offset = 0
        var dropped = 0
        /// Bytes of the library's buffer that were written since its pages were given back; all of it at first, as the
        /// head of the answer went through it.
        var written = Int.max
        var isEnded = false
        /// What came before the start was there, for a sink; nil once it has begun.
        var held: [Event]? = []
    }

    /// The topics whose events come; nil for all.
    package let topics: Set<String>?
    private let state = Mutex(State())
    /// Wakes that were taken and are not given yet.
    private let wakes = Atomic(0)
    /// Which audiences the client is a part of; asked with nil, whether it may hear anything.
    let admits: @Sendable (Audience?) -> Bool
    private let closed: (@Sendable () -> Void)?
    private let withdrawn: (@Sendable () -> Void)?
    private let whenEnded: @Sendable (EventSubscription) -> Void
    /// Takes events at once, instead of the queue.
    private let sink: (@Sendable (Event) -> Void)?

    init(
        topics: Set<String>?, admits: @escaping @Sendable (Audience?) -> Bool = { _ in true },
        closed: (@Sendable () -> Void)? = nil, withdrawn: (@Sendable () -> Void)? = nil,
        sink: (@Sendable (Event) -> Void)? = nil,
        whenEnded: @escaping @Sendable (EventSubscription) -> Void = { _ in }
    ) {
        self.topics = topics
        self.admits = admits
        self.closed = closed
        self.withdrawn = withdrawn
        self.sink = sink
        self.whenEnded = whenEnded
    }

    /// Frames thrown away that the client has not been told of yet.
    package var droppedCount: Int { state.withLock { $0.dropped } }

    /// Frames that wait for the client.
    package var waitingCount: Int { state.withLock { $0.frames.count } }

    func wants(_ topic: String) -> Bool { topics?.contains(topic) ?? true }

    /// Queues a frame for this client alone, such as the present state of what it subscribed to.
    package func send(_ frame: Event) {
        if let sink {
            let isHeld = state.withLock { state in
                state.held?.append(frame)
                return state.held != nil
            }
            if !isHeld { sink(frame) }
            return
        }
        wake { state in
            guard !state.isEnded else { return }
            // A frame that has begun to leave must leave whole, and without the state at its start a client knows nothing.
            if state.frames.count >= Self.queueLimit,
                let oldest = state.frames.indices.dropFirst(state.offset > 0 ? 1 : 0).first(where: {
                    state.frames[$0].mayBeDropped
                })
            {
                state.frames.remove(at: oldest)
                state.dropped &+= 1
            }
            state.frames.append(frame)
        }
    }

    /// Changes the state and lets the server's thread go on: after the lock is free, which it takes first of all.
    private func wake(_ change: (inout State) -> Void) {
        let wake = state.withLock { state in
            change(&state)
            guard let wake = state.gate?.takeWake() else { return ConnectionGate.Wake?.none }
            wakes.wrappingAdd(1, ordering: .relaxed)
            return wake
        }
        guard let wake else { return }
        wake.give()
        wakes.wrappingSubtract(1, ordering: .releasing)
    }

    /// Queues what a client gets at its start, however much it is, before all that came meanwhile: the state, and what
    /// it missed.
    func begin(with frames: [Event]) {
        guard let sink else {
            return state.withLock { $0.frames.insert(contentsOf: frames, at: min(1, $0.frames.count)) }
        }
        var next = frames
        repeat {
            next.forEach(sink)
            next = state.withLock { state in
                defer { state.held = state.held?.isEmpty == true ? nil : [] }
                return state.held ?? []
            }
        } while !next.isEmpty
    }

    /// Shows that the line is alive, unless frames are waiting anyway; finds clients that left without a word.
    func beat() {
        if sink != nil { return }
        wake { state in
            guard !state.isEnded, state.frames.isEmpty else { return }
            state.frames.append(.heartbeat)
        }
    }

    func attach(_ gate: ConnectionGate) { state.withLock { $0.gate = gate } }

    /// The client may not hear any more: what waits is not sent.
    func refuse() {
        closed?()
        end()
    }

    /// Takes back what has not begun to leave; the client is told that something was dropped.
    func withdraw(_ isTaken: (Event) -> Bool) {
        withdrawn?()
        state.withLock { state in
            let isPartial = state.offset > 0
            let kept = state.frames.enumerated().filter { index, frame in
                (index == 0 && isPartial) || !isTaken(frame)
            }
            state.dropped &+= state.frames.count - kept.count
            state.frames = kept.map(\.element)
        }
    }

    /// The client left or the server is stopping; its hub forgets it.
    func end() {
        state.withLock { state in
            state.isEnded = true
            state.frames = []
            state.offset = 0
            state.gate?.shut()
        }
        // The server may be stopped after this, and a connection that is set aside then must not be.
        while wakes.load(ordering: .acquiring) > 0 { sched_yield() }
        whenEnded(self)
    }

    /// Copies waiting frames into the library's buffer; sets the connection aside when there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.isEnded { return nj_mhd_end_of_stream }
            if state.dropped > 0 {
                let notice = Event("dropped", payload: DroppedDocument(state.dropped).json.bytes)
                state.frames.insert(notice, at: state.offset > 0 ? 1 : 0)
                state.dropped = 0
            }
            guard !state.frames.isEmpty else {
                // Most clients wait most of the time, and what they wait with should be small.
                if state.written > Self.kept {
                    state.written = 0
                    nj_mhd_empty(buffer.baseAddress, buffer.count)
                }
                return state.gate?.suspend() == true ? 0 : nj_mhd_end_of_stream
            }
            let count = Self.copy(&state, into: buffer)
            state.written = max(state.written, count)
            return count
        }
    }

    private static func copy(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        var sent = 0
        while copied < buffer.count, sent < state.frames.count {
            let bytes = state.frames[sent].bytes
            let count = min(buffer.count - copied, bytes.count - state.offset)
            bytes.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count])
                UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + count]).copyMemory(from: part)
            }
            copied += count
            state.offset += count
            if state.offset == bytes.count {
                sent += 1
                state.offset = 0
            }
        }
        state.frames.removeFirst(sent)
        return copied
    }
}
