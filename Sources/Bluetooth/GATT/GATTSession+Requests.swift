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
