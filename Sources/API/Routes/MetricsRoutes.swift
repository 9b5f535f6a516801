import Devices
import Documents
import Gateway
import Glibc
import Runtime
import Signals
import Store

/// Figures for a monitor, in the text format of Prometheus (version 0.0.4).
enum MetricsRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.immediateAnswer(.metrics) { _, _ in
            var text = MetricsText()
            text.gauge("nightjar_info", "The version.", [(["version": Version.current], 1)])
            text.gauge(
                "nightjar_uptime_seconds", "Seconds since the start.",
                [([:], gateway.uptime)])
            let status = gateway.store.status
            text.gauge("nightjar_store_recording", "Whether everything is kept.", [([:], status.isRecording ? 1 : 0)])
            text.gauge(
                "nightjar_store_pending_bytes", "Bytes that wait for the disk.", [([:], Double(status.pendingBytes))])
            text.counter(
                "nightjar_store_dropped_samples", "Samples lost on the way to the disk.",
                [([:], Double(status.droppedSamples))])
            text.gauge(
                "nightjar_event_listeners", "Clients that hear live events.", [([:], Double(live.events.clientCount))])
            if let bytes = resident() {
                text.gauge("nightjar_resident_bytes", "Memory of the process.", [([:], bytes)])
            }
            devices(gateway, &text)
            return .bytes(text.bytes, contentType: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private static func devices(_ gateway: Gateway, _ text: inout MetricsText) {
        let all = gateway.pipelines.map { ($0.device.id.rawValue, $0.status) }
        text.gauge(
            "nightjar_device_streaming", "Whether a device's samples arrive.",
            all.map { (["device": $0], $1.link.name == "streaming" ? 1 : 0) })
        text.gauge(
            "nightjar_device_battery_percent", "Charge of a device.",
            all.compactMap { device, status in status.batteryPercent.map { (["device": device], Double($0)) } })
        text.gauge(
            "nightjar_device_last_sample_timestamp_seconds", "When a device's newest sample was.",
            all.compactMap { device, status in status.lastSample.map { (["device": device], $0.secondsSince1970) } })
        text.gauge(
            "nightjar_device_losses_today", "What was lost of a device today, by cause.",
            all.flatMap { device, status in
                status.lossesToday.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    (["cause": $0.key.rawValue, "device": device], Double($0.value))
                }
            })
    }

    /// Resident bytes; nil where the system does not tell.
    private static func resident() -> Double? {
        guard let bytes = try? SystemFile.read("/proc/self/statm", limit: 4096) else { return nil }
        let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap {
            Double($0)
        }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }
}

/// Builds the text format of Prometheus.
struct MetricsText {
    private(set) var bytes: [UInt8] = []

    /// Values that go up and down.
    mutating func gauge(_ name: String, _ help: String, _ values: [([String: String], Double)]) {
        add(name, help, "gauge", values, suffix: "")
    }

    /// Values that only grow.
    mutating func counter(_ name: String, _ help: String, _ values: [([String: String], Double)]) {
        add(name, help, "counter", values, suffix: "_total")
    }

    private mutating func add(
        _ name: String, _ help: String, _ type: String, _ values: [([String: String], Double)], suffix: String
    ) {
        guard !values.isEmpty else { return }
        var text = "# HELP \(name)\(suffix) \(help)\n# TYPE \(name)\(suffix) \(type)\n"
        for (labels, value) in values {
            let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
            text += name + suffix + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
        }
        bytes += Array(text.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
