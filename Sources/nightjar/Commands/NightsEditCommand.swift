import Documents
import Runtime
import Signals

/// `nightjar nights edit`.
enum NightsEditCommand: Command {
    static let name = "nights edit"
    static let summary = "Correct when you slept, or undo a correction"
    static let operands = ["DATE"]
    static let options =
        GatewayAccess.options + [
            Option("--asleep", "HH:MM", "when sleep began"),
            Option("--awake", "HH:MM", "when it ended"),
            Option("--lights-out", "HH:MM", "when you wanted to sleep, for the latency"),
            Option("--undo", nil, "undo the correction"),
            Option("--device", "ID", "whose night"), Option.json,
        ]
    static let examples = [
        "nightjar nights edit 2026-11-20 --asleep 23:40 --awake 07:05 --lights-out 23:20",
        "nightjar nights edit 2026-11-20 --lights-out 22:40", "nightjar nights edit 2026-11-20 --undo",
    ]
    static let discussion = """
        DATE is the day of waking up, or `latest`; times are those of the wall, after noon on the day before. What you
        say stays beside the score: it holds when the night is scored again, by this version or a later one.
        """

    static func run(_ arguments: Arguments) async throws {
        let isUndone = arguments.has("--undo")
        let ends = ["--asleep", "--awake"].count { arguments.value($0) != nil }
        guard isUndone || ends == 2 || (ends == 0 && arguments.value("--lights-out") != nil) else {
            throw arguments.usage("--asleep and --awake are needed, or --lights-out alone, or --undo.")
        }
        try await GatewayAccess.run(arguments) { client in try await edit(arguments, client) }
        let said = isUndone ? "What was said of the night is taken back." : "The night is changed."
        try Output.done(arguments, said) { json in
            json.field("date", arguments.operands[0])
            json.field("edited", !isUndone)
        }
    }

    private static func edit(_ arguments: Arguments, _ client: GatewayClient) async throws {
        let night = NightRequest(arguments.operands[0], device: arguments.value("--device"))
        guard !arguments.has("--undo") else {
            _ = try await client.ask(.uneditNight, night)
            return
        }
        let page = try await client.ask(.night, night)
        let zone = try Zone.named(page.zone)
        var edit = NightEditRequest()
        edit.night = night
        edit.sleepStart = try time(arguments, "--asleep", page.date, zone)
        edit.sleepEnd = try time(arguments, "--awake", page.date, zone)
        edit.lightsOut = try time(arguments, "--lights-out", page.date, zone)
        _ = try await client.ask(.editNight, edit)
    }

    /// A time of the night: after noon on the day before `date`, else on `date`.
    static func time(_ arguments: Arguments, _ option: String, _ date: CivilDate, _ zone: Zone) throws -> Instant? {
        guard let text = arguments.value(option) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1],
            let time = CivilTime(hour >= 12 ? date.adding(days: -1) : date, hour: Int(hour), minute: Int(minute))
        else { throw arguments.usage("\(option) needs a time such as 23:40, not “\(text)”.") }
        return zone.instant(of: time)
    }
}
