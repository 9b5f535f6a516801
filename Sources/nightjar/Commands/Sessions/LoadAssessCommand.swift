import Documents
import Runtime
import Signals

/// `nightjar load assess`.
enum LoadAssessCommand: Command {
    static let name = "load assess"
    static let summary = "Assess the load of a moment of reading from its figures"
    static let options =
        GatewayClient.options + [
            Option("--speed", "N", "words per minute (default: 180)"),
            Option("--errors", "SHARE", "share of answers that were wrong, 0 to 1 (default: 0.05)"),
            Option("--pauses", "N", "pauses per minute (default: 5)"),
            Option("--hrv", "MS", "heart rate variability in ms, where it was measured"), Option.json,
        ]
    static let examples = [
        "nightjar load assess", "nightjar load assess --speed 150 --errors 0.1 --pauses 4 --hrv 40 --json",
    ]
    static let discussion =
        "It is the formula of `POST /api/v1/cognitive/assess-load`, against your own baseline where one is known."

    static func run(_ arguments: Arguments) async throws {
        let question = LoadQuestion(
            readingSpeed: try arguments.number("--speed") ?? 180, errorRate: try arguments.number("--errors") ?? 0.05,
            pauseFrequency: try arguments.number("--pauses") ?? 5, variability: try arguments.number("--hrv"))
        try await GatewayAccess.run(arguments, isNew: true) { client in
            let body = try await client.body(.assessLoad, question)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let answer = try GatewayClient.read(LoadAnswer.self, body)
            let confidence = SessionPage.hundredths(answer.confidence)
            try Output.line("Load \(answer.load), \(answer.state.rawValue) (confidence \(confidence))")
            for line in answer.recommendations { try Output.line("  \(line)") }
            for line in answer.basis { try Output.line("  from \(line)") }
        }
    }
}
