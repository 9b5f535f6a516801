import Documents
import Runtime
import Signals

/// `nightjar doctor`.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Check this machine for what wearables need, and how to fix it"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar doctor", "nightjar doctor --json"]
    static let discussion = """
        Rules, group, drivers, radio, bluetoothd, the service's rights, sleep, clock, disk, and every page of the store.
        Nothing is changed; each finding that needs mending names one command of this distribution. Exit code 1 when something
        is broken.
        """

    static func run(_ arguments: Arguments) async throws {
        let folder = try DataFolder(arguments).path
        var machine = Machine.current(dataFolder: folder)
        await machine.ask()
        let findings = Diagnostics(machine: machine).findings()
        let broken = findings.filter { $0.verdict == .broken }
        if arguments.has("--json") {
            try Output.line(json(findings))
        } else {
            for line in findings.flatMap(\.lines) { try Output.line(line) }
        }
        guard broken.isEmpty else {
            throw Failure(.failed, "\(broken.count) of \(findings.count) checks found something broken.")
        }
    }

    private static func json(_ findings: [Finding]) -> String {
        var json = JSONText()
        json.object { json in
            json.field("ok", !findings.contains { $0.verdict == .broken })
            json.array("checks") { json in for finding in findings { finding.write(to: &json) } }
        }
        return json.string
    }
}
