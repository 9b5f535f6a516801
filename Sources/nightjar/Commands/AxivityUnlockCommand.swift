import Devices
import Documents
import Runtime
import Signals

/// `nightjar axivity unlock`.
enum AxivityUnlockCommand: Command {
    static let name = "axivity unlock"
    static let summary = "Unlock an Axivity recorder with its code"
    static let operands = [AxivityChoice.operand]
    static let options =
        [Option("--confirm", "NUMBER", "the number of the recorder, typed out")] + [AxivityChoice.waiting, Option.json]
    static let examples = [
        "nightjar axivity unlock --confirm 12345", "nightjar axivity unlock 12345 --confirm 12345 < code.txt",
    ]
    static let discussion = """
        The code is asked for, or read as a line of standard input: a command line can be read by everybody on the machine. It
        is a number up to 65535, given by whoever locked the recorder. The recorder stays unlocked until it is unplugged;
        nothing else of it is changed.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let confirmed = arguments.value("--confirm") else {
            throw arguments.usage("Its number must be typed: --confirm NUMBER, as it stands on the case.")
        }
        let recorders = try AxivityChoice(arguments)
        let typed = try PasswordPrompt.ask("Code of recorder \(confirmed)")
        guard let code = UInt16(typed) else { throw arguments.usage("The code is a number up to 65535.") }
        let isJSON = arguments.has("--json")
        try await stoppable {
            let recorder = AxivityRecorder(try await recorders.one().access, zone: .utc)
            let identity = try await recorder.unlock(confirmed: confirmed, code: code)
            guard isJSON else {
                return try Output.line("\(identity.model) \(identity.number) is unlocked until it is unplugged.")
            }
            var json = JSONText()
            json.object { json in
                json.field("device", identity.device.deviceID.rawValue)
                json.field("locked", false)
            }
            try Output.line(json.string)
        }
    }
}
