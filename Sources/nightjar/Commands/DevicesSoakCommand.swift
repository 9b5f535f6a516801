import Documents
import Runtime
import Signals

/// `nightjar devices soak`.
enum DevicesSoakCommand: Command {
    static let name = "devices soak"
    static let summary =
        "Watch devices for hours and tell what was lost, how often they were away, and how their clocks go"
    static let operands = ["ID?"]
    static let options =
        GatewayClient.options + [
            Option("--hours", "N", "how long (default: 1)"), Option("--json", nil, "print the report as JSON"),
        ]
    static let examples = ["nightjar devices soak", "nightjar devices soak \"Polar H10\" --hours 8 --json"]
    static let discussion = """
        Watches what a running gateway tells, of one device or of all that are in use, and changes nothing. In the end, and when
        it is stopped with Control-C, it tells for each device what came and the longest silence, what was lost with its cause,
        how often the link was interrupted, what the battery lost, and the drift of its clock by the sum of intervals between
        beats. Two devices that are worn together are held against each other: by beats to some milliseconds, else by their
        movement to about half a second. docs/hardware.md is made of such reports.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let seconds = (try arguments.number("--hours", in: 0...1000) ?? 1) * 3600
        let watch = SoakWatch(client, wanted: try await wanted(arguments, client), seconds: seconds)
        do {
            try await stoppable { try await watch.run() }
        } catch is CancellationError {
            Output.note("Stopped early.")
        }
        let (report, now) = (watch.record, watch.now)
        guard arguments.has("--json") else {
            for line in report.lines(until: now) { try Output.line(line) }
            return
        }
        var json = JSONText()
        json.object { report.json(until: now, &$0) }
        try Output.write(json.bytes + [10])
    }

    private static func wanted(_ arguments: Arguments, _ client: GatewayClient) async throws -> Set<String>? {
        guard let word = arguments.operands.first else { return nil }
        let device = try await client.device(word)
        guard let number = device.device, device.isKnown else {
            throw Failure(.notFound, "\(device.name) is not used yet; `nightjar devices adopt \(device.id)` does it.")
        }
        return [number]
    }
}
