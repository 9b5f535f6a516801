import Bluetooth
import Documents
import Glibc
import Runtime
import Signals

/// `nightjar devices report`.
enum DevicesReportCommand: Command {
    static let name = "devices report"
    static let summary = "Write what a device was seen to do as one file to read and to send"
    static let operands = ["ID"]
    static let options =
        GatewayClient.options + [
            Option("--seconds", "N", "how long to listen to it (default: 30)"),
            Option("--without-values", nil, "leave out what the device measured; lengths and times stay"),
            Option("-o", "FILE", "where it goes (default: standard output)"),
            Option("--json", nil, "the report is JSON in any case; for scripts that always say so"),
        ]
    static let examples = [
        "nightjar devices report F1:F2:F3:F4:F5:F6 -o report.json",
        "nightjar devices report \"Polar H10\" --without-values -o report.json",
    ]
    static let discussion = """
        ID is an address, or the id or name of a device that a running gateway knows. The file tells kernel and adapters, the
        device's model and firmware, what it offers, how long connecting took, what was lost and why, and the first bytes of
        what it sends; no name, no serial number, no whole address, nothing of whoever wears it. Nothing is sent anywhere: read
        it, then send it if you like.

        A device that the gateway uses is reported as the gateway sees it, as nobody else can have its link: disconnect it, or
        stop the gateway, for what it offers and sends.
        """

    static func run(_ arguments: Arguments) async throws {
        let word = arguments.operands[0]
        let seconds = try arguments.number("--seconds", in: 0...86_400) ?? 30
        var report = FieldReport(
            machine: .init(.current(dataFolder: try DataFolder(arguments).path), architecture: architecture),
            at: WallClock().now, showsValues: !arguments.has("--without-values"))
        report.device = try await known(word, arguments)
        let address = BluetoothAddress(word, kind: .random) ?? report.device.flatMap(address)
        guard report.device != nil || address != nil else {
            throw Failure(
                .notFound, "No gateway knows a device “\(word)”, and it is no address such as F1:F2:F3:F4:F5:F6.")
        }
        do {
            let folder = try DataFolder(arguments)
            let radio = try BluetoothRadio(
                zone: (try? Zone.local()) ?? .utc, keyFolder: "\(folder.path)/bluetooth-keys")
            let list = await radio.adapters()
            (report.adapters, report.isShared, report.adapterProblem) = (list.adapters, list.isShared, list.problem)
            try await listen(for: seconds, radio, address, word, &report)
        } catch let failure as Failure {
            report.captureNote = failure.message
            Output.note(failure.message)
        }
        try write(report, to: arguments.value("-o"))
    }

    private static func listen(
        for seconds: Double, _ radio: BluetoothRadio, _ address: BluetoothAddress?, _ word: String,
        _ report: inout FieldReport
    ) async throws {
        if let device = report.device, device.isKnown, device.isNear, !device.isPaused {
            report.captureNote = "The gateway uses it, so nobody else can have its link."
            return Output.note("\(device.name) is used by the gateway; `nightjar devices report --help` says more.")
        }
        guard let address else {
            report.captureNote = "It is not reached over Bluetooth."
            return
        }
        let isExact = report.device != nil
        report.capture = try await DeviceCapture.run(seconds: seconds, radio, GATTLinkOptions()) {
            isExact ? address : try await BluetoothTarget.heard(address, radio)
        }
    }

    /// The device as a running gateway knows it; nil where none runs, or none of that name is known.
    private static func known(_ word: String, _ arguments: Arguments) async throws -> DeviceDocument? {
        guard arguments.value("--url") == nil else {
            return try await GatewayClient(arguments).devices().find(word)
        }
        return try? await GatewayClient(arguments).devices().find(word)
    }

    /// The address in a device's id.
    static func address(_ device: DeviceDocument) -> BluetoothAddress? {
        guard device.id.hasPrefix("bluetooth-") else { return nil }
        let rest = device.id.dropFirst(10)
        return rest.hasPrefix("public-")
            ? BluetoothAddress(String(rest.dropFirst(7)), kind: .public)
            : BluetoothAddress(String(rest), kind: .random)
    }

    private static func write(_ report: FieldReport, to path: String?) throws {
        let text = report.json(program: "nightjar \(Version.current)").string
        let bytes = Array("\(text.harmless(keepsLines: true))\n".utf8)
        guard let path, path != "-" else { return try Output.write(binary: bytes) }
        guard access(path, F_OK) != 0 else { throw Failure(.failed, "\(path) is there already; name another file.") }
        let file = try WholeFile(path)
        try file.write(bytes)
        try file.finish()
        Output.note("\(path) is written. Read it before you send it; the README says where to.")
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "another"
        #endif
    }
}
