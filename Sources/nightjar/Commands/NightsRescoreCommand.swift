import FoundationEssentials
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

    private struct Listing: Decodable {
        struct Entry: Decodable { var date: String }
        var nights: [Entry]
    }

    private struct Reply: Codable {
        struct Night: Codable {
            var date: String
            var device: String
            var source: String
            var outcome: String
            var reason: String?
            var edited: Bool
            var methods: [NightDifferenceReply.Method]
            var difference: NightDifferenceReply

            var lines: [String] {
                let said = edited ? "; what you said of it holds" : ""
                let why = reason.map { ": \($0)" } ?? ""
                let methods = methods.map(\.text).joined(separator: ", ")
                let outcome = outcome == "new_version" ? "new version" : outcome
                return ["\(date)  \(outcome)\(why)  \(methods) (\(source))\(said)"] + difference.lines
            }
        }
        var nights: [Night]
    }

    static func run(_ arguments: Arguments) async throws {
        let found = try await GatewayAccess.run(arguments) { client in try await rescore(arguments, client) }
        if arguments.has("--json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try Output.write(Array(try encoder.encode(Reply(nights: found))) + [10])
        }
        guard !found.isEmpty else {
            return Output.note("No night yet. Import a recording, or wear a device for a night.")
        }
        let count = { (outcome: String) in found.count { $0.outcome == outcome } }
        Output.note(
            "\(found.count) scored: \(count("identical")) identical, \(count("new_version")) by a new version, "
                + "\(count("changed")) changed, \(count("unavailable")) unavailable.")
        if count("unavailable") > 0 {
            throw Failure(.failed, "Not every night could be scored; they stay as they are.")
        }
    }

    private static func rescore(_ arguments: Arguments, _ client: GatewayClient) async throws -> [Reply.Night] {
        let device = arguments.value("--device").map { "?device=\(GatewayClient.escape($0))" } ?? ""
        let dates = try await dates(arguments, client)
        var found: [Reply.Night] = []
        for (index, date) in dates.enumerated() {
            if dates.count > 1 { Output.note("[\(index + 1)/\(dates.count)] \(date)") }
            let path = "/api/v1/nights/\(GatewayClient.escape(date))/rescore\(device)"
            let reply = try GatewayClient.decode(Reply.self, await client.body("POST", path))
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
        let query = range.map { "\($0.dropFirst(2))=\(GatewayClient.escape(arguments.value($0) ?? ""))" }
        let body = try await client.body("GET", "/api/v1/nights?\(query.joined(separator: "&"))")
        // Oldest first: the nights of one recording follow one another.
        return try GatewayClient.decode(Listing.self, body).nights.map(\.date).sorted()
    }
}
