import Glibc
import Relay
import Runtime
import Signals

/// `nightjar relay watch`.
enum RelayCommand: Command {
    static let name = "relay watch"
    static let summary = "Be the watch: show the load that the gateway sends to the wrist"
    static let options = [
        DataFolder.option,
        Option("--count", "N", "stop after so many events"),
        Option("--ask", "SECONDS", "ask for heart rate variability so often (default 30)"),
        Option("--json", nil, "print one event per line as JSON"),
    ]
    static let examples = ["nightjar relay watch", "nightjar relay watch --json --count 5"]
    static let discussion = """
        Connects to the relay of the gateway in DIR as its watch, waits for it when it is not running, and finds it
        again when it was away. Events: reachability, context (the latest load), message, reply (to the question for
        variability) and error. One watch is connected at a time; a newer one takes the place of this one.
        """

    static func run(_ arguments: Arguments) async throws {
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        let interval = try arguments.integer("--ask", in: 1...86_400) ?? 30
        let (events, watch) = WatchEvents.make()
        let session = try RelaySession(role: .watch, path: try DataFolder(arguments).relaySocket)
        session.delegate = watch
        defer { session.invalidate() }
        session.activate()
        let questions = Task { await watch.ask(session, every: .seconds(interval)) }
        defer { questions.cancel() }
        var view: any WatchView = arguments.has("--json") ? WatchLines() : WatchScreen()
        var shown = 0
        for await event in events {
            if case .inactive = event {
                throw Failure(.failed, "Another watch has taken the place of this one; start again to take it back.")
            }
            try view.show(event)
            if event != .tick { shown += 1 }
            if let limit, shown >= limit { return }
        }
    }
}

extension DataFolder {
    /// The socket at which phone and watch meet.
    var relaySocket: String { "\(path)/relay.sock" }
}

/// Shows what a watch is told.
protocol WatchView {
    /// Shows one event.
    mutating func show(_ event: WatchEvent) throws
}

/// One JSON object per line and event.
struct WatchLines: WatchView {
    func show(_ event: WatchEvent) throws {
        if let line = event.json { try Output.line(line) }
    }
}

/// The watch face, redrawn in place on a terminal; elsewhere one line for each change of the load.
struct WatchScreen: WatchView {
    private var face = WatchFace()
    private var drawnLines = 0
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    mutating func show(_ event: WatchEvent) throws {
        face.update(event)
        guard isTerminal else {
            if case .context = event { try Output.line(face.line) }
            return
        }
        let lines = face.lines(now: WallClock().now)
        var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        for line in lines { text += "\r\u{1B}[K\(line)\n" }
        drawnLines = lines.count
        try Output.write(Array((text + "\u{1B}[J").utf8))
    }
}
