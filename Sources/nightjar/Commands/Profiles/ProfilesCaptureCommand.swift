import Bluetooth
import Documents
import Glibc
import Runtime
import Signals
import Synchronization

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
        nothing to it but the wishes to listen. Each characteristic that spoke becomes a frame of plain bytes with up to four
        values as vectors; the names, units and writes are yours to fill in. `nightjar profiles lint` then says what is missing.

        With --snoop everything that the device offered and sent is kept as well, value by value with its time, as a btsnoop
        file: `btmon -r FILE` and Wireshark read it, and others can look at it.
        """

    static func run(_ arguments: Arguments) async throws {
        let radio = try BluetoothTarget.radio(arguments)
        let options = try BluetoothTarget.options(arguments)
        let seconds = try arguments.number("--seconds", in: 0...1_000_000) ?? 30
        let heard = Mutex<[UInt16: [[UInt8]]]>([:])
        let trace = Mutex<CaptureTrace>(CaptureTrace())
        let found = Mutex<(address: BluetoothAddress, database: GATTDatabase, name: String?)?>(nil)
        try await BluetoothScanCommand.whileRunning(for: seconds + 60) {
            let address = try await BluetoothTarget.address(arguments, radio)
            let peripheral = try await radio.connect(to: address, options: options) { event in
                guard case .value(let handle, let bytes, let received) = event else { return }
                trace.withLock { $0.values.append((handle, bytes, received)) }
                heard.withLock { heard in
                    if heard[handle, default: []].count < 4, !heard[handle, default: []].contains(bytes) {
                        heard[handle, default: []].append(bytes)
                    }
                }
            }
            do {
                let name = try await listen(to: peripheral, seconds: seconds, trace)
                found.withLock { $0 = (peripheral.address, peripheral.database, name) }
            } catch {
                await peripheral.disconnect()
                throw error
            }
            await peripheral.disconnect()
        }
        guard let device = found.withLock({ $0 }) else {
            throw Failure(.failed, "The device did not come near in time; wake it and try again.")
        }
        let draft = ProfileDraft(
            name: device.name ?? arguments.operands[0], database: device.database, heard: heard.withLock { $0 })
        if let path = arguments.value("--snoop") {
            try write(trace.withLock { $0.file(device.address, device.database) }, to: path)
        }
        try write(Array("\(draft.text.harmless(keepsLines: true))\n".utf8), to: arguments.value("-o"))
        Output.note(
            "\(draft.frames) characteristics spoke. Fill in names, units and sources, then `nightjar profiles lint`.")
    }

    /// Asks for everything that can be had without writing to a characteristic.
    /// - Returns: what the device calls itself, when it says.
    private static func listen(
        to peripheral: any GATTPeripheral, seconds: Double, _ trace: borrowing Mutex<CaptureTrace>
    ) async throws -> String? {
        trace.withLock { $0.begun = WallClock().now }
        let all = peripheral.database.services.flatMap(\.characteristics)
        for characteristic in all where !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
            do {
                try await peripheral.subscribe(to: characteristic)
                trace.withLock { $0.subscriptions.append((characteristic, WallClock().now)) }
            } catch let failure as Failure {
                Output.note("\(characteristic.uuid): \(failure.message)")
            }
        }
        var name: String?
        for characteristic in all where characteristic.properties.contains(.read) {
            // One that cannot be read now, or not without a key, keeps nothing else from being read.
            guard let bytes = try? await peripheral.read(characteristic) else { continue }
            trace.withLock { $0.readings.append((characteristic.value, bytes, WallClock().now)) }
            if characteristic.uuid == BluetoothUUID(0x2A00) {
                name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        Output.note("Listening for \(Int(seconds)) s.")
        try await Task.sleep(for: .seconds(seconds))
        return name
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
