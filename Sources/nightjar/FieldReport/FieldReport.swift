import Bluetooth
import Documents
import Runtime
import Signals

/// What real hardware was seen to do, as one file that its owner can read and send.
///
/// It names the machine, its adapters and the device's kind, and never the owner: addresses are cut to the maker's part, names and
/// serial numbers are left out. Values are left out on request; their lengths and times stay.
struct FieldReport: Sendable {
    /// The version of the file's format.
    static let version = 1
    /// The most values of each characteristic that are shown, and the most bytes of each.
    static let shownValues = 4
    static let shownBytes = 32

    var machine: Facts
    var adapters: [BluetoothAdapter] = []
    /// Whether bluetoothd runs, too.
    var isShared = false
    var adapterProblem: String?
    /// As the gateway knows it; nil where none runs or it does not know it.
    var device: DeviceDocument?
    /// What came over a link of its own; nil where there was none.
    var capture: DeviceCapture?
    /// Why there is none.
    var captureNote: String?
    var at: Instant
    var showsValues = true

    /// The machine.
    struct Facts: Sendable {
        var kernel: String?
        var distribution: String?
        var processor: String?

        /// What the system's files say.
        init(_ machine: Machine, architecture: String) {
            kernel = machine.word("/proc/sys/kernel/osrelease")
            let lines = machine.read("/etc/os-release")?.split(separator: "\n") ?? []
            distribution = lines.first { $0.hasPrefix("PRETTY_NAME=") }
                .map { String($0.dropFirst(12)).replacing("\"", with: "") }
            processor = architecture
        }
    }

    /// The file.
    func json(program: String) -> JSONText {
        var json = JSONText()
        let marks = marks
        json.object { json in
            json.field("field_report", Self.version)
            json.field("program", program)
            json.field("at_s", at.secondsSince1970)
            json.field("values", showsValues ? "shown" : "left out")
            json.object("machine") { json in
                json.field("kernel", machine.kernel)
                json.field("distribution", machine.distribution)
                json.field("processor", machine.processor)
            }
            json.array("adapters") { json in for adapter in adapters { json.object { write(adapter, marks, &$0) } } }
            json.field("bluetoothd", isShared)
            json.field("adapter_problem", adapterProblem.map(marks.hide))
            if let device { json.object("device") { write(device, marks, &$0) } }
            if let capture { json.object("link") { write(capture, marks, &$0) } }
            json.field("link_note", captureNote.map(marks.hide))
        }
        return json
    }

    private func write(_ adapter: BluetoothAdapter, _ marks: IdentifyingMarks, _ json: inout JSONText) {
        json.field("name", adapter.name)
        json.field("maker", adapter.address.map { Self.makersPart($0.description) })
        json.field("powered", adapter.isPowered)
        json.field("low_energy", adapter.hasLowEnergy)
        json.field("blocked", adapter.isBlocked)
        json.field("problem", adapter.problem.map(marks.hide))
    }

    private func write(_ device: DeviceDocument, _ marks: IdentifyingMarks, _ json: inout JSONText) {
        json.field("maker", device.maker.map(marks.cut))
        json.field("model", device.model.map(marks.cut))
        json.field("firmware", device.firmware.map(marks.cut))
        json.field("profile", device.profile ?? device.profiles.first)
        json.field("fits", device.profiles.count)
        json.field("stage", device.stage)
        json.field("reason", device.reason.map(marks.hide))
        json.field("rssi_dbm", device.rssi)
        json.field("battery_percent", device.battery)
        json.array("streams") { json in
            for stream in device.streams {
                json.object { json in
                    json.field("channel", stream.channel)
                    json.field("unit", stream.unit)
                    json.field("rate_hz", stream.rate)
                    json.field("allowed", stream.isAllowed)
                }
            }
        }
        json.object("losses_today") { json in
            json.field("count", device.losses.count)
            for (cause, count) in device.losses.byCause.sorted(by: { $0.key < $1.key }) { json.field(cause, count) }
        }
        // Distances, not times of day.
        let first = device.steps.first?.time
        json.array("steps") { json in
            for step in device.steps {
                json.object { json in
                    json.field("after_s", first.map { Self.rounded(step.time.seconds(since: $0)) })
                    json.field("stage", step.stage)
                    json.field("reason", step.reason.map(marks.hide))
                }
            }
        }
    }

    /// What tells the device from others.
    var marks: IdentifyingMarks {
        let ids = [capture?.address, device.flatMap { DevicesReportCommand.address($0) }].compactMap(\.self)
        return IdentifyingMarks(
            names: [device?.name, device?.givenName, device?.wearer?.name, capture?.name], serial: device?.serial,
            addresses: ids, model: device?.model)
    }

    /// The first half of an address, which the IEEE gave to its maker.
    static func makersPart(_ address: String) -> String { String(address.prefix(8)) }

    static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

extension Instant {
    /// Seconds since 1970.
    fileprivate var secondsSince1970: Double { FieldReport.rounded(Double(nanoseconds) / 1e9) }
}
