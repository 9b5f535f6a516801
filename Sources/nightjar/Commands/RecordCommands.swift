import Documents
import Glibc
import Runtime
import Signals

/// `nightjar record start`.
enum RecordStartCommand: Command {
    static let name = "record start"
    static let summary = "Begin recording a night and watch over it"
    static let options =
        GatewayClient.options + [
            Option("--device", "ID", "with this device alone (default: all that are used)"),
            Option("--wearer", "NAME", "whose night it is"),
            Option("--hours", "N", "end it by itself after so many hours (default: 16)"), Option.json,
        ]
    static let examples = ["nightjar record start", "nightjar record start --hours 9"]
    static let discussion = """
        What devices send is kept in any case. A recording watches over it: it warns of a battery or a disk that will not
        last, and says at once when it stops by itself. It goes on after a restart of the gateway or the machine.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        var device: DeviceListing.Device?
        if let word = arguments.value("--device") { device = try await client.device(word) }
        let hours = try arguments.integer("--hours", in: 1...24)
        let body = try await client.send("POST", "/api/v1/night-recordings") { json in
            if let device { json.array("devices", [device.id]) }
            if let wearer = arguments.value("--wearer") { json.field("wearer", wearer) }
            if let hours {
                json.field("until_s", WallClock().now.advanced(bySeconds: Double(hours) * 3600).secondsSince1970)
            }
        }
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let recording = try GatewayClient.decode(NightRecordingPage.Recording.self, body)
        try Output.line("Recording \(recording.id) has begun with \(recording.devices.joined(separator: ", ")).")
    }
}

/// `nightjar record stop`.
enum RecordStopCommand: Command {
    static let name = "record stop"
    static let summary = "End the night that is being recorded"
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record stop", "nightjar record stop --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let open = try await NightRecordingPage(client).open
        guard !open.isEmpty else { throw Failure(.notFound, "No night is being recorded.") }
        for recording in open {
            try await client.send("POST", "/api/v1/night-recordings/\(recording.id)/stop")
            if !arguments.has("--json") { try Output.line("Recording \(recording.id) has ended.") }
        }
        try Output.done(arguments) { $0.array("stopped", open.map { Double($0.id) }) }
    }
}

/// `nightjar record status`.
enum RecordStatusCommand: Command {
    static let name = "record status"
    static let summary = "Tell whether a night is being recorded, and when the next one will be"
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record status", "nightjar record status --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard !arguments.has("--json") else {
            return try Output.write(try await client.body("GET", "/api/v1/night-recordings") + [10])
        }
        for line in try await NightRecordingPage(client).lines(now: WallClock().now.secondsSince1970) {
            try Output.line(line)
        }
    }
}
