package import Documents
import Glibc
import Runtime
package import Store
import Synchronization

/// Hands live events to the clients that listen.
///
/// An event is encoded once, whatever the number of clients, and not at all while nobody listens: publishing then
/// costs one atomic load. For `linger` after the last client left, events are still kept, so that a client that
/// only lost its connection gets the ones that it missed: it says in `Last-Event-ID` which it saw last.
///
/// ```swift
/// hub.publish("reading") { json in json.field("bpm", 61.5) }
/// router.get("/api/v1/live") { .events(hub.subscribe(["reading"], request: $0)) }
/// ```
package final class EventHub: Sendable {
    /// Nanoseconds for which events are kept when nobody listens.
    package static let linger: UInt64 = 30_000_000_000
    private let linger: UInt64
    /// Events of each topic kept for clients that come back.
    static let history = 64

    private struct State {
        var clients: [ObjectIdentifier: EventSubscription] = [:]
        var sequence = 0
        var kept: [String: [(sequence: Int, frame: Event, audience: Audience)]] = [:]
        /// The id of the newest event that was withdrawn: a client that resumes from before it may have missed events.
        var withdrawn = 0
        /// The id of the newest event before a time in which nobody listened and none was kept.
        var unkept: Int?

        /// In place, and old ones go many at a time: this is between a heart beat and its readings.
        mutating func keep(_ frame: Event, _ topic: String, _ audience: Audience) {
            kept[topic, default: []].append((sequence, frame, audience))
            if let count = kept[topic]?.count, count >= 2 * EventHub.history {
                kept[topic]?.removeFirst(count - EventHub.history)
            }
        }
    }

    private let state = Mutex(State())
    /// Called with each look at who may still hear; in a struct, as a bare function must not be stored back.
    private struct Reviewer: Sendable {
        let review: @Sendable () -> Void
    }
    private let reviewers = Mutex<[Reviewer]>([])
    /// Held while an event goes to the clients, so that each gets them in the order of their ids: one that comes back
    /// says only which it saw last. Apart from the state, which a client that ends asks for.
    private let order = Mutex(())
    /// Until when events matter, in monotonic nanoseconds: 0 when nobody listens, the maximum while somebody does.
    private let wantedUntil = Atomic<UInt64>(0)
    /// Tells this run's event ids from those of another.
    private let run = String(UInt32.random(in: 0...UInt32.max), radix: 16)

    /// A hub without clients.
    /// - Parameter linger: nanoseconds for which events are kept when nobody listens.
    package init(linger: UInt64 = EventHub.linger) { self.linger = linger }

    /// Clients that listen now.
    package var clientCount: Int { state.withLock { $0.clients.count } }

    /// Whether an event would reach anybody; cheap enough to ask for each reading.
    package var isWanted: Bool {
        let until = wantedUntil.load(ordering: .acquiring)
        return until == .max || (until > 0 && Self.now() < until)
    }

    /// Publishes a JSON object under a topic, which is also the name of the event. `body` only runs when somebody
    /// listens.
    package func publish(
        _ topic: String, for audience: Audience = .everybody, _ body: (inout JSONText) throws -> Void
    ) rethrows {
        guard isWanted else { return }
        var json = JSONText()
        try json.object(body)
        publish(topic, for: audience, data: json.bytes)
    }

    /// Publishes finished text under a topic, for those whom it concerns.
    package func publish(_ topic: String, for audience: Audience = .everybody, data: [UInt8]) {
        guard isWanted else { return }
        order.withLock { _ in
            let (frame, clients) = state.withLock { state in
                state.sequence += 1
                var frame = Event(topic, id: "\(run)-\(state.sequence)", payload: data)
                frame.audience = audience
                state.keep(frame, topic, audience)
                return (frame, state.clients.values.filter { $0.wants(topic) && $0.admits(audience) })
            }
            for client in clients { client.send(frame) }
        }
    }

    /// A new client's events.
    /// - Parameters:
    ///   - topics: The topics to hear; nil for all.
    ///   - request: The client's request, for its `Last-Event-ID`.
    ///   - first: Frames that the client gets before any event, such as the present state. It is asked for when the
    ///     client hears already: what changes meanwhile comes after it, and nothing falls between the two.
    ///   - admits: Which audiences the client is a part of now; asked with nil, whether it may still hear anything.
    ///   - closed: Called when it may not, for a client that is no event stream.
    ///   - withdrawn: Called to take back what waits, for a client that is no event stream.
    ///   - sink: Takes the frames of a client that is no event stream, on the thread that publishes; it must not wait
    ///     and not publish.
    package func subscribe(
        _ topics: Set<String>? = nil, request: HTTPRequest? = nil, first: @autoclosure () -> [Event] = [],
        admits: @escaping @Sendable (Audience?) -> Bool = { _ in true },
        closed: (@Sendable () -> Void)? = nil, withdrawn: (@Sendable () -> Void)? = nil,
        sink: (@Sendable (Event) -> Void)? = nil
    ) -> EventSubscription {
        let client = EventSubscription(
            topics: topics, admits: admits, closed: closed, withdrawn: withdrawn, sink: sink
        ) { [weak self] client in self?.remove(client) }
        let missed = state.withLock { state in
            if state.clients.isEmpty, !isWanted {
                state.kept = [:]
                if state.sequence > 0 { state.unkept = state.sequence }
            }
            var frames: [Event] = []
            if let last = request?.lastEvent {
                let seen = sequence(of: last, upTo: state.sequence)
                if let gap = Self.gap(state, seen, client) { frames.append(.missed(after: last, reason: gap)) }
                let missed = state.kept.filter { client.wants($0.key) }.values
                    .flatMap { $0.suffix(Self.history) }
                    .filter { $0.sequence > seen ?? .max && client.admits($0.audience) }
                frames += missed.sorted { $0.sequence < $1.sequence }.map(\.frame)
            }
            state.clients[ObjectIdentifier(client)] = client
            wantedUntil.store(.max, ordering: .releasing)
            return frames
        }
        client.begin(with: first() + missed)
        return client
    }

    /// Ends the streams of those who may not hear anything any more. To be called when somebody's rights change.
    package func review() {
        for reviewer in reviewers.withLock({ $0 }) { reviewer.review() }
        for client in state.withLock({ Array($0.clients.values) }) where !client.admits(nil) { client.refuse() }
    }

    /// Calls `body` whenever it is looked who may still hear: what else is open to them ends then, too.
    func whenReviewed(_ body: @escaping @Sendable () -> Void) {
        reviewers.withLock { $0.append(Reviewer(review: body)) }
    }

    /// Takes back what concerns a person, or nobody in particular: it is told to nobody who comes back, nor to those
    /// who have not taken it yet.
    package func withdraw(_ person: Person.ID?) {
        let clients = state.withLock { state in
            for topic in state.kept.keys { state.kept[topic]?.removeAll { $0.audience.concerns(person) } }
            state.withdrawn = state.sequence
            return Array(state.clients.values)
        }
        for client in clients { client.withdraw { $0.isSnapshot || $0.audience?.concerns(person) == true } }
    }

    /// Shows all clients that the line is alive, and ends those who may not hear any more. The server calls it every
    /// 15 s.
    package func beat() {
        review()
        for client in state.withLock({ Array($0.clients.values) }) { client.beat() }
    }

    private func remove(_ client: EventSubscription) {
        state.withLock { state in
            guard state.clients.removeValue(forKey: ObjectIdentifier(client)) != nil, state.clients.isEmpty else {
                return
            }
            wantedUntil.store(Self.now() &+ linger, ordering: .releasing)
        }
    }

    /// Why a client that comes back cannot be given all that it missed; nil when it can.
    private static func gap(_ state: State, _ seen: Int?, _ client: EventSubscription) -> String? {
        guard let seen else { return "restarted" }
        if seen < state.withdrawn { return "withdrawn" }
        if let unkept = state.unkept, seen <= unkept { return "too_long_ago" }
        // What went away early is only known by topic: a topic whose oldest kept event is newer than what was seen, and
        // that keeps as many as it may, has lost some.
        let isLost = state.kept.contains { topic, events in
            client.wants(topic) && events.count >= history && (events.suffix(history).first?.sequence ?? 0) - 1 > seen
        }
        return isLost ? "too_long_ago" : nil
    }

    /// The number of an event of this run; nil for an id of another run, and for one that was never given out.
    private func sequence(of id: String, upTo newest: Int) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == run, let number = Int(parts[1]), (0...newest).contains(number) else {
            return nil
        }
        return number
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
