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
        let typed = Task {
            guard isatty(STDIN_FILENO) == 1 else { return }
            for await line in Self.lines() { await type(line, session, events) }
        }
        defer { typed.cancel() }
        var shown = 0
        for await event in stream {
            if case .inactive = event, role == .watch {
                throw Failure(.failed, "Another watch has taken the place of this one; start again to take it back.")
            }
            try show(event)
            if event != .tick { shown += 1 }
            if let count, shown >= count { return }
        }
    }

    private func type(_ line: String, _ session: RelaySession, _ events: RelayEvents) async {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        do {
            guard let verb = try RelayVerb(words) else { return }
            events.tell(try await perform(verb, session, events))
        } catch let error as RelayError { events.tell(.error(error)) } catch {
            Output.note("nightjar: \((error as? Failure)?.message ?? "\(error)")")
        }
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
