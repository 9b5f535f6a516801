import Signals

/// Our side of a bearer as a client: one request in flight, the others in a queue (Core Specification 5.4, vol 3 part F,
/// 3.3.2), the transaction timeout, one repetition after the link was secured.
struct GATTClient: Sendable {
    /// How long an answer may take (Core Specification 5.4, vol 3 part F, 3.3.3).
    static let transactionTimeout = Duration.seconds(30)
    /// How long securing the link may take; a person may have to press a button.
    static let securityTimeout = Duration.seconds(90)

    /// A procedure under way.
    private struct Work {
        var id: GATTRequestID
        var procedure: any GATTProcedure
        var maySecure: Bool
        /// The bytes of the request that awaits its response; empty before the first.
        var asked: [UInt8] = []
        var isCancelled = false
    }

    private enum State {
        case idle
        /// A response is due until the deadline.
        case asking(Work, deadline: Duration)
        /// The link is being secured for the work; then it asks again.
        case securing(Work, ATTErrorResponse, deadline: Duration)
        /// The link has ended; every request fails.
        case dead
    }

    /// A request that has ended.
    struct Completion {
        var id: GATTRequestID
        var result: Result<GATTReply, GATTFailure>
    }

    private var state = State.idle
    private var queue: [Work] = []
    private var lastID: UInt64 = 0
    /// The transmission unit (ATT_MTU) in force, in bytes.
    var unit = UnitExchange.defaultUnit
    /// Responses that fitted no request.
    private(set) var strayAnswers = 0
    /// Requests that have ended since these were last taken.
    var completions: [Completion] = []

    /// When the response in flight is overdue; nil when none is awaited.
    var deadline: Duration? {
        switch state {
        case .asking(_, let deadline), .securing(_, _, let deadline): deadline
        case .idle, .dead: nil
        }
    }

    /// A number for a new request.
    mutating func newID() -> GATTRequestID {
        lastID += 1
        return GATTRequestID(rawValue: lastID)
    }

    /// Puts a procedure at the end of the queue, or at its start.
    mutating func submit(
        _ procedure: any GATTProcedure, maySecure: Bool, first: Bool = false, at uptime: Duration,
        into outbox: inout GATTOutbox
    ) -> GATTRequestID {
        let work = Work(id: newID(), procedure: procedure, maySecure: maySecure)
        if case .dead = state {
            completions.append(Completion(id: work.id, result: .failure(.disconnected(reason: "it is over"))))
            return work.id
        }
        if first { queue.insert(work, at: 0) } else { queue.append(work) }
        advance(at: uptime, into: &outbox)
        return work.id
    }

    /// Takes a request back. What is in flight is waited for and then forgotten.
    mutating func cancel(_ id: GATTRequestID) {
        if let place = queue.firstIndex(where: { $0.id == id }) {
            queue.remove(at: place)
        } else {
            switch state {
            case .asking(var work, let deadline) where work.id == id && !work.isCancelled:
                work.isCancelled = true
                state = .asking(work, deadline: deadline)
            case .securing(var work, let error, let deadline) where work.id == id && !work.isCancelled:
                work.isCancelled = true
                state = .securing(work, error, deadline: deadline)
            default: return
            }
        }
        completions.append(Completion(id: id, result: .failure(.cancelled)))
    }

    /// Takes an answer: a protocol data unit of the kind `response`.
    mutating func receive(_ pdu: RawSpan, at uptime: Duration, into outbox: inout GATTOutbox) {
        guard case .asking(var work, _) = state, let opcode = work.asked.first, answers(pdu, opcode) else {
            strayAnswers += 1
            return
        }
        state = .idle
        let step: GATTStep
        do {
            let answer = try ATTMessage(pdu)
            if case .errorResponse(let error) = answer, let demand = error.code.securityDemand, work.maySecure,
                !work.isCancelled
            {
                // Once only: if the peer still refuses then, it means it.
                work.maySecure = false
                outbox.append(.raiseSecurity(demand))
                outbox.holdBack()
                state = .securing(work, error, deadline: uptime + Self.securityTimeout)
                return
            }
            step = work.procedure.receive(answer, unit: unit)
        } catch {
            step = .fail(.malformed("\(error)"))
        }
        take(step, of: work, at: uptime, into: &outbox)
        advance(at: uptime, into: &outbox)
    }

    /// The link is secured now: repeats the request that was refused.
    mutating func securityRaised(at uptime: Duration, into outbox: inout GATTOutbox) {
        guard case .securing(let work, _, _) = state else { return }
        state = .idle
        outbox.letGo()
        if work.isCancelled { advance(at: uptime, into: &outbox) } else { ask(work, at: uptime, into: &outbox) }
    }

    /// The link could not be secured: the request that needed it fails.
    mutating func securityRefused(_ reason: String, at uptime: Duration, into outbox: inout GATTOutbox) {
        guard case .securing(let work, let error, _) = state else { return }
        state = .idle
        outbox.letGo()
        complete(work, .failure(.notSecured(error.code, reason: reason)))
        advance(at: uptime, into: &outbox)
    }

    /// Looks at the time.
    /// - Returns: Whether the answer in flight is late, so that the bearer is dead.
    mutating func tick(at uptime: Duration, into outbox: inout GATTOutbox) -> Bool {
        switch state {
        case .asking(_, let deadline): return uptime >= deadline
        case .securing(_, _, let deadline) where uptime >= deadline:
            securityRefused("securing it took too long", at: uptime, into: &outbox)
            return false
        default: return false
        }
    }

    /// Nothing can be asked any more: completes the one in flight with `failure` and the others as disconnected.
    mutating func end(_ failure: GATTFailure) {
        switch state {
        case .asking(let work, _), .securing(let work, _, _): complete(work, .failure(failure))
        case .idle, .dead: break
        }
        state = .dead
        for work in queue { complete(work, .failure(.disconnected(reason: failure.description))) }
        queue = []
    }

    private func answers(_ pdu: RawSpan, _ opcode: UInt8) -> Bool {
        var cursor = ByteCursor(pdu)
        guard let first = try? cursor.little(UInt8.self) else { return false }
        // Each response has the number after its request.
        if first != ATTOpcode.errorResponse.rawValue { return first == opcode &+ 1 }
        return (try? cursor.little(UInt8.self)) == opcode
    }

    private mutating func advance(at uptime: Duration, into outbox: inout GATTOutbox) {
        while case .idle = state, !queue.isEmpty {
            var work = queue.removeFirst()
            take(work.procedure.begin(unit: unit), of: work, at: uptime, into: &outbox)
        }
    }

    private mutating func take(
        _ step: GATTStep, of work: consuming Work, at uptime: Duration, into outbox: inout GATTOutbox
    ) {
        let step = work.isCancelled ? work.procedure.abandon() : step
        switch step {
        case .ask(let request):
            work.asked = request
            ask(work, at: uptime, into: &outbox)
        case .finish(let result):
            if case .success(.unit(let unit)) = result { self.unit = unit }
            complete(work, result)
        case nil: break
        }
    }

    private mutating func ask(_ work: Work, at uptime: Duration, into outbox: inout GATTOutbox) {
        outbox.send(work.asked)
        state = .asking(work, deadline: uptime + Self.transactionTimeout)
    }

    private mutating func complete(_ work: Work, _ result: Result<GATTReply, GATTFailure>) {
        if !work.isCancelled { completions.append(Completion(id: work.id, result: result)) }
    }
}
