import Documents
import Signals

/// `nightjar nights rescore`.
enum NightsRescoreCommand: Command {
    static let name = "nights rescore"
    static let summary = "Score stored nights again by this version"
    static let operands = ["DATE?"]
    static let options =
        GatewayAccess.options + GatewayAccess.dates + [
            Option("--device", "ID", "whose night, with DATE"),
            Option.json,
        ]
    static let examples = [
        "nightjar nights rescore", "nightjar nights rescore 2026-11-20",
        "nightjar nights rescore --from 2026-11-01 --to 2026-11-30 --json",
    ]
    static let discussion = """
        For after an update: without DATE every night, else that of the day of waking up, or `latest`. Recordings are
        decoded again from the bytes that were kept. The same version gives the same bits (identical); another version's
        score is put beside the earlier ones, which `nightjar nights diff` shows; what you said with `nightjar nights
        edit` holds. A night whose data are no longer kept stays as it is (unavailable), with exit code 1.
        """

    static func run(_ arguments: Arguments) async throws {
        let found = try await GatewayAccess.run(arguments) { client in try await rescore(arguments, client) }
        if arguments.has("--json") {
            var document = NightRescoringDocument()
            document.nights = found
            try Output.line(document.json.string)
        }
        guard !found.isEmpty else {
            return Output.note("No night yet. Import a recording, or wear a device for a night.")
        }
        let count = { (outcome: NightRescoringDocument.Night.Outcome) in found.count { $0.outcome == outcome } }
        Output.note(
            "\(found.count) scored: \(count(.identical)) identical, \(count(.newVersion)) by a new version, "
                + "\(count(.changed)) changed, \(count(.unavailable)) unavailable.")
        if count(.unavailable) > 0 {
            throw Failure(.failed, "Not every night could be scored; they stay as they are.")
        }
    }

    private static func rescore(_ arguments: Arguments, _ client: GatewayClient) async throws -> [NightRescoringDocument
        .Night]
    {
        let dates = try await dates(arguments, client)
        var found: [NightRescoringDocument.Night] = []
        for (index, date) in dates.enumerated() {
            if dates.count > 1 { Output.note("[\(index + 1)/\(dates.count)] \(date)") }
            let asked = NightRequest(date, device: arguments.value("--device"))
            let reply = try await client.ask(.rescoreNight, asked)
            found += reply.nights
            guard !arguments.has("--json") else { continue }
            for line in reply.nights.flatMap(\.lines) { try Output.line(line) }
        }
        return found
    }

    private static func dates(_ arguments: Arguments, _ client: GatewayClient) async throws -> [String] {
        let range = ["--from", "--to"].filter { arguments.value($0) != nil }
        if let date = arguments.operands.first {
            guard range.isEmpty else { throw arguments.usage("Give either DATE or --from and --to.") }
            return [date]
        }
        guard arguments.value("--device") == nil else { throw arguments.usage("--device needs a DATE.") }
        let asked = NightListRequest(from: try arguments.date("--from"), to: try arguments.date("--to"))
        // Oldest first: the nights of one recording follow one another.
        return try await client.ask(.nights, asked).nights.map(\.date).sorted().map(\.description)
    }
}

extension NightRescoringDocument.Night {
    fileprivate var lines: [String] {
        let said = isEdited ? "; what you said of it holds" : ""
        let why = reason.map { ": \($0)" } ?? ""
        let methods = methods.map(\.text).joined(separator: ", ")
        let outcome = outcome == .newVersion ? "new version" : outcome.rawValue
        return ["\(date)  \(outcome)\(why)  \(methods) (\(source.rawValue))\(said)"] + difference.lines
    }
}
