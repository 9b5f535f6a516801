import DeviceProfiles
import Documents
import Runtime
import Signals

/// `nightjar profiles show`.
enum ProfilesShowCommand: Command {
    static let name = "profiles show"
    static let summary = "Show the profile of a wearable"
    static let operands = ["PROFILE"]
    static let options = [Option.json]
    static let examples = ["nightjar profiles show polar.h10", "nightjar profiles show ./my-strap.json --json"]
    static let discussion = "PROFILE is a name of `nightjar profiles list`, or a file."

    static func run(_ arguments: Arguments) async throws {
        let profile = try ProfileTarget.profile(arguments.operands[0])
        if arguments.has("--json") {
            var json = JSONText()
            json.object { ProfileDocument.write(profile, ProfileTarget.library(), &$0) }
            return try Output.line(json.string)
        }
        var lines = ["\(profile.name) (\(profile.id), revision \(profile.revision))", profile.about]
        lines.append("Streams: \(profile.streamWords)")
        lines.append("Verified by \(profile.verification.ground.words): \(profile.verification.note)")
        for setting in profile.settings {
            let unit = setting.unit.map { " \($0)" } ?? ""
            lines.append(
                "Setting \(setting.id), \(setting.label): \(setting.allowance)\(unit); \(setting.fallback) by default")
        }
        for frame in profile.frames {
            let channels = frame.outputs.map { "\($0.channel.rawValue) in \($0.unit.rawValue)" }
            let what = channels.isEmpty ? "texts" : channels.joined(separator: ", ")
            lines.append("Frame \(frame.id)\(frame.codec.map { " by codec \($0)" } ?? ""): \(what)")
        }
        lines += profile.sources.map { "Source: \($0)" }
        try Output.line(lines.joined(separator: "\n"))
    }
}
