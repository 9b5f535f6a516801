import Bluetooth
import Documents
import Runtime
import Signals
import Synchronization

/// A device that was listened to on a link of its own, with all that it offered and sent.
struct DeviceCapture: Sendable {
    var address: BluetoothAddress
    var database: GATTDatabase
    /// What it calls itself, where it says.
    var name: String?
    var trace: CaptureTrace
    /// Seconds from asking for the link until what it offers was known.
    var secondsToConnect: Double
    /// Bytes at a time.
    var transmissionUnit: Int
    /// How well it is heard, in dBm.
    var rssi: Int?
    /// Characteristics that could not be subscribed to, with why.
    var refused: [String]

    /// Connects, asks for everything that can be had without writing to a characteristic, and listens so long.
    /// - Throws: `Failure` when the device does not come near within a minute more.
    static func run(
        seconds: Double, _ radio: BluetoothRadio, _ options: GATTLinkOptions,
        address: @escaping @Sendable () async throws -> BluetoothAddress
    ) async throws -> DeviceCapture {
        let trace = Mutex<CaptureTrace>(CaptureTrace())
        let found = Mutex<DeviceCapture?>(nil)
        try await BluetoothScanCommand.whileRunning(for: seconds + 60) {
            let address = try await address()
            let clock = WallClock()
            let asked = clock.elapsed
            let peripheral = try await radio.connect(to: address, options: options) { event in
                guard case .value(let handle, let bytes, let received) = event else { return }
                trace.withLock { $0.add(bytes, from: handle, at: received) }
            }
            let took = (clock.elapsed - asked) / .seconds(1)
            do {
                let (name, refused) = try await listen(to: peripheral, seconds: seconds, trace)
                // Ended by a person, it is what came until then.
                let rssi = Task.isCancelled ? nil : await peripheral.signalStrength()
                found.withLock {
                    $0 = DeviceCapture(
                        address: peripheral.address, database: peripheral.database, name: name,
                        trace: trace.withLock { $0 }, secondsToConnect: took,
                        transmissionUnit: peripheral.transmissionUnit, rssi: rssi, refused: refused)
                }
            } catch {
                await peripheral.disconnect()
                throw error
            }
            await peripheral.disconnect()
        }
        guard let device = found.withLock({ $0 }) else {
            throw Failure(.failed, "The device did not come near in time; wake it and try again.")
        }
        return device
    }

    private static func listen(
        to peripheral: any GATTPeripheral, seconds: Double, _ trace: borrowing Mutex<CaptureTrace>
    ) async throws -> (name: String?, refused: [String]) {
        trace.withLock { $0.begun = WallClock().now }
        var refused: [String] = []
        let all = peripheral.database.services.flatMap(\.characteristics)
        for characteristic in all where !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
            do {
                try await peripheral.subscribe(to: characteristic)
                trace.withLock { $0.subscriptions.append((characteristic, WallClock().now)) }
            } catch let failure as Failure {
                refused.append("\(characteristic.uuid): \(failure.message)")
                Output.note(refused[refused.count - 1])
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
        Output.note("Listening for \(Int(seconds)) s; Control-C ends it, and what came until then is kept.")
        try? await Task.sleep(for: .seconds(seconds))
        return (name, refused)
    }
}
