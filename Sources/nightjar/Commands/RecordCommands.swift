import Glibc
import Runtime
import Signals

private let access = [
    DataFolder.option, Option("--url", "URL", "the address of a gateway, instead of the socket in DIR"),
]

/// `nightjar record start`.
enum RecordStartCommand: Command {
    static let name = "record start"
    static let summary = "Begin recording a night and watch over it"
    static let options =
        access + [
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
        let device = try arguments.value("--device").map { try client.device($0) }
        let hours = try arguments.integer("--hours", in: 1...24)
        let body = try client.send("POST", "/api/v1/night-recordings") { json in
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
    static let options = access
    static let examples = ["nightjar record stop"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let open = try NightRecordingPage(client).open
        guard !open.isEmpty else { throw Failure(.notFound, "No night is being recorded.") }
        for recording in open {
            try client.send("POST", "/api/v1/night-recordings/\(recording.id)/stop")
            try Output.line("Recording \(recording.id) has ended.")
        }
    }
}

/// `nightjar record status`.
enum RecordStatusCommand: Command {
    static let name = "record status"
    static let summary = "Tell whether a night is being recorded, and when the next one will be"
    static let options = access + [Option.json]
    static let examples = ["nightjar record status", "nightjar record status --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard !arguments.has("--json") else {
            return try Output.write(try client.body("GET", "/api/v1/night-recordings") + [10])
        }
        for line in try NightRecordingPage(client).lines(now: WallClock().now.secondsSince1970) {
            try Output.line(line)
        }
    }
}

/// `nightjar record schedule`.
enum RecordScheduleCommand: Command {
    static let name = "record schedule"
    static let summary = "Record nights without pressing a button"
    static let options =
        access + [
            Option("--from", "HH:MM", "when a night may begin (default: 22:00)"),
            Option("--to", "HH:MM", "when it ends (default: 07:30)"),
            Option("--days", "LIST", "evenings, such as fri,sat (default: all)"),
            Option("--worn", nil, "only while a device is worn"), Option("--off", nil, "stop recording by schedule"),
        ]
    static let examples = ["nightjar record schedule --from 22:30 --to 07:00", "nightjar record schedule --off"]
    static let discussion = "There is one schedule; said again it is changed."

    static func run(_ arguments: Arguments) async throws {
        let days = try arguments.value("--days").map { try numbers(of: $0, arguments) }
        let client = try GatewayClient(arguments)
        let known = try NightRecordingPage(client).schedules.first
        if known == nil, arguments.has("--off") { throw Failure(.notFound, "There is no schedule.") }
        let path = "/api/v1/night-schedules" + (known.map { "/\($0.id)" } ?? "")
        let body = try client.send(known == nil ? "POST" : "PUT", path) { json in
            json.field("on", !arguments.has("--off"))
            for field in ["from", "to"] {
                if let value = arguments.value("--\(field)") { json.field(field, value) }
            }
            if let days { json.array("days", days.map(Double.init)) }
            if !arguments.has("--off") { json.field("trigger", arguments.has("--worn") ? "wear" : "clock") }
        }
        try Output.line(try GatewayClient.decode(NightRecordingPage.Schedule.self, body).line)
    }

    private static func numbers(of list: String, _ arguments: Arguments) throws -> [Int] {
        try list.split(separator: ",").map { word in
            guard let index = NightRecordingPage.days.firstIndex(of: word.lowercased()) else {
                throw arguments.usage("“\(word)” is no day; write \(NightRecordingPage.days.joined(separator: ",")).")
            }
            return index + 1
        }
    }
}
