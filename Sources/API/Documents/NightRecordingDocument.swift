import Documents
import Gateway
import Signals
import Store

extension NightRecordingDocument {
    /// A recording as it goes over the wire.
    init(_ recording: NightRecording) {
        self.init()
        id = Int(recording.id.rawValue)
        wearer = recording.person.map { Int($0.rawValue) }
        (devices, isChosen) = (recording.devices.map(\.rawValue), recording.isChosen)
        joined = recording.joined.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }.map {
            device, time in
            var joined = Joined()
            (joined.device, joined.since) = (device.rawValue, time)
            return joined
        }
        notJoined = recording.leftOut.map(\.rawValue)
        (started, startCause) = (recording.started, recording.startCause.rawValue)
        plannedEnd = recording.plannedEnd
        schedule = recording.schedule.map { Int($0.rawValue) }
        (ended, endCause, endDetail) = (recording.ended, recording.endCause?.rawValue, recording.endDetail)
    }
}

extension NightReadinessDocument {
    init(_ readiness: NightReadiness) {
        self.init()
        (hours, bytes, freeBytes) = (readiness.hours, readiness.bytes, readiness.freeBytes.map(Double.init))
        devices = readiness.devices.map { device in
            var document = Device()
            (document.device, document.name) = (device.device.rawValue, device.name)
            document.isStreaming = device.isStreaming
            (document.battery, document.batteryNeed) = (device.batteryPercent, device.batteryNeed)
            return document
        }
        warnings = readiness.warnings.map { warning in
            var document = Warning()
            (document.kind, document.device) = (warning.kind.rawValue, warning.device?.rawValue)
            (document.message, document.nextStep) = (warning.message, warning.nextStep)
            return document
        }
    }
}
