public import Signals

/// What a live event is about, which is its name on the event stream.
public enum LiveTopic: String, CaseIterable, Sendable {
    /// Everything as it is now, which opens each connection: ``LiveSnapshotDocument``.
    case snapshot
    /// A reading of the heart: ``HeartDocument``.
    case heart = "hr"
    /// Beats that are judged anew: ``RelabelDocument``.
    case relabelled = "relabel"
    /// A load reading: ``LoadDocument``.
    case load
    /// The load of a reading session was assessed.
    case assessed = "load.assessed"
    /// The load of a reading session changed its state.
    case loadStateChanged = "load.state_changed"
    /// A breathing exercise began, or ended with what it did.
    case breathing
    /// Movement: ``MotionDocument``.
    case motion
    /// A device in use changed: ``DeviceStatusDocument``.
    case device
    /// A device that is near or known changed: ``DeviceDocument``.
    case entry
    /// What was told of some streams is to be shown no more: ``WithdrawnDocument``.
    case withdrawn
    /// A device is known no longer: ``ForgottenDocument``.
    case forgotten
    /// A way to reach devices changed: ``BusDocument``.
    case obstacle
    /// Data was lost: ``LossDocument``.
    case loss
    /// An import went on: ``ImportDocument``.
    case importing = "import"
    /// Nights changed: ``ChangedNightsDocument``.
    case nights
    /// What a program sent was looked at to its end: ``AnalysisUpdateDocument``.
    case analysisUpdated = "analysis.updated"
    /// An insight of a day was written: ``InsightCreatedDocument``.
    case insightCreated = "insight.created"
    /// A recorder on a cable changed: ``RecorderDocument``.
    case recorder
    /// A recorded night changed: ``NightRecordingDocument``.
    case recording
    /// The schedules are now these: ``NightScheduleListDocument``.
    case schedules
    /// There is something that the owner must hear of: ``AlertDocument``.
    case alert
    /// The people are now these: ``WearerListDocument``.
    case wearersChanged = "household"
    /// The connection was too slow for so many events: ``DroppedDocument``.
    case dropped
    /// Events after one that this client has seen are gone: ``MissedDocument``.
    case missed
}

/// Streams of a device of which nothing is to be shown any more: they are refused, or somebody else wears it.
public struct WithdrawnDocument: Document {
    /// The number of the device.
    public var device = ""
    /// The channels.
    public var streams: [String] = []

    public init() {}

    /// Channels of a device.
    public init(_ device: String, _ streams: [String]) { (self.device, self.streams) = (device, streams) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("device", &device)
        fields.field("streams", &streams)
    }
}

/// A device that is known no longer.
public struct ForgottenDocument: Document {
    /// Its id.
    public var id = ""

    public init() {}

    /// The device of an id.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("id", &id) }
}

/// Nights that changed.
public struct ChangedNightsDocument: Document {
    /// Their days of waking up.
    public var changed: [CivilDate] = []

    public init() {}

    /// Nights by their days of waking up.
    public init(_ changed: [CivilDate]) { self.changed = changed }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("changed", &changed) }
}

/// Events that were thrown away because the connection was too slow; what is shown is to be asked for anew.
public struct DroppedDocument: Document {
    /// How many.
    public var count = 0

    public init() {}

    /// So many.
    public init(_ count: Int) { self.count = count }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("count", &count) }
}

/// Events that are gone; what is shown is to be asked for anew.
public struct MissedDocument: Document {
    /// The id of the last event that this client has seen.
    public var after = ""
    /// Why they are gone: `restarted`, `withdrawn` or `too_long_ago`.
    public var reason = ""

    public init() {}

    /// Those after one, and why.
    public init(after: String, reason: String) { (self.after, self.reason) = (after, reason) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("after", &after)
        fields.field("reason", &reason)
    }
}
