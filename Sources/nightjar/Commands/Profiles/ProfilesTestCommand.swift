import DeviceProfiles
import Documents
import Runtime
import Signals

/// `nightjar profiles test`.
enum ProfilesTestCommand: Command {
    static let name = "profiles test"
    static let summary = "Run the vectors of device profiles"
    static let operands = ["FILE..."]
    static let options = [Option.json]
    static let examples = ["nightjar profiles test my-strap.json", "nightjar profiles test device-profiles/*.json"]
    static let discussion = """
        A vector is bytes, who says what they mean, and what they mean. Exit code 1 when one fails or a file cannot be used.
        """

    static func run(_ arguments: Arguments) async throws {
        let texts = try ProfileTarget.texts(arguments.operands)
        let inspections = ProfileInspection.inspect(texts, library: ProfileTarget.library())
        if arguments.has("--json") {
            try Output.line(document(inspections).string)
        } else {
            for inspection in inspections { try print(inspection) }
        }
        let wrong = inspections.count { !$0.isUsable }
        if wrong > 0 { throw Failure(.failed, "\(wrong) of \(inspections.count) profiles failed.") }
    }

    private static func print(_ inspection: ProfileInspection) throws {
        for problem in inspection.problems { try Output.line("\(inspection.file): error: \(problem)") }
        for trial in inspection.trials {
            guard let difference = trial.difference else { continue }
            let bytes = trial.vector.bytes.map(HexText.text).joined(separator: " ")
            try Output.line("\(inspection.file): \(trial.vector.frame) \(bytes): \(difference)")
        }
        let passed = inspection.trials.count { $0.difference == nil }
        try Output.line("\(inspection.file): \(passed) of \(inspection.trials.count) vectors hold")
    }

    private static func document(_ inspections: [ProfileInspection]) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.field("passed", inspections.flatMap(\.trials).count { $0.difference == nil })
            json.field("failed", inspections.flatMap(\.trials).count { $0.difference != nil })
            json.array("profiles") { json in
                for inspection in inspections {
                    json.object { json in
                        json.field("file", inspection.file)
                        json.field("id", inspection.profile?.id)
                        json.field("usable", inspection.isUsable)
                        json.array("errors", inspection.problems.map(\.description))
                        json.array("vectors") { json in
                            for trial in inspection.trials { json.object { write(trial, &$0) } }
                        }
                    }
                }
            }
        }
        return json
    }

    private static func write(_ trial: VectorTrial, _ json: inout JSONText) {
        json.field("frame", trial.vector.frame)
        json.array("hex", trial.vector.bytes.map(HexText.text))
        json.field("source", trial.vector.source)
        json.field("passed", trial.difference == nil)
        json.field("difference", trial.difference)
    }
}
