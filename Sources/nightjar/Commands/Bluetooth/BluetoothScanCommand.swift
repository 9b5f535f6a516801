import Bluetooth
import Documents
import Runtime
import Signals
import Synchronization

/// `nightjar bluetooth scan`.
enum BluetoothScanCommand: Command {
    static let name = "bluetooth scan"
    static let summary = "Listen for Bluetooth devices nearby"
    static let options = [
        Option("--seconds", "N", "how long (default: 10)"),
        Option("--passive", nil, "only listen; ask no device for its scan response"),
        Option("--service", "UUID", "only devices that advertise this service"),
        Option("--manufacturer", "ID", "only devices with data of this company, such as 0x006B"),
        Option("--name", "PREFIX", "only devices whose name begins with PREFIX"),
        Option("--all", nil, "print every advertisement, not every device once"),
        Option.json,
    ]
    static let examples = [
        "nightjar bluetooth scan", "nightjar bluetooth scan --service 180D --seconds 5",
        "nightjar bluetooth scan --name Polar --json",
    ]
    static let discussion = """
        Prints address, kind of address, signal strength in dBm, name, services. With --json one object at the end, in which
        `heard` counts the advertisements of a device and `rssi` is its last.
        """

    static func run(_ arguments: Arguments) async throws {
        let filter = try filter(arguments)
        let seconds = try arguments.number("--seconds") ?? 10
        guard (0.1...86_400).contains(seconds) else { throw arguments.usage("--seconds needs 0.1 to 86400.") }
        let radio = try BluetoothRadio()
        let isJSON = arguments.has("--json")
        let printsAll = arguments.has("--all") && !isJSON
        let heard = HeardDevices()
        try await whileRunning(for: seconds) {
            try await radio.scan(filter) { advertisement in
                let isNew = heard.add(advertisement)
                if printsAll || isNew && !isJSON { try? Output.line(line(advertisement)) }
            }
        }
        if isJSON { try Output.write(heard.json.bytes + [10]) }
        Output.note("\(heard.count) devices, \(heard.total) advertisements.")
    }

    private static func filter(_ arguments: Arguments) throws -> ScanFilter {
        var filter = ScanFilter()
        filter.isActive = !arguments.has("--passive")
        if let text = arguments.value("--service") {
            guard let uuid = BluetoothUUID(text) else { throw arguments.usage("“\(text)” is no UUID.") }
            filter.services = [uuid]
        }
        if let text = arguments.value("--manufacturer") {
            let digits = text.hasPrefix("0x") ? text.dropFirst(2) : Substring(text)
            guard let company = UInt16(digits, radix: text.hasPrefix("0x") ? 16 : 10) else {
                throw arguments.usage("“\(text)” is no company identifier.")
            }
            filter.manufacturers = [company]
        }
        if let prefix = arguments.value("--name") { filter.namePrefixes = [prefix] }
        return filter
    }

    private static func line(_ heard: Advertisement) -> String {
        let strength = heard.rssi.map { "\($0) dBm" } ?? "? dBm"
        let services = heard.services.map(\.description).joined(separator: " ")
        return "\(heard.address)  \(heard.address.kind.rawValue)  \(strength)  \(heard.name ?? "-")  \(services)"
    }

    /// Runs endless work until the time is over or the person ends it.
    static func whileRunning(for seconds: Double, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                do { try await work() } catch is CancellationError {}
                return false
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return true
            }
            group.addTask { await terminationSignal() != nil }
            _ = try await group.next()
            group.cancelAll()
            while try await group.next() != nil {}
        }
    }
}

/// The devices heard so far, from the radio's thread.
final class HeardDevices: Sendable {
    private struct Device {
        var last: Advertisement
        var heard = 1
    }

    private let devices = Mutex<[BluetoothAddress: Device]>([:])

    /// Keeps an advertisement and tells whether its device is new.
    func add(_ advertisement: Advertisement) -> Bool {
        devices.withLock { devices in
            guard var device = devices[advertisement.address] else {
                devices[advertisement.address] = Device(last: advertisement)
                return true
            }
            let before = device.last
            device.last = advertisement
            if advertisement.name == nil { device.last.name = before.name }
            device.heard += 1
            devices[advertisement.address] = device
            return false
        }
    }

    var count: Int { devices.withLock { $0.count } }
    var total: Int { devices.withLock { $0.values.reduce(0) { $0 + $1.heard } } }

    var json: JSONText {
        var json = JSONText()
        let sorted = devices.withLock { $0.values.sorted { $0.last.address.bits < $1.last.address.bits } }
        json.object { json in
            json.array("devices") { json in for device in sorted { Self.write(device, &json) } }
        }
        return json
    }

    private static func write(_ device: Device, _ json: inout JSONText) {
        let last = device.last
        json.object { json in
            json.field("address", last.address.description)
            json.field("kind", last.address.kind.rawValue)
            json.field("adapter", "hci\(last.adapter)")
            json.field("name", last.name)
            json.field("rssi", last.rssi)
            json.field("connectable", last.isConnectable)
            json.array("services", last.services.map(\.description))
            json.array("manufacturers", last.manufacturerData.keys.sorted().map(Double.init))
            json.field("heard", device.heard)
        }
    }
}
