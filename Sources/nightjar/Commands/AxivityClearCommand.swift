import Devices
import Documents
import Runtime
import Signals

/// `nightjar axivity clear`.
enum AxivityClearCommand: Command {
    static let name = "axivity clear"
    static let summary = "Erase the recording of an Axivity recorder"
    static let operands = [AxivityChoice.operand]
    static let options = AxivityChanging.options + [AxivityChoice.waiting, Option.json]
    static let examples = [
        "nightjar axivity clear --confirm 12345 --copy ax3-12345-session-7.cwa",
        "nightjar axivity clear 12345 --confirm 12345 --discard",
    ]
    static let discussion = """
        Only the recorder whose number is typed is erased, and only when the copy named is found to be all that it holds, or
        the recording is given up with --discard. Its settings stay.
        """

    static func run(_ arguments: Arguments) async throws {
        let changing = try AxivityChanging(arguments)
        let recorders = try AxivityChoice(arguments)
        let isJSON = arguments.has("--json")
        try await stoppable {
            let recorder = AxivityRecorder(try await recorders.one().access, zone: .utc)
            let identity = try await recorder.clear(confirmed: changing.confirmed, data: changing.disposition) {
                Output.note("\($0) …")
            }
            guard isJSON else { return try Output.line("\(identity.model) \(identity.number) is empty.") }
            var json = JSONText()
            json.object { json in
                json.field("device", identity.device.deviceID.rawValue)
                json.field("cleared", true)
            }
            try Output.line(json.string)
        }
    }
}
