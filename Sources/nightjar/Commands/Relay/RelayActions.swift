import Documents
import Glibc
import Relay
import Runtime
import Signals

/// A program of one side of the link, as the command line wants it.
struct RelayActions {
    static let options = [
        Option("--token", "TOKEN", "the token of a watch that was paired by a code"),
        Option("--expires", "SECONDS", "do not deliver a user info after that"),
        Option("--timeout", "SECONDS", "wait so long for a reply (default 60), and with --wait for a delivery"),
        Option("--wait", nil, "wait until a transfer has been delivered"),
        Option("--metadata", "JSON", "what is said about a file"),
        Option("--name", "TEXT", "the name of a watch that is paired"),
        Option("--reply", "JSON", "what to reply to messages that want a reply"),
        Option("--inbox", "DIR", "where files that come are put (default: DIR/relay/received of --data)"),
        Option("--background", nil, "not in front: out of reach for messages, but not for what waits"),
        .json,
    ]

    let role: RelayRole
    let arguments: Arguments
    let folder: DataFolder
    let timeout: Duration
    /// How long a user info is worth delivering; nil for ever.
    let lifetime: Duration?

    init(_ arguments: Arguments, role: RelayRole) throws {
        (self.role, self.arguments) = (role, arguments)
        folder = try DataFolder(arguments)
        timeout = .seconds(try arguments.number("--timeout", in: 0...1_000_000) ?? 60)
        lifetime = try arguments.number("--expires", in: 0...1_000_000_000).map { .seconds($0) }
    }

    /// Which watch this is: a named one, or the one of this machine, which needs no pairing.
    private var watch: String? { role == .watch ? arguments.value("--watch") ?? "local" : nil }

    func session(_ part: RelaySession.Part, _ events: RelayEvents, isNew: Bool = false) throws -> RelaySession {
        let session = try RelaySession(
            role: role, path: folder.relaySocket, part: part, watch: isNew ? nil : watch,
            token: arguments.value("--token"),
            isForeground: !arguments.has("--background"), replyTimeout: timeout)
        session.delegate = events
        session.activate()
        return session
    }

    /// The reply to messages that want one.
    func reply() throws -> RelayPayload? {
        try arguments.value("--reply").map { text in
            do throws(RelayError) { return try RelayPayload(parsing: Array(text.utf8)) } catch {
                throw Failure(.usage, "--reply needs a JSON object, not “\(text.prefix(80))”.")
            }
        }
    }

    /// Shows what comes until `count` events have come, and does what is typed.
    func live(count: Int?, asking interval: Duration?, show: (RelayEvent) throws -> Void) async throws {
        let inbox = arguments.value("--inbox") ?? "\(folder.path)/relay/received"
        let (stream, events) = RelayEvents.make(reply: try reply(), inbox: inbox)
        let isSecond = role == .phone && !arguments.has("--take")
        let session = try session(isSecond ? .join : .primary, events)
        defer { session.invalidate() }
        let clock = Task { await events.ask(session, every: interval) }
        defer { clock.cancel() }
        let input = Task { () -> Failure? in
            guard let kind = Self.input else { return nil }
            // What a pipe brings is there before the hub has answered.
            while session.activationState == .notActivated { try await Task.sleep(for: .milliseconds(20)) }
            var first: Failure?
            var isEmpty = true
            for await line in Self.lines() {
                isEmpty = false
                let failure = await perform(line, session, events)
                first = first ?? failure
            }
            // A pipe that brought nothing is one that nobody writes into.
            if kind == .pipe, !isEmpty, count == nil { events.end() }
            return kind == .pipe ? first : nil
        }
        defer { input.cancel() }
        var shown = 0
        for await event in stream {
            if case .inactive = event, role == .watch {
                throw Failure(.failed, "Another watch has taken the place of this one; start again to take it back.")
            }
            try show(event)
            if event != .tick { shown += 1 }
            if let count, shown >= count { return }
        }
        // The pipe has ended, and all that its lines led to is shown.
        if let failure = try await input.value { throw failure }
    }

    /// Does what a line says, and tells how that went.
    /// - Returns: Why it could not be done.
    private func perform(_ line: String, _ session: RelaySession, _ events: RelayEvents) async -> Failure? {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        do {
            guard let verb = try RelayVerb(words) else { return nil }
            events.tell(try await perform(verb, session, events))
            return nil
        } catch let error as RelayError {
            events.tell(.error(error))
            return Failure(.failed, "“\(line.prefix(80))”: \(error.description)")
        } catch {
            let failure = error as? Failure ?? Failure(.failed, "\(error)")
            Output.note("nightjar: \(failure.message)")
            return Failure(failure.code, "“\(line.prefix(80))” could not be done.")
        }
    }

    private enum Input { case terminal, pipe }

    /// What brings lines; a script's own file is left to the script.
    private static var input: Input? {
        if isatty(STDIN_FILENO) == 1 { return .terminal }
        var status = stat()
        return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? .pipe : nil
    }

    /// The lines of standard input.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            let reader = try? LoopThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
            if reader == nil { continuation.finish() }
        }
    }
}

extension RelayActions {
    /// Performs a verb and prints its result.
    func perform(_ verb: RelayVerb) async throws {
        let (stream, events) = RelayEvents.make(reply: nil, inbox: nil)
        // Says at once when nobody is there.
        do { _ = try UnixSocket.connect(folder.relaySocket) } catch let failure as Failure {
            throw Failure(
                failure.code, "No gateway answers in \(folder.path); start `nightjar serve`. \(failure.message)")
        }
        var isNew = false
        if case .pair = verb { isNew = true }
        let session = try session(.attach, events, isNew: isNew)
        defer { session.invalidate() }
        let patience = Task {
            try await Task.sleep(for: .seconds(10))
            events.tell(.error(RelayError(.notActivated)))
        }
        defer { patience.cancel() }
        do {
            for await event in stream {
                if case .activated = event { break }
                if case .error(let error) = event { throw error }
            }
            let result = try await perform(verb, session, events)
            try Output.line(arguments.has("--json") ? result.json ?? "" : result.text)
        } catch let error as RelayError {
            if arguments.has("--json") { try Output.line(RelayEvent.error(error).json ?? "") }
            throw Failure(.failed, error.description)
        }
    }

    func perform(_ verb: RelayVerb, _ session: RelaySession, _ events: RelayEvents) async throws -> RelayEvent {
        switch verb {
        case .send(let payload):
            let failed = RelayFailure()
            session.sendMessage(payload, replyHandler: nil) { failed.set($0) }
            // The hub takes one after the other: once it answers, it has sent the message on.
            _ = try await session.ask(["what": "status"])
            try failed.check()
            return .done("sent", [:])
        case .request(let payload):
            // A question about the heart is of the moment.
            let isBrief = try arguments.number("--timeout") == nil && payload["request"]?.string == "hrv"
            return .reply(try await session.sendMessage(payload, timeout: isBrief ? RelayPhone.pullPatience : nil))
        case .context(let payload):
            try session.updateApplicationContext(payload)
            _ = try await session.ask(["what": "status"])
            return .done("context_set", [:])
        case .userInfo(let payload):
            let transfer = session.transferUserInfo(payload, lifetime: lifetime)
            return try await follow(transfer.id, events) { () async throws(RelayError) in try await transfer.stored() }
        case .file(let path):
            let metadata = try arguments.value("--metadata").map { try RelayPayload(parsing: Array($0.utf8)) }
            let transfer = session.transferFile(path, metadata: metadata)
            return try await follow(transfer.id, events) { () async throws(RelayError) in try await transfer.stored() }
        case .outstanding: return .answer("outstanding", try await session.ask(["what": "outstanding"]))
        case .cancel(let id):
            let waits = try await session.ask(["what": "outstanding"]).list("transfers").contains {
                $0.object?["id"]?.string == id
            }
            guard waits else {
                throw Failure(.notFound, "No transfer “\(id)” waits; `outstanding` lists those that do.")
            }
            session.cancelTransfer(id: id)
            let left = try await session.ask(["what": "outstanding"]).list("transfers")
            guard !left.contains(where: { $0.object?["id"]?.string == id }) else {
                throw Failure(.failed, "“\(id)” is being delivered; it is too late to end it.")
            }
            return .done("cancelled", ["id": .string(id)])
        case .status: return .answer("status", try await session.ask(["what": "status"]))
        case .watches: return .answer("watches", try await session.ask(["what": "watches"]))
        case .unpair(let watch):
            return try answer("unpaired", try await session.ask(["what": "unpair", "watch": .string(watch)]))
        case .pair(let code):
            guard role == .watch else { return try answer("code", try await session.ask(["what": "pair"])) }
            guard let code else { throw Failure(.usage, "`pair` needs the code that the phone's side shows.") }
            let name = JSONValue.string(arguments.value("--name") ?? "Terminal")
            let question: JSONValue = ["what": "claim", "code": .string(code), "name": name]
            return try answer("paired", try await session.ask(question))
        }
    }

    private func answer(_ event: String, _ answer: JSONValue) throws -> RelayEvent {
        if let why = answer.object?["error"]?.string { throw Failure(.failed, why) }
        return .answer(event, answer)
    }

    /// Waits until a transfer is promised, or with `--wait` delivered.
    private func follow(
        _ id: String, _ events: RelayEvents, _ stored: () async throws(RelayError) -> Void
    ) async throws -> RelayEvent {
        try await stored()
        guard arguments.has("--wait") else { return .done("stored", ["id": .string(id)]) }
        guard let end = await events.end(of: id, within: timeout) else { throw RelayError(.transferTimedOut) }
        if let error = end.error { throw error }
        return .done("delivered", ["id": .string(id)])
    }
}

extension JSONValue {
    fileprivate func list(_ name: String) -> [JSONValue] {
        guard case .array(let values) = object?[name] else { return [] }
        return values
    }
}
