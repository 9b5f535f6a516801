import Documents
import Glibc
import Relay
import Runtime
import Signals

/// `nightjar relay watch`.
enum RelayWatchCommand: Command {
    static let name = "relay watch"
    static let summary = "Act as the watch: show the load that the gateway sends, and exchange messages with the phone"
    static let operands = ["VERB?", "VALUE?"]
    static let options =
        [
            DataFolder.option, Option("--count", "N", "stop after so many events"),
            Option("--ask", "SECONDS", "ask for heart rate variability so often (default 30)"),
            Option("--watch", "NAME", "which watch this is (default: the one of this machine)"),
        ] + RelayActions.options
    static let examples = [
        "nightjar relay watch", "nightjar relay watch --json --count 5",
        "nightjar relay watch request '{\"request\": \"hrv\"}'",
        "nightjar relay watch userinfo '{\"hrv\": 42.5}' --wait",
        "nightjar relay watch pair 123456 --name \"My watch\"",
    ]
    static let discussion = """
        Without a verb it stands in for the watch's program: it waits for the gateway when that is not running, finds it
        again when it was away, and prints what comes: activated, reachability, context (the latest load), message,
        reply (to its question for variability), userinfo, file, finished and error. One program is a watch at a time; a
        newer one takes the place of this one. Lines that are typed or come through a pipe meanwhile are verbs too; without
        --count it ends with the pipe, and fails where a line of it did.

        \(RelayVerb.help)

        pair CODE pairs a watch by the code that the phone's side shows, and prints its name and token for --token.
        """

    static func run(_ arguments: Arguments) async throws {
        let acting = try RelayActions(arguments, role: .watch)
        if let verb = try RelayVerb(arguments.operands) { return try await acting.perform(verb) }
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        let interval = try arguments.integer("--ask", in: 1...86_400) ?? 30
        var view: any RelayView = arguments.has("--json") ? RelayLines() : WatchScreen()
        try await acting.live(count: limit, asking: .seconds(interval)) { try view.show($0) }
    }
}

/// `nightjar relay phone`.
enum RelayPhoneCommand: Command {
    static let name = "relay phone"
    static let summary = "Act as a program on the phone's side: send to the watch, list what waits, pair a watch"
    static let operands = ["VERB?", "VALUE?"]
    static let options =
        [
            DataFolder.option, Option("--count", "N", "stop after so many events"),
            Option("--take", nil, "take the phone's side from the gateway until this ends"),
        ] + RelayActions.options
    static let examples = [
        "nightjar relay phone pair", "nightjar relay phone send '{\"cognitiveLoad\": 0.4}'",
        "nightjar relay phone file night.csv --metadata '{\"night\": \"2026-05-01\"}' --wait",
        "nightjar relay phone outstanding --json",
    ]
    static let discussion = """
        The gateway is the phone's program; this one is a second one beside it, which sends, asks and hears how that
        ended. With --take, or where no gateway but `nightjar relay hub` runs, it is the phone's program itself, and
        without a verb prints what comes. Lines that are typed or come through a pipe meanwhile are verbs too;
        without --count it ends with the pipe, and fails where a line of it did.

        \(RelayVerb.help)

        pair shows a code for two minutes, with which a watch is paired: `nightjar relay watch pair CODE`, or the page
        /watch of the dashboard in a browser.
        """

    static func run(_ arguments: Arguments) async throws {
        let acting = try RelayActions(arguments, role: .phone)
        if let verb = try RelayVerb(arguments.operands) { return try await acting.perform(verb) }
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        var view: any RelayView = RelayLines()
        try await acting.live(count: limit, asking: nil) { try view.show($0) }
    }
}

/// `nightjar relay hub`.
enum RelayHubCommand: Command {
    static let name = "relay hub"
    static let summary = "Run the relay without a gateway, for your own programs on both sides"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar relay hub --data relay-only"]
    static let discussion = """
        Listens at DIR/relay.sock and keeps its queues in DIR/relay. `nightjar serve` does the same and is the phone's
        program besides.
        """

    static func run(_ arguments: Arguments) async throws {
        let folder = try DataFolder(arguments)
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw Failure(SystemError(errno, "mkdir", folder.path), "\(folder.path) cannot be made")
        }
        let hub = try RelayHub(path: folder.relaySocket)
        try Output.done(arguments, "The relay listens at \(folder.relaySocket). Control-C stops it.") {
            $0.field("socket", folder.relaySocket)
        }
        _ = await terminationSignal()
        hub.stop()
    }
}

extension DataFolder {
    /// The path of the relay's socket.
    var relaySocket: String { "\(path)/relay.sock" }
}
