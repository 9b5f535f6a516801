import Documents
import Runtime
import Signals

/// `nightjar record schedules`.
enum RecordSchedulesCommand: Command {
    static let name = "record schedules"
    static let summary = "List the schedules of recordings"
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record schedules", "nightjar record schedules --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard !arguments.has("--json") else {
            return try Output.write(try await client.body(.nightSchedules) + [10])
        }
        let schedules = try await client.ask(.nightSchedules).schedules
        guard !schedules.isEmpty else {
            return Output.note("No night is recorded by itself. Begin with `nightjar record schedule --from 22:30`.")
        }
        for schedule in schedules { try Output.line(schedule.line) }
    }
}

/// `nightjar record schedule`.
enum RecordScheduleCommand: Command {
    static let name = "record schedule"
    static let summary = "Record nights by a schedule"
    static let operands = ["NUMBER?"]
    static let options =
        GatewayClient.options + [
            Option("--from", "HH:MM", "when a night may begin (default: 22:00)"),
            Option("--to", "HH:MM", "when it ends (default: 07:30)"),
            Option("--days", "LIST", "evenings, such as fri,sat (default: all)"),
            Option("--zone", "AREA/CITY", "the zone of its times (default: that of the gateway)"),
            Option("--wearer", "NAME", "whose nights"), Option("--worn", nil, "only while a device is worn"),
            Option("--add", nil, "one more beside those that there are"),
            Option("--off", nil, "keep it and let it rest"),
            Option("--remove", nil, "take it away"), Option.json,
        ]
    static let examples = [
        "nightjar record schedule --from 22:30 --to 07:00", "nightjar record schedule --add --days fri,sat --to 09:00",
        "nightjar record schedule 2 --off", "nightjar record schedule 2 --remove",
    ]
    static let discussion = """
        Without a number the one schedule is changed, or made where there is none. Where there are several, NUMBER says
        which; `nightjar record schedules` lists them.
        """

    static func run(_ arguments: Arguments) async throws {
        let days = try arguments.value("--days").map { try numbers(of: $0, arguments) }
        let client = try GatewayClient(arguments)
        let known = try chosen(await client.ask(.nightSchedules).schedules, arguments)
        if let known, arguments.has("--remove") {
            _ = try await client.ask(.removeSchedule, RowRequest(known.id))
            return try Output.done(arguments, "Schedule \(known.id) is taken away.") { json in
                json.field("id", known.id)
                json.field("removed", true)
            }
        }
        var wanted = NightScheduleRequest()
        wanted.isOn = !arguments.has("--off")
        (wanted.from, wanted.to) = (try time("--from", arguments), try time("--to", arguments))
        (wanted.days, wanted.zone) = (days, arguments.value("--zone"))
        wanted.wearer = arguments.value("--wearer").map { .name($0) }
        if wanted.isOn == true { wanted.trigger = arguments.has("--worn") ? .wear : .clock }
        let schedule =
            if let known {
                try await client.ask(.changeSchedule, NightScheduleChangeRequest(known.id, wanted))
            } else {
                try await client.ask(.addSchedule, wanted)
            }
        try Output.line(arguments.has("--json") ? schedule.json.string : schedule.line)
    }

    private static func time(_ option: String, _ arguments: Arguments) throws -> TimeOfDay? {
        guard let text = arguments.value(option) else { return nil }
        guard let time = TimeOfDay(text) else {
            throw arguments.usage("\(option) needs a time of day such as 22:30, not “\(text)”.")
        }
        return time
    }

    /// The schedule that is meant; nil for a new one.
    private static func chosen(
        _ all: [NightScheduleDocument], _ arguments: Arguments
    ) throws -> NightScheduleDocument? {
        let takes = arguments.has("--off") || arguments.has("--remove")
        if arguments.has("--add") {
            guard !takes, arguments.operands.isEmpty else {
                throw arguments.usage("--add makes a new schedule; it goes with no number, --off or --remove.")
            }
            return nil
        }
        if let word = arguments.operands.first {
            guard let number = Int(word) else { throw arguments.usage("“\(word)” is no number of a schedule.") }
            guard let found = all.first(where: { $0.id == number }) else {
                throw Failure(.notFound, "There is no schedule \(number); `nightjar record schedules` lists them.")
            }
            return found
        }
        if all.count > 1 {
            throw arguments.usage("There are \(all.count) schedules; say the number of one, or --add.")
        }
        if all.isEmpty, takes { throw Failure(.notFound, "There is no schedule.") }
        return all.first
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
