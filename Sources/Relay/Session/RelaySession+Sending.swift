package import Documents
import Runtime
import Synchronization

extension RelaySession {
    /// Sends a message, in order with others. With a reply handler exactly one of both handlers is called, on a thread
    /// of the session; without one, the error handler at most once.
    ///
    /// Errors, in the order in which they are looked for: 7002, 7003, 7004, 7016 unusable session; 7005 no watch; 7006,
    /// 7018, 7019 no program on the other side; 7010 a type that cannot be sent; 7009 over ``RelayLimits/message``
    /// bytes; 7007 out of reach; later 7011 the other side left before it replied, 7012 it took too long, 7014 it does
    /// not take such messages.
    /// - Parameters:
    ///   - message: what is sent.
    ///   - timeout: how long it may wait for its reply; nil for the session's own time.
    ///   - replyHandler: gets the reply; nil when none is wanted.
    ///   - errorHandler: is told why there is none.
    package func sendMessage(
        _ message: RelayPayload, timeout: Duration? = nil, replyHandler: (@Sendable (RelayPayload) -> Void)?,
        errorHandler: (@Sendable (RelayError) -> Void)? = nil
    ) {
        let code = message.error(limit: RelayLimits.message)
        let reply = replyHandler.map { handler in
            { @Sendable (bytes: [UInt8]) in handler((try? RelayPayload(parsing: bytes)) ?? [:]) }
        }
        storage.send(
            code == nil ? message.jsonText : [], isData: false, invalid: code, timeout: timeout, reply: reply,
            failure: errorHandler)
    }

    /// Sends a message and waits for its reply.
    /// - Throws: ``RelayError`` as the form with handlers reports it.
    package func sendMessage(
        _ message: RelayPayload, timeout: Duration? = nil
    ) async throws(RelayError) -> RelayPayload {
        let result: Result<RelayPayload, RelayError> = await withCheckedContinuation { continuation in
            sendMessage(
                message, timeout: timeout, replyHandler: { continuation.resume(returning: .success($0)) },
                errorHandler: { continuation.resume(returning: .failure($0)) })
        }
        return try result.get()
    }

    /// Sends bytes, by the same rules.
    package func sendMessageData(
        _ data: [UInt8], replyHandler: (@Sendable ([UInt8]) -> Void)?,
        errorHandler: (@Sendable (RelayError) -> Void)? = nil
    ) {
        let code: RelayError.Code? = data.count <= RelayLimits.message ? nil : .payloadTooLarge
        storage.send(data, isData: true, invalid: code, reply: replyHandler, failure: errorHandler)
    }

    /// Sends bytes and waits for the reply.
    /// - Throws: ``RelayError`` as the form with handlers reports it.
    package func sendMessageData(_ data: [UInt8]) async throws(RelayError) -> [UInt8] {
        let result: Result<[UInt8], RelayError> = await withCheckedContinuation { continuation in
            sendMessageData(
                data, replyHandler: { continuation.resume(returning: .success($0)) },
                errorHandler: { continuation.resume(returning: .failure($0)) })
        }
        return try result.get()
    }

    /// Sets this side's state. The other side gets the latest when it is or comes there; what it has already is not
    /// sent again. It may be set as often as one likes: messages do not wait for it.
    /// - Throws: ``RelayError`` 7003, 7004, 7016, 7005, 7006, 7018, 7019 for an unusable session, 7010, and 7009 over
    ///   ``RelayLimits/context`` bytes.
    package func updateApplicationContext(_ applicationContext: RelayPayload) throws(RelayError) {
        try storage.update(applicationContext)
    }

    /// Queues a dictionary that is delivered once, in order with others, sooner or later; how it ended is told to the
    /// delegate, also an error 7009 or 7010 of its own making. Wait for ``RelayUserInfoTransfer/stored()`` to know that
    /// it survives whatever happens.
    /// - Parameters:
    ///   - userInfo: what is sent, at most ``RelayLimits/userInfo`` bytes.
    ///   - lifetime: after which it is not delivered any more but ends with 7017; nil for ever.
    @discardableResult
    package func transferUserInfo(_ userInfo: RelayPayload, lifetime: Duration? = nil) -> RelayUserInfoTransfer {
        storage.transfer(userInfo, lifetime: lifetime)
    }

    /// On a phone: queues what the watch's face is to show. While the day's budget lasts it goes before everything that
    /// waits; one that was queued before stays where it is and is an ordinary user info from then on. Beyond the budget,
    /// or when the face shows nothing, it is ordinary itself. It arrives as a user info.
    /// - Parameter userInfo: what is sent, at most ``RelayLimits/userInfo`` bytes.
    @discardableResult
    package func transferCurrentComplicationUserInfo(_ userInfo: RelayPayload) -> RelayUserInfoTransfer {
        storage.transfer(userInfo, lifetime: nil, isComplication: role == .phone && isComplicationEnabled)
    }

    /// Queues a file that is delivered once, in order with others, sooner or later; how it ended is told to the
    /// delegate: 7008 no path, 7013 a file that cannot be read, 7015 no room for it.
    /// - Parameters:
    ///   - path: where it lies; it must stay until the transfer is stored.
    ///   - metadata: what is said about it, at most ``RelayLimits/userInfo`` bytes.
    @discardableResult
    package func transferFile(_ path: String, metadata: RelayPayload? = nil) -> RelayFileTransfer {
        storage.transfer(file: RelayFile(path: path, name: Self.name(of: path), metadata: metadata))
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map { String($0) } ?? "file" }

    /// Asks the hub about pairing and queues, for programs that show them: `outstanding`, `status`, `watches`, `pair`,
    /// `claim`, `unpair` under `what`.
    /// - Throws: ``RelayError`` 7004 without a connection, 7012 without an answer.
    package func ask(_ question: JSONValue) async throws(RelayError) -> JSONValue {
        let result: Result<JSONValue, RelayError> = await withCheckedContinuation { continuation in
            storage.ask(question) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Ends a transfer of any program of this side that is not being delivered.
    package func cancelTransfer(id: String) { storage.cancel(id) }

    /// The delegate has no method for the message that is being delivered.
    func refuseMessage() { storage.refuseCurrentMessage() }

    /// While a message is delivered, for a delegate that hands it on: its number, and until when it may be told, by seconds since
    /// the machine was started; what is told later was answered as failed.
    package var currentMessage: (number: Int, until: Double?)? {
        storage.state.withLock { state in state.current.map { ($0, state.currentUntil) } }
    }

    /// Says that a message could not be told to anybody: its sender gets 7007.
    package func giveBackMessage(_ number: Int) { storage.refuse(number, .notReachable) }
}
