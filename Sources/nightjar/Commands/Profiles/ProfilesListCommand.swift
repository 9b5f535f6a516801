import DeviceProfiles
import Documents
import Runtime
import Signals

/// `nightjar profiles list`.
enum ProfilesListCommand: Command {
    static let name = "profiles list"
    static let summary = "List the known wearables"
    static let options = [
        Option("--markdown", nil, "print the table of the README, best verified first"), Option.json,
    ]
    static let examples = ["nightjar profiles list", "nightjar profiles list --json"]
    static let discussion = """
        Profiles are built into the program. Those of NIGHTJAR_PROFILES, or of share/nightjar/device-profiles beside the
        program, /etc/nightjar/device-profiles and ~/.config/nightjar/device-profiles go before them by name and revision.
        A file that cannot be used is named on standard error.
        """

    static func run(_ arguments: Arguments) async throws {
        let library = ProfileTarget.library()
        for problem in library.problems { Output.note("\(problem.file): \(problem.message)") }
        if arguments.has("--markdown") {
            return try Output.line(DeviceTable.markdown(library.profiles).joined(separator: "\n"))
        }
        guard arguments.has("--json") else {
            let width = library.profiles.map(\.id.utf8.count).max() ?? 0
            for profile in library.profiles where profile.isDevice {
                let padding = String(repeating: " ", count: width - profile.id.utf8.count)
                try Output.line("\(profile.id)\(padding)  \(profile.name): \(profile.streamWords)")
            }
            return
        }
        var json = JSONText()
        json.object { json in
            json.array("profiles") { json in
                for profile in library.profiles { json.object { ProfileDocument.write(profile, library, &$0) } }
            }
            json.array("problems") { json in
                for problem in library.problems {
                    json.object { json in
                        json.field("file", problem.file)
                        json.field("message", problem.message)
                    }
                }
            }
        }
        try Output.line(json.string)
    }
}
