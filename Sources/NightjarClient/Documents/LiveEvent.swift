#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An event of the live stream, typed.
public enum LiveEvent: Sendable, Hashable {
    /// Everything as it is now: what opens each connection.
    case snapshot(LiveSnapshotDocument)
    /// A reading of the heart.
    case heart(HeartDocument)
    /// Beats that are judged anew.
    case relabelled(RelabelDocument)
    /// A load reading.
    case load(LoadDocument)
    /// The load of a reading session was assessed.
    case assessed(ReadingAssessmentDocument)
    /// The load of a reading session changed its state.
    case loadStateChanged(ReadingAssessmentDocument)
    /// A breathing exercise began, or ended with what it did.
    case breathing(BreathingDocument)
    /// Movement.
    case motion(MotionDocument)
    /// A device in use changed.
    case device(DeviceStatusDocument)
    /// A device that is near or known changed.
    case entry(DeviceDocument)
    /// What was told of these streams of a device is to be shown no more: they are refused, or somebody else wears it.
    case withdrawn(device: String, streams: [String])
    /// A device is known no longer.
    case forgotten(id: String)
    /// A way to reach devices changed.
    case bus(BusDocument)
    /// Something was lost.
    case loss(LossDocument)
    /// An import went on.
    case importing(ImportDocument)
    /// Nights of these days of waking up changed.
    case nights([CivilDate])
    /// What this person's program sent was looked at to its end.
    case analysisUpdated(AnalysisUpdateDocument)
    /// An insight of a day was written.
    case insightCreated(InsightCreatedDocument)
    /// A recorder on a cable changed.
    case recorder(RecorderDocument)
    /// A night recording changed.
    case recording(NightRecordingDocument)
    /// The schedules are now these.
    case schedules([NightScheduleDocument])
    /// There is something that the owner must hear of.
    case alert(AlertDocument)
    /// The people are now these.
    case wearers([WearerDocument])
    /// The connection was too slow for so many events; ask anew for what you show.
    case dropped(count: Int)
    /// Events after one that this client has seen are gone; ask anew for what you show.
    case missed(after: String)
    /// What this version of the client does not know.
    case other(ServerEvent)

    /// An event as the stream brought it.
    /// - Throws: ``APIError`` `decodingFailed` for one whose data is not what its name says.
    public init(_ event: ServerEvent) throws {
        let data = Data(event.data.utf8)
        func read<Value: Document>(_ type: Value.Type) throws -> Value { try Call<Value>.read(data) }
        switch LiveTopic(rawValue: event.name) {
        case .snapshot: self = .snapshot(try read(LiveSnapshotDocument.self))
        case .heart: self = .heart(try read(HeartDocument.self))
        case .relabelled: self = .relabelled(try read(RelabelDocument.self))
        case .load: self = .load(try read(LoadDocument.self))
        case .assessed: self = .assessed(try read(ReadingAssessmentDocument.self))
        case .loadStateChanged: self = .loadStateChanged(try read(ReadingAssessmentDocument.self))
        case .breathing: self = .breathing(try read(BreathingDocument.self))
        case .motion: self = .motion(try read(MotionDocument.self))
        case .device: self = .device(try read(DeviceStatusDocument.self))
        case .entry: self = .entry(try read(DeviceDocument.self))
        case .withdrawn:
            let taken = try read(WithdrawnDocument.self)
            self = .withdrawn(device: taken.device, streams: taken.streams)
        case .forgotten: self = .forgotten(id: try read(ForgottenDocument.self).id)
        case .obstacle: self = .bus(try read(BusDocument.self))
        case .loss: self = .loss(try read(LossDocument.self))
        case .importing: self = .importing(try read(ImportDocument.self))
        case .nights: self = .nights(try read(ChangedNightsDocument.self).changed)
        case .analysisUpdated: self = .analysisUpdated(try read(AnalysisUpdateDocument.self))
        case .insightCreated: self = .insightCreated(try read(InsightCreatedDocument.self))
        case .recorder: self = .recorder(try read(RecorderDocument.self))
        case .recording: self = .recording(try read(NightRecordingDocument.self))
        case .schedules: self = .schedules(try read(NightScheduleListDocument.self).schedules)
        case .alert: self = .alert(try read(AlertDocument.self))
        case .wearersChanged: self = .wearers(try read(WearerListDocument.self).wearers)
        case .dropped: self = .dropped(count: try read(DroppedDocument.self).count)
        case .missed: self = .missed(after: try read(MissedDocument.self).after)
        case nil: self = .other(event)
        }
    }
}
