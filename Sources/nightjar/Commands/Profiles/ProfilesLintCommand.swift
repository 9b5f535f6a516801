import DeviceProfiles
import Documents
import Runtime
import Signals

/// `nightjar profiles lint`.
enum ProfilesLintCommand: Command {
    static let name = "profiles lint"
    static let summary = "Check device profiles and suggest improvements"
    static let operands = ["FILE..."]
    static let options = [Option.json]
    static let examples = [
        "nightjar profiles lint my-strap.json", "nightjar profiles lint device-profiles/*.json --json",
    ]
    static let discussion = """
        Exit code 1 when a file cannot be used; advice alone is no failure. Each line names the place in the file.
        """

    static func run(_ arguments: Arguments) async throws {
        let texts = try ProfileTarget.texts(arguments.operands)
        let inspections = ProfileInspection.inspect(texts, library: ProfileTarget.library())
        if arguments.has("--json") {
            var json = JSONText()
            json.object { json in
                json.array("files") { json in
                    for inspection in inspections { json.object { write(inspection, &$0) } }
                }
            }
            try Output.line(json.string)
        } else {
            for inspection in inspections { try print(inspection) }
        }
        let wrong = inspections.count { !$0.isUsable }
        if wrong > 0 { throw Failure(.failed, "\(wrong) of \(inspections.count) files cannot be used.") }
    }

    private static func print(_ inspection: ProfileInspection) throws {
        for problem in inspection.problems { try Output.line("\(inspection.file): error: \(problem)") }
        for trial in inspection.trials {
            guard let difference = trial.difference else { continue }
            try Output.line("\(inspection.file): error: vectors: \(trial.vector.frame): \(difference)")
        }
        for warning in inspection.warnings { try Output.line("\(inspection.file): advice: \(warning)") }
        if inspection.isUsable, inspection.warnings.isEmpty { try Output.line("\(inspection.file): good") }
    }

    private static func write(_ inspection: ProfileInspection, _ json: inout JSONText) {
        json.field("file", inspection.file)
        json.field("id", inspection.profile?.id)
        json.field("usable", inspection.isUsable)
        let failures = inspection.trials.compactMap { trial in
            trial.difference.map { ProfileProblem(path: "vectors", message: "\(trial.vector.frame): \($0)") }
        }
        for (key, list) in [("errors", inspection.problems + failures), ("advice", inspection.warnings)] {
            json.array(key) { json in
                for problem in list {
                    json.object { json in
                        json.field("path", problem.path)
                        json.field("message", problem.message)
                    }
                }
            }
        }
    }
}
