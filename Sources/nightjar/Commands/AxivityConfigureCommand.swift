import Devices
import Documents
import Runtime
import Signals

/// `nightjar axivity configure`.
enum AxivityConfigureCommand: Command {
    static let name = "axivity configure"
    static let summary = "Configure an Axivity recorder for its next recording"
    static let operands = [AxivityChoice.operand]
    static let options =
        AxivityChanging.options + [
            Option("--session", "N", "the number of the recording, up to nine digits (default: the one that is set)"),
            Option("--rate", "HZ", "6.25, 12.5, 25, 50, 100, 200, 400, 800, 1600 or 3200 (default: 100)"),
            Option("--range", "G", "2, 4, 8 or 16 (default: 8)"),
            Option("--gyroscope", "DPS", "AX6 only: 125, 250, 500, 1000 or 2000 (default: off)"),
            Option("--start", "WALLTIME", "when to begin, such as 2026-11-21T22:00 (default: when unplugged)"),
            Option("--stop", "WALLTIME", "when to end (default: when its memory is full)"),
            Option("--subject", "CODE", "who will wear it"),
            Option("--position", "TEXT", "where it will be worn, such as left wrist"),
            Option("--study", "TEXT", "what it is for"),
            Option("--notes", "TEXT", "anything else"),
            AxivityChoice.zone, AxivityChoice.waiting, Option.json,
        ]
    static let examples = [
        "nightjar axivity configure --confirm 12345 --session 8 --rate 100 --range 8 --subject K07",
        "nightjar axivity configure 12345 --confirm 12345 --copy ax3-12345-session-7.cwa --start 2026-11-21T22:00",
    ]
    static let discussion = """
        Sets clock, session, rate, start, stop and notes, has them kept, and compares the header that the recorder then
        writes. A recording that is still on it is erased only with --copy or --discard. Changes reach only the recorder whose
        number is typed.
        """

    static func run(_ arguments: Arguments) async throws {
        let changing = try AxivityChanging(arguments)
        let request = try AxivityRequestedSetup(arguments)
        let recorders = try AxivityChoice(arguments)
        let isJSON = arguments.has("--json")
        try await stoppable {
            let recorder = AxivityRecorder(try await recorders.one().access, zone: request.zone)
            let done = try await recorder.configure(
                request.setup, confirmed: changing.confirmed, data: changing.disposition
            ) { Output.note("\($0) …") }
            try Output.line(isJSON ? json(done, request) : lines(done).joined(separator: "\n"))
            if let differences = done.headerDifferences, !differences.isEmpty {
                throw Failure(
                    .failed,
                    "The recorder's file does not say what was set: \(differences.joined(separator: ", ")). Unplug it, plug "
                        + "it in again and look with `nightjar axivity status`.")
            }
        }
    }

    private static func lines(_ done: AxivityConfigured) -> [String] {
        var lines = ["\(done.identity.model) \(done.identity.number) is set up."]
        if done.erased { lines.append("  the recording on it was erased") }
        lines.append("  its clock is off by \((done.clockOffset * 1000).rounded() / 1000) s")
        if done.headerDifferences?.isEmpty == true { lines.append("  its file says the same") }
        if let remark = done.headerRemark { lines.append("  its file could not be read again: \(remark)") }
        return lines
    }

    private static func json(_ done: AxivityConfigured, _ request: AxivityRequestedSetup) -> String {
        var json = JSONText()
        json.object { json in
            json.field("device", done.identity.device.deviceID.rawValue)
            json.field("erased", done.erased)
            json.field("clock_offset_s", done.clockOffset)
            json.field("zone", request.zone.name)
            json.field("rate_hz", request.setup.rate.hertz)
            json.field("range_g", request.setup.rate.range)
            json.field("start", request.setup.start.description)
            json.field("stop", request.setup.stop.description)
            json.field("header_checked", done.headerDifferences != nil)
            json.array("header_differences", done.headerDifferences ?? [])
            json.field("header_remark", done.headerRemark)
        }
        return json.string
    }
}

/// The settings asked for on the command line.
struct AxivityRequestedSetup {
    let setup: AxivitySetup
    let zone: Zone

    init(_ arguments: Arguments) throws {
        zone = try arguments.value("--zone").map { try Zone.named($0) } ?? Zone.local()
        let session = try arguments.integer("--session", in: 0...999_999_999)
        let gyroscope = try arguments.integer("--gyroscope", in: 0...2000)
        let (hertz, range) = (try arguments.number("--rate") ?? 100, try arguments.integer("--range", in: 2...16) ?? 8)
        guard let rate = AxivityRate(hertz: hertz, range: range, gyroscope: gyroscope) else {
            throw arguments.usage("A recorder knows no rate of \(hertz) Hz with ±\(range) g or such a gyroscope.")
        }
        var notes = [AxivityNoteKey.zone.rawValue: zone.name]
        for key in AxivityNoteKey.allCases where key != .zone { notes[key.rawValue] = arguments.value("--\(key)") }
        setup = AxivitySetup(
            session: session.map { UInt32($0) }, rate: rate, start: try Self.moment("--start", arguments) ?? .always,
            stop: try Self.moment("--stop", arguments) ?? .never, notes: notes, zone: zone)
    }

    /// `2026-11-21T22:00`, with seconds or a blank where wanted.
    private static func moment(_ option: String, _ arguments: Arguments) throws -> AxivitySchedule? {
        guard let text = arguments.value(option) else { return nil }
        if text == "always" { return .always }
        if text == "never" { return .never }
        let parts = text.split { $0 == "T" || $0 == " " }
        let clock = parts.count == 2 ? parts[1].split(separator: ":").compactMap { Int($0) } : []
        guard let date = CivilDate(parts.first ?? ""), (2...3).contains(clock.count), (2000...2063).contains(date.year),
            let wall = CivilTime(date, hour: clock[0], minute: clock[1], second: clock.count > 2 ? clock[2] : 0)
        else { throw arguments.usage("\(option) needs a time such as 2026-11-21T22:00, not “\(text)”.") }
        return .at(wall)
    }
}
