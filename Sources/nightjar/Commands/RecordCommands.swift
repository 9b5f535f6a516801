import Documents
import Glibc
import Runtime
import Signals

/// `nightjar record start`.
enum RecordStartCommand: Command {
    static let name = "record start"
    static let summary = "Start recording a night and monitor it"
    static let options =
        GatewayClient.options + [
            Option("--device", "ID", "with this device alone (default: all that are used)"),
            Option("--wearer", "NAME", "the person whose night it is"),
            Option("--hours", "N", "end it by itself after so many hours (default: 16)"), Option.json,
        ]
    static let examples = ["nightjar record start", "nightjar record start --hours 9"]
    static let discussion = """
        What devices send is kept in any case. A recording watches over it: it warns of a battery or a disk that will not
        last, and says at once when it stops by itself. It goes on after a restart of the gateway or the machine.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        var start = NightRecordingStartRequest()
        if let word = arguments.value("--device") { start.devices = [try await client.device(word).id] }
        start.wearer = arguments.value("--wearer").map { .name($0) }
        start.until = try arguments.integer("--hours", in: 1...24).map {
            WallClock().now.advanced(bySeconds: Double($0) * 3600)
        }
        let body = try await client.body(.startNight, start)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let recording = try GatewayClient.read(NightRecordingDocument.self, body)
        try Output.line("Recording \(recording.id) has begun with \(recording.devices.joined(separator: ", ")).")
    }
}

/// `nightjar record stop`.
enum RecordStopCommand: Command {
    static let name = "record stop"
    static let summary = "Stop the night that is being recorded"
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record stop", "nightjar record stop --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let open = try await NightRecordingPage(client).open
        guard !open.isEmpty else { throw Failure(.notFound, "No night is being recorded.") }
        for recording in open {
            _ = try await client.ask(.stopNight, RowRequest(recording.id))
            if !arguments.has("--json") { try Output.line("Recording \(recording.id) has ended.") }
        }
        try Output.done(arguments) { $0.array("stopped", open.map { Double($0.id) }) }
    }
}

/// `nightjar record status`.
enum RecordStatusCommand: Command {
    static let name = "record status"
    static let summary = "Show whether a night is being recorded, and when the next one will be"
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record status", "nightjar record status --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard !arguments.has("--json") else {
            return try Output.write(try await client.body(.nightRecordings) + [10])
        }
        for line in try await NightRecordingPage(client).lines(now: WallClock().now) {
            try Output.line(line)
        }
    }
}
