#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reading: the session that goes on with its load, and those before. `empty` before anybody has read.
///
/// What the reader does is collected by ``note(_:)`` and sent by ``flush()``; without a connection it waits, with the
/// time at which it happened, and goes when the gateway is back.
@MainActor
public final class ReadingModel: LoadedModel<Reading> {
    /// Events that wait at most: a day of reading. The oldest go first.
    static let most = 20_000
    /// Events that the gateway accepts in one request.
    static let batch = 500

    private static let stream = Call(.liveStream, LiveStreamRequest([.assessed, .loadStateChanged, .breathing]))
    private static let sessions = Call(.readingSessions, ReadingSessionListRequest(limit: 20))

    private let client: NightjarClient
    /// Each with the session in which it happened.
    private var waiting: [(session: Int, event: ReadingEventDocument)] = []
    /// What is on its way, under a key by which the gateway knows it when it comes again.
    private var outgoing: (key: String, session: Int, events: [ReadingEventDocument])?
    private var isSending = false

    /// Events that the gateway has not confirmed yet.
    public var waitingCount: Int { waiting.count + (outgoing?.events.count ?? 0) }

    /// A model of the signed-in person's reading.
    public init(client: NightjarClient) {
        self.client = client
        super.init()
    }

    /// Begins a session; one that goes on is ended.
    /// - Throws: ``APIError``.
    public func start(title: String, words: Int? = nil) async throws {
        let session = try await client.send(.startReading, ReadingStartRequest(title, words: words))
        // What was not sent of the one before is over with it.
        waiting.removeAll { $0.session != session.id }
        outgoing = nil
        await reload()
        guard state.shown?.value.session == nil else { return }
        // It has begun, whatever became of asking for the rest.
        show(Reading(session: session, loads: [session.assessment].compactMap(\.self), history: []))
    }

    /// Takes down what the reader does.
    public func note(_ event: ReadingEventDocument) {
        guard let session = state.shown?.value.session else { return }
        var event = event
        event.time = event.time ?? Instant(client.time.now)
        waiting.append((session.id, event))
        if waiting.count > Self.most { waiting.removeFirst() }
    }

    /// Sends what waits.
    /// - Throws: ``APIError``; what was not taken waits on.
    public func flush() async throws {
        guard !isSending, state.shown?.value.session != nil else { return }
        isSending = true
        defer { isSending = false }
        while let batch = nextBatch() {
            do {
                let events = ReadingEventsRequest(batch.session, batch.events)
                let reply = try await client.send(Call(.readingEvents, events, idempotencyKey: batch.key))
                if outgoing?.key == batch.key { outgoing = nil }
                if let assessment = reply.assessment { add(assessment) }
            } catch let error as APIError {
                // What the gateway refuses it would refuse for ever, and hold up what follows.
                if error.isFinal, outgoing?.key == batch.key { outgoing = nil }
                throw error
            }
        }
    }

    /// What is to be sent next: events of one session, the oldest first.
    private func nextBatch() -> (key: String, session: Int, events: [ReadingEventDocument])? {
        if let outgoing { return outgoing }
        guard let session = waiting.first?.session else { return nil }
        let events = waiting.prefix(Self.batch).prefix { $0.session == session }.map(\.event)
        waiting.removeFirst(events.count)
        outgoing = (UUID().uuidString, session, events)
        return outgoing
    }

    /// Sends what waits and ends the session.
    /// - Throws: ``APIError``.
    public func stop() async throws {
        guard let session = state.shown?.value.session else { return }
        try await flush()
        _ = try await client.send(.stopReading, RowRequest(session.id))
        await reload()
    }

    /// Follows the load until the task is cancelled: `.task { await model.run() }` in a view. What waits goes with each
    /// new connection.
    public func run() async {
        await load()
        do {
            for try await element in client.events(Self.stream) { await take(element) }
        } catch let error as APIError {
            state = .error(message: error.message, lastKnown: stale)
        } catch {
            // Cancelled: what is shown stays.
        }
    }

    override func lastKnown() async -> Snapshot<Reading>? {
        guard let list = await client.lastKnown(Self.sessions) else { return nil }
        return list.map { Self.joined($0.sessions, nil) }
    }

    override func fetch() async throws -> Snapshot<Reading> {
        let list = try await client.load(Self.sessions)
        guard let running = list.value.sessions.first(where: \.isRunning) else {
            return list.map { Self.joined($0.sessions, nil) }
        }
        let session = try await client.load(Call(.readingSession, RowRequest(running.id)))
        return list.map { Self.joined($0.sessions, session.value) }
    }

    override func isEmpty(_ value: Reading) -> Bool { value.session == nil && value.history.isEmpty }

    private func take(_ element: EventStream.Element) async {
        switch element {
        case .connected:
            if state.isOffline { await reload() }
            // What does not go now goes with the next connection.
            try? await flush()
        case .disconnected(let error, _): state = .offline(message: error.message, lastKnown: stale)
        case .event(let event):
            switch try? LiveEvent(event) {
            case .assessed(let assessment): add(assessment)
            case .breathing(let breathing):
                guard var reading = state.shown?.value else { return }
                reading.breathing = breathing
                show(reading)
            default: break
            }
        }
    }

    private func add(_ assessment: ReadingAssessmentDocument) {
        guard var reading = state.shown?.value, reading.session?.id == assessment.session,
            reading.loads.allSatisfy({ $0.time < assessment.time })
        else { return }
        reading.loads.append(assessment)
        show(reading)
    }

    private func show(_ reading: Reading) {
        state = .loaded(Snapshot(value: reading, asOf: client.time.now, isStale: false))
    }

    private var stale: Snapshot<Reading>? {
        state.shown.map { Snapshot(value: $0.value, asOf: $0.asOf, isStale: true) }
    }

    private static func joined(_ sessions: [ReadingSessionDocument], _ current: ReadingSessionDocument?) -> Reading {
        let running = current ?? sessions.first(where: \.isRunning)
        return Reading(
            session: running, loads: current?.loads ?? [], history: sessions.filter { $0.id != running?.id })
    }
}
