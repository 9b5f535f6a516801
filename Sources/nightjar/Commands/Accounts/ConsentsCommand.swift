import Documents
import Runtime
import Signals

/// `nightjar consents`.
enum ConsentsCommand: Command {
    static let name = "consents"
    static let summary = "List which of your streams may be recorded, or allow or refuse one"
    static let operands = ["STREAM?", "allow|refuse?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = [
        "nightjar consents", "nightjar consents heart_rate refuse",
        "nightjar consents heart_rate allow --url https://nightjar.local:8443",
    ]
    static let discussion = """
        A device records the streams that its owner allows on it, and of these only what its wearer allows. A stream that
        you refuse is from then on not kept, shown, exported or sent, whichever device you wear, and nor is what it could be
        counted from: with heart_rate its intervals, ECG and PPG. What was recorded stays,
        and files that are imported and recorders that are read are not asked.
        With --url it is you as whom `nightjar login` signed in.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let body: [UInt8]
        if let stream = arguments.operands.first {
            let isAllowed = try decision(arguments.operands.dropFirst().first)
            body = try await client.body(.setConsent, ConsentRequest(stream, isAllowed: isAllowed))
        } else {
            body = try await client.body(.consents)
        }
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let streams = try GatewayClient.read(ConsentsDocument.self, body).streams
        if streams.isEmpty { Output.note("You wear nothing that records, and have refused nothing.") }
        for entry in streams { try Output.line("\(entry.stream): \(entry.words)") }
    }

    private static func decision(_ word: String?) throws -> Bool {
        switch word {
        case "allow": true
        case "refuse": false
        default: throw Failure(.usage, "Say `allow` or `refuse` after the stream.")
        }
    }
}

extension ConsentsDocument.Stream {
    /// How it stands, for people.
    fileprivate var words: String {
        let state = isAllowed ? "allowed" : refusedWith.map { "refused with \($0)" } ?? "refused"
        return isWorn ? state : "\(state); no device that you wear has it"
    }
}
