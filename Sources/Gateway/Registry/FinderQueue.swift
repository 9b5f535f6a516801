import Devices
import Synchronization

/// What a finder has told and nobody has looked at yet: bounded, so that a crowd of devices costs no more than so much
/// memory while the store is slow, and counted where it drops.
///
/// Of a device that is told of again and again only the newest is kept, in its first place, and of one that comes and goes
/// only that it went and came. When there is no room, sightings go first, as they come again by themselves.
final class FinderQueue: Sendable {
    private struct State {
        var waiting: [FinderEvent] = []
        var dropped = 0
        var isOver = false
        var reader: CheckedContinuation<FinderEvent?, Never>?

        /// Takes an event in with what waits of its device; false where it has to wait by itself.
        mutating func merge(_ event: FinderEvent) -> Bool {
            guard let device = event.device, let last = waiting.lastIndex(where: { $0.device == device }) else {
                return false
            }
            switch (waiting[last], event) {
            case (.found, .found): waiting[last] = event
            case (.lost, .lost): break
            case (.found, .lost) where waiting[..<last].contains { $0.device == device && !$0.isSighting }:
                // It was told as lost already, and came only meanwhile.
                waiting.remove(at: last)
            default: return false
            }
            return true
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// An empty queue.
    /// - Parameter limit: how much waits at most.
    init(limit: Int = 256) { self.limit = max(1, limit) }

    /// Events that were dropped.
    var dropped: Int { state.withLock(\.dropped) }

    /// Whether everything was looked at.
    var isSettled: Bool { state.withLock { $0.waiting.isEmpty && $0.reader != nil } }

    /// Adds an event; from any thread, and never waits.
    func add(_ event: FinderEvent) {
        let reader: CheckedContinuation<FinderEvent?, Never>? = state.withLock { state in
            guard !state.isOver else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if state.merge(event) { return nil }
            if state.waiting.count >= limit {
                state.dropped += 1
                if case .found = event { return nil }
                state.waiting.remove(
                    at: state.waiting.firstIndex(where: \.isSighting)
                        ?? state.waiting.firstIndex { $0.device != nil } ?? 0)
            }
            state.waiting.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    /// The event that waits longest, waited for; nil when it was ended and nothing waits any more. For one reader.
    func next() async -> FinderEvent? {
        await withCheckedContinuation { continuation in
            let now: FinderEvent?? = state.withLock { state in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                if state.isOver { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Takes nothing more.
    func end() {
        let reader = state.withLock { state in
            state.isOver = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}

extension FinderEvent {
    /// The device of which it tells; nil where it tells of a bus.
    fileprivate var device: String? {
        switch self {
        case .found(let device): device.id
        case .lost(let id): id
        case .obstacle: nil
        }
    }

    fileprivate var isSighting: Bool {
        if case .found = self { true } else { false }
    }
}
