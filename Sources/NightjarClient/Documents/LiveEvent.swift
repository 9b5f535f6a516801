#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An event of the live stream, typed.
public enum LiveEvent: Sendable, Hashable {
    /// Everything as it is now: what opens each connection.
    case snapshot(LiveSnapshot)
    /// A reading of the heart.
    case heart(HeartReading)
    /// Beats that are judged anew.
    case relabelled(Relabelled)
    /// A load reading.
    case load(LoadReading)
    /// The load of a reading session was assessed.
    case assessed(ReadingAssessmentDocument)
    /// The load of a reading session changed its state.
    case loadStateChanged(ReadingAssessmentDocument)
    /// A breathing exercise began, or ended with what it did.
    case breathing(BreathingDocument)
    /// Movement.
    case motion(MotionReading)
    /// A device in use changed.
    case device(LiveDevice)
    /// A device that is near or known changed.
    case entry(Device)
    /// What was told of these streams of a device is to be shown no more: they are refused, or somebody else wears it.
    case withdrawn(device: String, streams: [String])
    /// A device is known no longer.
    case forgotten(id: String)
    /// A way to reach devices changed.
    case bus(Bus)
    /// Something was lost.
    case loss(Loss)
    /// An import went on.
    case importing(ImportStatus)
    /// Nights of these days changed.
    case nights([String])
    /// A recorder on a cable changed.
    case recorder(Recorder)
    /// A night recording changed.
    case recording(NightRecording)
    /// The schedules are now these.
    case schedules([NightSchedule])
    /// There is something that the owner must hear of.
    case alert(Alert)
    /// The people are now these.
    case wearers([Wearer])
    /// The connection was too slow for so many events; ask anew for what you show.
    case dropped(count: Int)
    /// Events after one that this client has seen are gone; ask anew for what you show.
    case missed(after: String)
    /// What this version of the client does not know.
    case other(ServerEvent)

    private struct Withdrawn: Decodable {
        var device: String
        var streams: [String]
    }
    private struct Gone: Decodable { var id: String }
    private struct Changed: Decodable { var changed: [String] }
    private struct Dropped: Decodable { var count: Int }
    private struct Missed: Decodable { var after: String }

    /// An event as the stream brought it.
    /// - Throws: ``APIError`` `decodingFailed` for one whose data is not what its name says.
    public init(_ event: ServerEvent) throws {
        let data = Data(event.data.utf8)
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try ClientJSON.decode(type, from: data) }
        func document<Value: Document>(_ type: Value.Type) throws -> Value {
            do throws(FieldFaults) { return try FieldReader.answer(type, [UInt8](data)) } catch {
                throw APIError(error)
            }
        }
        switch event.name {
        case "snapshot": self = .snapshot(try read(LiveSnapshot.self))
        case "hr": self = .heart(try read(HeartReading.self))
        case "relabel": self = .relabelled(try read(Relabelled.self))
        case "load": self = .load(try read(LoadReading.self))
        case "load.assessed": self = .assessed(try document(ReadingAssessmentDocument.self))
        case "load.state_changed": self = .loadStateChanged(try document(ReadingAssessmentDocument.self))
        case "breathing": self = .breathing(try document(BreathingDocument.self))
        case "motion": self = .motion(try read(MotionReading.self))
        case "device": self = .device(try read(LiveDevice.self))
        case "entry": self = .entry(try read(Device.self))
        case "withdrawn":
            let taken = try read(Withdrawn.self)
            self = .withdrawn(device: taken.device, streams: taken.streams)
        case "forgotten": self = .forgotten(id: try read(Gone.self).id)
        case "obstacle": self = .bus(try read(Bus.self))
        case "loss": self = .loss(try read(Loss.self))
        case "import": self = .importing(try read(ImportStatus.self))
        case "nights": self = .nights(try read(Changed.self).changed)
        case "recorder": self = .recorder(try read(Recorder.self))
        case "recording": self = .recording(try read(NightRecording.self))
        case "schedules": self = .schedules(try read(NightScheduleList.self).schedules)
        case "alert": self = .alert(try read(Alert.self))
        case "household": self = .wearers(try read(WearerList.self).wearers)
        case "dropped": self = .dropped(count: try read(Dropped.self).count)
        case "missed": self = .missed(after: try read(Missed.self).after)
        default: self = .other(event)
        }
    }
}
