import Analysis
import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store

/// Live events as the JSON that pages and terminals read.
enum LiveDocument {
    /// The name and the data of a server-sent event; `people` tells who lives here, where that is what changed.
    static func event(_ event: LiveEvent, people: () -> [Person] = { [] }) -> (name: String, data: [UInt8]) {
        var json = JSONText()
        switch event {
        case .heart(let device, let reading):
            json.object { heart(reading, of: device, &$0) }
            return ("hr", json.bytes)
        case .relabelled(let device, let beats):
            json.object { json in
                json.field("device", device.rawValue)
                json.beats("rr", beats)
            }
            return ("relabel", json.bytes)
        case .load(let device, let reading):
            json.object { load(reading, of: device, &$0) }
            return ("load", json.bytes)
        case .assessed(let assessment): return ("load.assessed", assessment.json)
        case .loadStateChanged(let assessment): return ("load.state_changed", assessment.json)
        case .breathing(let exercise): return ("breathing", exercise.json)
        case .motion(let device, let epoch):
            json.object { motion(epoch, of: device, &$0) }
            return ("motion", json.bytes)
        case .device(let status):
            DeviceDocument.write(status, &json)
            return ("device", json.bytes)
        case .withdrawn(let device, let channels, _):
            json.object { json in
                json.field("device", device.rawValue)
                json.array("streams", channels.map(\.rawValue).sorted())
            }
            return ("withdrawn", json.bytes)
        case .loss(let device, let loss):
            json.loss(loss, device: device)
            return ("loss", json.bytes)
        case .importing(let status):
            ImportDocument.write(status, &json)
            return ("import", json.bytes)
        case .nights(let dates, _):
            json.object { $0.array("changed", dates.map(\.description)) }
            return ("nights", json.bytes)
        case .found(let entry):
            DeviceEntryDocument.write(entry, &json)
            return ("entry", json.bytes)
        case .forgotten(let id):
            json.object { $0.field("id", id) }
            return ("forgotten", json.bytes)
        case .obstacle(let bus, let message):
            json.object { HomeDocument.bus(bus, message, &$0) }
            return ("obstacle", json.bytes)
        case .recorder(let state):
            RecorderDocument.write(state, &json)
            return ("recorder", json.bytes)
        case .recording(let recording):
            NightRecordingDocument.write(recording, &json)
            return ("recording", json.bytes)
        case .alert(let alert):
            AlertDocument.write(alert, &json)
            return ("alert", json.bytes)
        case .household:
            json.object { WearerDocument.list(people(), &$0) }
            return ("household", json.bytes)
        }
    }

    /// Everything that a page needs when it opens.
    static func snapshot(of gateway: Gateway, _ sight: Sight = .everything, now: Instant) -> [UInt8] {
        var json = JSONText()
        let pipelines = gateway.pipelines.filter { gateway.sees($0, sight) }
        json.object { json in
            json.field("now_s", now)
            json.array("devices") { json in
                for pipeline in pipelines { DeviceDocument.write(pipeline.status, &json) }
            }
            json.object("home") { HomeDocument.write(gateway, sight, &$0) }
            json.object("recent") { json in
                for pipeline in pipelines {
                    json.object(pipeline.status.device.id.rawValue) { recent(pipeline.history, of: pipeline, &$0) }
                }
            }
        }
        return json.bytes
    }

    private static func recent(_ history: LiveHistory, of pipeline: DevicePipeline, _ json: inout JSONText) {
        let id = pipeline.status.device.id
        json.array("hr") { json in
            for point in history.rates { json.pair(point.time, point.rate) }
        }
        json.beats("rr", history.beats)
        json.array("load") { json in
            for reading in history.loads { json.object { load(reading, of: id, &$0) } }
        }
        json.array("motion") { json in
            for epoch in history.motion { json.pair(epoch.start, epoch.motion.map { $0.enmo * 1000 }) }
        }
    }

    private static func heart(_ reading: HeartReading, of device: DeviceID, _ json: inout JSONText) {
        json.field("device", device.rawValue)
        json.field("t_s", reading.time)
        json.field("bpm", reading.window.heartRate.value)
        json.field("reason", reading.window.heartRate.reason)
        json.field("device_bpm", reading.deviceRate)
        json.field("rmssd_ms", reading.window.rmssd.value)
        json.field("sdnn_ms", reading.window.sdnn.value)
        json.beats("rr", reading.beats)
        json.flag("contact", reading.contact)
    }

    private static func load(_ reading: LoadReading, of device: DeviceID, _ json: inout JSONText) {
        json.field("device", device.rawValue)
        json.field("t_s", reading.time)
        json.field("load", reading.load)
        json.field("load_t_s", reading.loadTime)
        json.field("state", reading.state?.rawValue)
        json.field("state_held", reading.isHeld)
        json.field("confidence", reading.confidence.value)
        json.field("p", reading.p)
        json.field("load_heart_rate", reading.heartRateLoad)
        json.field("believed", reading.trust.figure.rawValue)
        json.field("believed_because", reading.trust.reason)
        json.estimate("heart_rate", reading.heartRate, unit: "/min")
        json.estimate("rmssd_ms", reading.rmssd, unit: "ms")
        json.estimate("sdnn_ms", reading.sdnn, unit: "ms")
        json.field("motion_g", reading.motion)
        json.field("stale", reading.isStale)
        json.field("muted", reading.isMuted)
        json.field("refused", reading.isRefused)
        json.field("assessment", reading.isAssessment)
        json.array("reasons", reading.reasons)
        json.method("method", reading.method)
    }

    private static func motion(_ epoch: Epoch, of device: DeviceID, _ json: inout JSONText) {
        json.field("device", device.rawValue)
        json.field("t_s", epoch.start)
        json.field("enmo_mg", epoch.motion.map { $0.enmo * 1000 })
        json.field("mad_mg", epoch.motion.map { $0.mad * 1000 })
        json.field("angle_z_deg", epoch.motion?.angleZ)
        json.field("samples", epoch.motion?.samples)
    }
}

extension JSONText {
    fileprivate mutating func pair(_ time: Instant, _ number: Double?) {
        array { json in
            json.value(Double(time.nanoseconds / 1000) / 1e6)
            json.value(number)
        }
    }
}
