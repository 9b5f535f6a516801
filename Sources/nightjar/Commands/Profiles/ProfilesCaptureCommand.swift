import Bluetooth
import DeviceProfiles
import Documents
import Glibc
import Runtime
import Signals

/// `nightjar profiles capture`.
enum ProfilesCaptureCommand: Command {
    static let name = "profiles capture"
    static let summary = "Capture an unknown Bluetooth device as a draft of a profile"
    static let operands = ["ADDRESS"]
    static let options =
        BluetoothTarget.options + [
            Option("-o", "FILE", "where the profile goes (default: standard output)"),
            Option("--snoop", "FILE", "also write the whole traffic, for btmon and Wireshark"),
            Option("--json", nil, "a profile is JSON in any case; for scripts that always say so"),
        ]
    static let examples = [
        "nightjar profiles capture F1:F2:F3:F4:F5:F6 --seconds 60 -o my-device.json",
        "nightjar profiles capture F1:F2:F3:F4:F5:F6 -o my-device.json --snoop my-device.btsnoop",
    ]
    static let discussion = """
        Reads what can be read, listens to everything that the device sends by itself, 30 s unless told otherwise, and writes
        nothing to it but the wishes to listen. Each characteristic that spoke becomes a frame with up to four values as
        vectors. What goes up by one with each value, goes with the time, weighs one g or moves as a heart rate does is guessed,
        and said; move while it listens. The rest is plain bytes; names, units and writes are yours to fill in, and what
        `nightjar profiles lint` finds is said at once.

        With --snoop everything that the device offered and sent is kept as well, value by value with its time, as a btsnoop
        file: `btmon -r FILE` and Wireshark read it, and others can look at it.
        """

    static func run(_ arguments: Arguments) async throws {
        let seconds = try arguments.number("--seconds", in: 0...1_000_000) ?? 30
        let radio = try BluetoothTarget.radio(arguments)
        let options = try BluetoothTarget.options(arguments)
        let device = try await DeviceCapture.run(seconds: seconds, radio, options) {
            try await BluetoothTarget.address(arguments, radio)
        }
        let trace = device.trace
        let draft = ProfileDraft(
            name: device.name ?? arguments.operands[0], database: device.database, heard: trace.runs)
        if let path = arguments.value("--snoop") {
            try write(trace.file(device.address, device.database), to: path)
        }
        try write(Array("\(draft.text.harmless(keepsLines: true))\n".utf8), to: arguments.value("-o"))
        Output.note("\(draft.frames) characteristics spoke.")
        if trace.dropped > 0 { Output.note("\(trace.dropped) values more came than are kept.") }
        for guess in draft.guesses { Output.note("Guessed: \(guess).") }
        let inspection = ProfileInspection.inspect(
            [.init(file: "draft", bytes: Array(draft.text.utf8))], library: ProfileTarget.library())[0]
        for problem in inspection.problems { Output.note("To mend: \(problem)") }
        for advice in inspection.warnings { Output.note("To do: \(advice)") }
        Output.note("Fill in names, units and sources, then `nightjar profiles lint`.")
    }

    private static func write(_ bytes: [UInt8], to path: String?) throws {
        guard let path, path != "-" else { return try Output.write(binary: bytes) }
        // What a wearable said is its wearer's; and nothing that is there is written over.
        guard access(path, F_OK) != 0 else { throw Failure(.failed, "\(path) is there already; name another file.") }
        let file = try WholeFile(path)
        try file.write(bytes)
        try file.finish()
    }
}
