import Documents
import Gateway
import Signals
import Store

extension ImportDocument {
    /// How an import stands, as it goes over the wire.
    init(_ status: ImportStatus) {
        self.init()
        (id, name, state) = (status.id, status.fileName, State(status.stage))
        (fraction, message, nights) = (status.fraction, status.message, status.nights)
        device = status.device?.rawValue
        recording = status.recording.map { Int($0.rawValue) }
    }
}

extension ImportDocument.State {
    fileprivate init(_ stage: ImportStatus.Stage) {
        self =
            switch stage {
            case .receiving: .receiving
            case .decoding: .decoding
            case .analysing: .analysing
            case .complete: .complete
            case .duplicate: .duplicate
            case .failed: .failed
            case .cancelled: .cancelled
            }
    }
}

extension ImportListDocument {
    init(_ statuses: [ImportStatus]) {
        self.init()
        imports = statuses.map { ImportDocument($0) }
    }
}

extension RecordingDocument {
    /// An imported file as it goes over the wire.
    init(_ view: RecordingView) {
        let recording = view.recording
        self.init()
        (id, name) = (Int(recording.id.rawValue), recording.file.name)
        (bytes, format) = (recording.file.size, recording.file.format)
        (state, reason) = (State(recording.state), recording.reason)
        device = recording.device?.rawValue
        devices = recording.device.map { [$0.rawValue] } ?? []
        (start, end, imported) = (recording.firstSample, recording.lastSample, recording.finished)
        deviceName = (view.device?.identity).map { "\($0.maker) \($0.model) \($0.serial)" }
        (wearer, nights, damages) = (view.wearer?.name, view.nights, view.losses.count)
        (zone, shift) = (recording.said["zone"]?.string, recording.said["shift_s"]?.number)
        (deleted, restorable) = (recording.deleted, recording.deleted?.advanced(bySeconds: Store.binSeconds))
    }
}

extension RecordingDetailDocument {
    /// A recording with all that hangs on it.
    init(_ view: RecordingView) {
        self.init()
        recording = RecordingDocument(view)
        edits = view.edits
        let said = view.recording.said
        samples = said["samples"]?.number.flatMap { Int(exactly: $0) }
        if case .array(let names)? = said["channels"] { channels = names.compactMap(\.string) }
        metadata = (said["metadata"]?.object ?? [:]).compactMapValues(\.string)
        losses = view.losses.map { LossDocument($0) }
        worn = view.worn.map { Worn($0) }
    }
}

extension RecordingDetailDocument.Worn {
    init(_ worn: WornStretch) {
        self.init()
        (device, wearer) = (worn.device.rawValue, worn.person.map { WearerDocument($0) })
        (start, end) = (worn.interval.lowerBound, worn.interval.upperBound)
    }
}

extension RecordingDocument {
    /// What was recorded live as it goes over the wire.
    init(_ view: LiveRecordingView) {
        let recording = view.recording
        self.init()
        (id, kind, nightRecording) = (Int(recording.number), .live, Int(recording.id.rawValue))
        (name, format) = ("Recorded live", "live")
        (state, reason) = (recording.isOpen ? .recording : .complete, recording.endDetail)
        devices = recording.devices.map(\.rawValue)
        device = devices.first
        (start, end) = (recording.started, recording.ended)
        let names = view.devices.map { "\($0.identity.maker) \($0.identity.model) \($0.identity.serial)" }
        deviceName = names.isEmpty ? nil : names.joined(separator: ", ")
        (wearer, nights, damages) = (view.wearer?.name, view.nights, view.losses.count)
        zone = view.zone.name
    }
}

extension RecordingDetailDocument {
    /// What was recorded live with all that hangs on it.
    init(_ view: LiveRecordingView) {
        self.init()
        recording = RecordingDocument(view)
        edits = view.edits
        losses = view.losses.map { LossDocument($0) }
        worn = view.worn.map { Worn($0) }
    }
}

extension StoredRecording {
    /// What its decoder said of it; empty without that.
    fileprivate var said: [String: JSONValue] { (try? JSONValue(parsing: summary))?.object ?? [:] }
}

extension RecordingDocument.State {
    fileprivate init(_ state: StoredRecording.State) {
        self =
            switch state {
            case .importing: .importing
            case .complete: .complete
            case .failed: .failed
            case .cancelled: .cancelled
            case .deleted: .deleted
            }
    }
}
