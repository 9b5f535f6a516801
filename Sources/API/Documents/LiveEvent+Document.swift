import Analysis
import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store

extension LiveEvent {
    /// The topic and the JSON of the event, as pages and terminals read it; `people` tells who lives here, where that is
    /// what changed.
    func message(people: () -> [Person] = { [] }) -> (topic: LiveTopic, data: [UInt8]) {
        switch self {
        case .heart(let device, let reading): (.heart, HeartDocument(reading, of: device).json.bytes)
        case .relabelled(let device, let beats): (.relabelled, RelabelDocument(beats, of: device).json.bytes)
        case .load(let device, let reading): (.load, LoadDocument(reading, of: device).json.bytes)
        case .assessed(let assessment): (.assessed, assessment.json)
        case .loadStateChanged(let assessment): (.loadStateChanged, assessment.json)
        case .breathing(let exercise): (.breathing, exercise.json)
        case .motion(let device, let epoch): (.motion, MotionDocument(epoch, of: device).json.bytes)
        case .device(let status): (.device, DeviceStatusDocument(status).json.bytes)
        case .withdrawn(let device, let channels, _):
            (.withdrawn, WithdrawnDocument(device.rawValue, channels.map(\.rawValue).sorted()).json.bytes)
        case .loss(let device, let loss): (.loss, LossDocument(loss, device: device).json.bytes)
        case .importing(let status): (.importing, ImportDocument(status).json.bytes)
        case .nights(let dates, _): (.nights, ChangedNightsDocument(dates).json.bytes)
        case .analysisUpdated(let update, _): (.analysisUpdated, update.json.bytes)
        case .insightCreated(let insight, _): (.insightCreated, insight.json.bytes)
        case .found(let entry): (.entry, DeviceDocument(entry).json.bytes)
        case .forgotten(let id): (.forgotten, ForgottenDocument(id).json.bytes)
        case .obstacle(let bus, let message): (.obstacle, BusDocument(bus, obstacle: message).json.bytes)
        case .recorder(let state): (.recorder, RecorderDocument(state).json.bytes)
        case .recording(let recording): (.recording, NightRecordingDocument(recording).json.bytes)
        case .alert(let alert): (.alert, AlertDocument(alert).json.bytes)
        case .wearersChanged: (.wearersChanged, WearerListDocument(people()).json.bytes)
        }
    }
}
