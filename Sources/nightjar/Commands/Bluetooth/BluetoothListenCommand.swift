import Bluetooth
import Documents
import Runtime
import Signals
import Synchronization

/// `nightjar bluetooth listen`.
enum BluetoothListenCommand: Command {
    static let name = "bluetooth listen"
    static let summary = "Print what a Bluetooth device sends by itself"
    static let operands = ["ADDRESS", "UUID..."]
    static let options =
        BluetoothTarget.options + [
            Option("--count", "N", "stop after so many values"),
            Option("--again", nil, "connect again when the link is lost"),
            Option("--json", nil, "print one object per line and value"),
        ]
    static let examples = [
        "nightjar bluetooth listen F1:F2:F3:F4:F5:F6 2A37",
        "nightjar bluetooth listen F1:F2:F3:F4:F5:F6 2A37 2A19 --count 10 --json",
    ]
    static let discussion = """
        UUID is a characteristic. Prints the time at which the kernel had the value, the characteristic's handle, and the
        bytes; what happens to the link goes to standard error.
        """

    static func run(_ arguments: Arguments) async throws {
        let radio = try BluetoothTarget.radio(arguments)
        let options = try BluetoothTarget.options(arguments)
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        let uuids = try arguments.operands.dropFirst().map { text in
            guard let uuid = BluetoothUUID(text) else { throw arguments.usage("“\(text)” is no UUID.") }
            return uuid
        }
        let seconds = try arguments.number("--seconds", in: 0...1_000_000_000) ?? 1e9
        let values = Counter()
        try await BluetoothScanCommand.whileRunning(for: seconds) {
            let address = try await BluetoothTarget.address(arguments, radio)
            repeat {
                do {
                    try await listen(to: address, uuids, radio, options) { event, done in
                        switch event {
                        case .value(let handle, let bytes, let received):
                            guard values.add(upTo: limit) else { return done.open() }
                            try? print(handle, bytes, received, arguments.has("--json"))
                            if values.count == limit { done.open() }
                        case .servicesChanged: Output.note("The services have changed.")
                        case .notPaired: break
                        case .disconnected(let reason):
                            Output.note("Lost after \(values.count) values: \(reason).")
                            done.open()
                        }
                    }
                } catch let failure as Failure where arguments.has("--again") {
                    Output.note(failure.message)
                    try await Task.sleep(for: .seconds(2))
                }
            } while arguments.has("--again") && values.count != limit && !Task.isCancelled
        }
        Output.note("\(values.count) values.")
    }

    /// Opens and follows one link until it ends.
    private static func listen(
        to address: BluetoothAddress, _ uuids: [BluetoothUUID], _ radio: BluetoothRadio, _ options: GATTLinkOptions,
        take: @escaping @Sendable (GATTLinkEvent, Latch) -> Void
    ) async throws {
        let done = Latch()
        let peripheral = try await radio.connect(to: address, options: options) { take($0, done) }
        Output.note("Connected to \(address), transmission unit \(peripheral.transmissionUnit).")
        do {
            try await subscribe(peripheral, uuids)
            await done.wait()
        } catch {
            await peripheral.disconnect()
            throw error
        }
        await peripheral.disconnect()
    }

    private static func subscribe(_ peripheral: any GATTPeripheral, _ uuids: [BluetoothUUID]) async throws {
        for uuid in uuids {
            guard let characteristic = peripheral.database.characteristic(uuid) else {
                throw Failure(.notFound, "\(peripheral.address) has no characteristic \(uuid).")
            }
            try await peripheral.subscribe(to: characteristic)
        }
    }

    private static func print(_ handle: UInt16, _ bytes: [UInt8], _ received: Instant, _ isJSON: Bool) throws {
        let hex = HexText.text(bytes)
        guard isJSON else { return try Output.line("\(received.secondsSince1970) \(handle) \(hex)") }
        var json = JSONText()
        json.object { json in
            json.field("time_s", received.secondsSince1970)
            json.field("handle", Int(handle))
            json.field("value", hex)
        }
        try Output.write(json.bytes + [10])
    }

    /// Counts values.
    private final class Counter: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }

        /// Counts a value; false when `limit` has been reached.
        func add(upTo limit: Int?) -> Bool {
            number.withLock { number in
                if let limit, number >= limit { return false }
                number += 1
                return true
            }
        }
    }

    /// A latch that any thread may open, once.
    private final class Latch: Sendable {
        private let stream = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        func open() { stream.continuation.finish() }
        func wait() async { for await _ in stream.stream {} }
    }
}
