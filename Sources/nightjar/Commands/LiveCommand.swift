import Documents
import Glibc
import Runtime
import Signals

/// `nightjar live`.
enum LiveCommand: Command {
    static let name = "live"
    static let summary = "Watch heart rate and cognitive load in the terminal"
    static let options =
        GatewayClient.options + [
            Option("--device", "ID", "one device only, by its id or its name"),
            Option("--count", "N", "stop after so many readings"),
            Option("--one-line", nil, "keep to one line, for a status bar"),
            Option("--json", nil, "print one reading per line as JSON"),
        ]
    static let examples = [
        "nightjar live", "nightjar live --one-line", "nightjar live --json --count 10",
        "nightjar live --url http://127.0.0.1:8001",
    ]
    static let discussion = """
        The load index compares heart rate and its variability with the person's own last hour. It says how the body
        is doing, not what the mind is doing, and is no diagnosis. It begins with the last ten minutes. `q` or Control-C ends it
        and leaves the gateway running.
        """

    static func run(_ arguments: Arguments) async throws {
        let (isJSON, isOneLine) = (arguments.has("--json"), arguments.has("--one-line"))
        guard !isJSON || !isOneLine else {
            throw arguments.usage("--json prints lines of its own; leave --one-line out.")
        }
        let client = try GatewayClient(arguments)
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        let device = try await device(arguments, client)
        let keys = isJSON || isatty(STDOUT_FILENO) == 0 ? nil : TerminalKeys()
        // Before the prompt of the shell comes, which is to show what is typed.
        defer { keys?.giveBack() }
        try await untilEnded(by: keys?.pressed) {
            let view: any LiveView = isJSON ? LiveLines() : LiveScreen(of: device, isOneLine: isOneLine)
            var shown = 0
            try await client.events { event in
                guard let reading = LiveMessage(event),
                    device == nil || reading.device == device || reading.device == nil
                else { return true }
                if view.show(reading) { shown += 1 }
                return limit.map { shown < $0 } ?? true
            }
        }
    }

    /// Does what is to be done until somebody presses `q` or asks the process to end.
    private static func untilEnded(
        by keys: AsyncStream<UInt8>?, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let keys else { return try await work() }
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await key in keys where key == UInt8(ascii: "q") { return }
                // Nobody is at the terminal any more who could press it.
                await Promise<Void>().value(ifCancelled: ())
            }
            group.addTask { _ = await terminationSignal() }
            group.addTask(operation: work)
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The name of the samples of the one device that is asked for; nil for all.
    private static func device(_ arguments: Arguments, _ client: GatewayClient) async throws -> String? {
        guard let word = arguments.value("--device") else { return nil }
        let device = try await client.device(word)
        guard let name = device.device, device.isKnown else {
            throw Failure(.notFound, "\(device.name) is not used yet; `nightjar devices adopt \(device.id)` does it.")
        }
        return name
    }
}

/// A way to print live messages.
protocol LiveView: AnyObject {
    /// Shows one message and tells whether it was a reading that a person or a program now has.
    func show(_ message: LiveMessage) -> Bool
}

/// One JSON object per line and reading.
final class LiveLines: LiveView {
    func show(_ message: LiveMessage) -> Bool {
        guard message.isReading else { return false }
        // The data is an object; its kind goes in as the first field.
        try? Output.line("{\"event\":\"\(message.name)\",\(message.data.dropFirst())")
        return true
    }
}
