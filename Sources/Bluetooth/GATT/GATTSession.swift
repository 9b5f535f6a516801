package import Signals

/// Everything that is said over one bearer: our client and our server in one, without input or output. Its owner feeds
/// it what arrives and does what ``nextAction()`` says until that gives nil:
///
/// ```swift
/// session.receive(pdu, stamped: kernelTime, at: uptime)
/// while let action = session.nextAction() { perform(action) }
/// ```
///
/// `uptime` is the time on any clock that never jumps; `stamped` is when the bytes arrived, on the UTC time line.
package struct GATTSession: Sendable {
    var client = GATTClient()
    var server: GATTServer
    var outbox = GATTOutbox()
    var preparation: GATTPreparation
    /// The step of the preparation that is under way.
    private var preparing: GATTRequestID?
    /// The transmission unit that is asked for, in bytes.
    let askedUnit: Int
    /// The handle by which the peer tells that its database has changed; 0 until it is known.
    var changes: UInt16 = 0
    /// Handles that told something like that before it was known.
    private var earlyChanges: Set<UInt16> = []
    /// How often the discovery was restarted because the database changed meanwhile.
    var restarts = 0
    var isClosed = false
    private var malformed = 0

    /// A session over a fresh bearer. It begins by itself: unit exchange, discovery, ``GATTAction/ready(_:memory:)``.
    /// - Parameters:
    ///   - askedUnit: The transmission unit to ask for, 23 ... 517 bytes; others are brought into that range.
    ///   - memory: What the last session with this peer left.
    ///   - server: What we offer.
    ///   - uptime: The time now.
    package init(askedUnit: Int, memory: GATTMemory? = nil, server: GATTServer, at uptime: Duration) {
        self.askedUnit = min(max(askedUnit, UnitExchange.defaultUnit), UnitExchange.largestUnit)
        self.server = server
        preparation = GATTPreparation(askedUnit: self.askedUnit, memory: memory)
        perform(preparation.begin(), at: uptime)
        settle(at: uptime)
    }

    /// The transmission unit in force, 23 ... 517 bytes.
    package var transmissionUnit: Int { client.unit }
    /// When ``tick(at:)`` is to be called at the latest; nil when nothing is waited for.
    package var deadline: Duration? { isClosed ? nil : client.deadline }
    /// Protocol data units that made no sense: malformed, or answers to no question.
    package var strayCount: Int { malformed + client.strayAnswers }

    /// Takes one protocol data unit from the bearer.
    package mutating func receive(_ pdu: RawSpan, stamped: Instant, at uptime: Duration) {
        guard !isClosed else { return }
        var cursor = ByteCursor(pdu)
        guard let byte = try? cursor.little(UInt8.self) else {
            malformed += 1
            return
        }
        switch ATTOpcode.kind(of: byte) {
        case .notification: receiveValues(pdu, opcode: byte, stamped: stamped)
        case .indication: receiveIndication(pdu, stamped: stamped, at: uptime)
        case .response:
            client.receive(pdu, at: uptime, into: &outbox)
            settle(at: uptime)
        case .request: answer(pdu, opcode: byte, stamped: stamped)
        // Nothing of ours can be changed by a command, and we indicate nothing that could be confirmed.
        case .command, .confirmation: break
        }
    }

    /// Takes note of the time: an answer that is 30 seconds late ends the bearer.
    package mutating func tick(at uptime: Duration) {
        guard !isClosed else { return }
        if client.tick(at: uptime, into: &outbox) { return close(.timeout) }
        settle(at: uptime)
    }

    /// What to do next; nil when there is nothing more to do for now.
    package mutating func nextAction() -> GATTAction? { outbox.popFirst() }

    /// The link is as secure as was demanded: the waiting request is repeated.
    package mutating func securityRaised(at uptime: Duration) {
        client.securityRaised(at: uptime, into: &outbox)
        settle(at: uptime)
    }

    /// The link could not be made as secure as was demanded, for a reason that ends a sentence.
    package mutating func securityRefused(_ reason: String, at uptime: Duration) {
        client.securityRefused(reason, at: uptime, into: &outbox)
        settle(at: uptime)
    }

    /// The bearer is down: completes what is left with ``GATTFailure/disconnected(reason:)``.
    package mutating func disconnected(_ reason: String) {
        guard !isClosed else { return }
        isClosed = true
        client.end(.disconnected(reason: reason))
        handOverCompletions()
    }

    private mutating func noteMalformed() { malformed += 1 }
}

extension GATTSession {
    /// Acts on what came to its end, until nothing more does.
    mutating func settle(at uptime: Duration) {
        while !client.completions.isEmpty {
            let completion = client.completions.removeFirst()
            if completion.id == preparing {
                preparing = nil
                if !isClosed { perform(preparation.advance(completion.result), at: uptime) }
            } else {
                handOver(completion)
            }
        }
    }

    mutating func perform(_ step: GATTPreparation.Step, at uptime: Duration) {
        switch step {
        case .submit(let procedure, let maySecure):
            preparing = client.submit(procedure, maySecure: maySecure, first: true, at: uptime, into: &outbox)
        case .ready:
            let database = preparation.database
            changes = database.characteristic(.serviceChanged, in: .genericAttribute)?.value ?? 0
            if earlyChanges.contains(changes), restarts < 3 {
                restarts += 1
                earlyChanges = []
                preparation = GATTPreparation(askedUnit: askedUnit, memory: nil)
                return perform(preparation.beginAnew(), at: uptime)
            }
            outbox.append(.ready(database, memory: preparation.newMemory))
        case .fail(let failure): close(failure)
        }
    }

    /// Ends the bearer from this side; requests under way fail.
    mutating func close(_ failure: GATTFailure) {
        isClosed = true
        client.end(failure)
        handOverCompletions()
        outbox.append(.close(failure))
    }

    private mutating func handOverCompletions() {
        for completion in client.completions where completion.id != preparing { handOver(completion) }
        client.completions = []
    }

    private mutating func handOver(_ completion: GATTClient.Completion) {
        outbox.append(.completed(completion.id, completion.result))
        // A handle that was just discovered and is refused all the same would be found again and again.
        guard preparation.stage == .ready, case .failure(.refused(let code, _)) = completion.result,
            code == .databaseOutOfSync || code == .invalidHandle && preparation.isRemembered
        else { return }
        outbox.append(.databaseChanged(reason: "The device refused a request: \(code)"))
    }
}

extension GATTSession {
    /// Hands on values that need no confirmation. This is where a night's samples pass: one array each, nothing else.
    private mutating func receiveValues(_ pdu: RawSpan, opcode: UInt8, stamped: Instant) {
        do {
            if opcode == ATTOpcode.notification.rawValue {
                let one = try ATTNotification(pdu)
                outbox.append(.value(handle: one.handle, one.value, received: stamped))
            } else {
                for one in try ATTMultipleNotification(pdu).values {
                    outbox.append(.value(handle: one.handle, one.value, received: stamped))
                }
            }
        } catch {
            noteMalformed()
        }
    }

    /// Confirms and hands on an indication. A malformed one is confirmed too, or else the peer would wait in vain and
    /// give up the bearer.
    private mutating func receiveIndication(_ pdu: RawSpan, stamped: Instant, at uptime: Duration) {
        outbox.send(ATTConfirmation().bytes)
        guard let one = try? ATTIndication(pdu) else { return noteMalformed() }
        if preparation.stage != .ready {
            if one.value.count == 4, earlyChanges.count < 16 { earlyChanges.insert(one.handle) }
        } else if one.handle == changes {
            outbox.append(.databaseChanged(reason: "The device says that its services have changed"))
            return
        }
        outbox.append(.value(handle: one.handle, one.value, received: stamped))
    }

    /// Answers a request that the peer makes of our server.
    mutating func answer(_ pdu: RawSpan, opcode: UInt8, stamped: Instant) {
        let answer: any ATTPDU
        do {
            let message = try ATTMessage(pdu)
            if case .exchangeUnitRequest(let request) = message {
                // Both directions share the unit on low energy, whichever side asks.
                client.unit = UnitExchange.common(askedUnit, Int(request.unit))
                answer = ATTExchangeUnitResponse(unit: UInt16(clamping: askedUnit))
            } else {
                answer = try server.answer(message, unit: client.unit, at: stamped)
            }
        } catch let refusal as GATTServer.Refusal {
            answer = ATTErrorResponse(request: opcode, handle: refusal.handle, code: refusal.code)
        } catch {
            let isKnown = ATTOpcode(rawValue: opcode) != nil
            answer = ATTErrorResponse(
                request: opcode, handle: 0, code: isKnown ? .invalidPDU : .requestNotSupported)
        }
        outbox.send(answer.bytes)
    }
}

extension GATTSession {
    /// Asks something of the peer. May be called before everything is discovered; it waits its turn.
    /// - Parameters:
    ///   - request: What is asked.
    ///   - mayRaiseSecurity: Whether a refusal for lack of security leads to ``GATTAction/raiseSecurity(_:)`` and one
    ///     repetition.
    ///   - uptime: The time now.
    /// - Returns: The number with which ``GATTAction/completed(_:_:)`` will come.
    package mutating func submit(_ request: GATTRequest, mayRaiseSecurity: Bool = true, at uptime: Duration)
        -> GATTRequestID
    {
        let id: GATTRequestID
        switch request {
        case .command(let handle, let value): id = command(handle, value)
        case .read(let handle): id = submit(LongRead(handle: handle), mayRaiseSecurity, uptime)
        case .write(let handle, let value):
            id = submit(LongWrite(handle: handle, value: value), mayRaiseSecurity, uptime)
        case .values(let type, let handles):
            id = submit(ValuesByType(type: type, handles: handles), mayRaiseSecurity, uptime)
        case .services(let uuid): id = submit(ServiceSearch(uuid: uuid), mayRaiseSecurity, uptime)
        }
        settle(at: uptime)
        return id
    }

    /// Takes a request back: it completes with ``GATTFailure/cancelled`` at once; the answer to what was sent already
    /// is awaited and ignored.
    package mutating func cancel(_ id: GATTRequestID, at uptime: Duration) {
        client.cancel(id)
        settle(at: uptime)
    }

    private mutating func submit(_ procedure: any GATTProcedure, _ maySecure: Bool, _ uptime: Duration)
        -> GATTRequestID
    {
        client.submit(procedure, maySecure: maySecure, at: uptime, into: &outbox)
    }

    private mutating func command(_ handle: UInt16, _ value: [UInt8]) -> GATTRequestID {
        let id = client.newID()
        let limit = client.unit - 3
        if isClosed {
            outbox.append(.completed(id, .failure(.disconnected(reason: "it is over"))))
        } else if value.count > limit {
            outbox.append(.completed(id, .failure(.tooLong(limit: limit))))
        } else {
            outbox.send(ATTWriteCommand(handle: handle, value: value).bytes)
            outbox.append(.completed(id, .success(.done)))
        }
        return id
    }
}
