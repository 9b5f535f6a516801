import Devices
import Documents
import Runtime
import Signals

/// `nightjar axivity status`.
enum AxivityStatusCommand: Command {
    static let name = "axivity status"
    static let summary = "Show the state of plugged-in Axivity recorders"
    static let operands = [AxivityChoice.operand]
    static let options = [Option.json, AxivityChoice.zone, AxivityChoice.waiting]
    static let examples = ["nightjar axivity status", "nightjar axivity status 12345 --json"]
    static let discussion = """
        Battery, memory, clock and its drift, settings and what is recorded. Nothing is changed. Who the recorder is stands in
        four places: on the bus, on its volume, in its file and in its own reply; all must agree.
        """

    static func run(_ arguments: Arguments) async throws {
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? Zone.local()
        let isJSON = arguments.has("--json")
        let recorders = try AxivityChoice(arguments)
        let failed = try await stoppable {
            var failed: [Failure] = []
            for (number, access) in try await recorders.all() {
                do {
                    let status = try await AxivityRecorder(access, zone: zone).status()
                    let text = AxivityStatusText(status: status, zone: zone)
                    try Output.line(isJSON ? text.json : text.lines.joined(separator: "\n"))
                } catch let failure as Failure {
                    Output.note("Recorder \(number): \(failure.message)")
                    failed.append(failure)
                }
            }
            return failed
        }
        if let first = failed.first {
            throw Failure(
                first.code, "\(failed.count) recorder\(failed.count == 1 ? "" : "s") did not tell how they are.")
        }
    }
}
