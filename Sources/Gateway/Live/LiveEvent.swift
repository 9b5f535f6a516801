package import Analysis
package import Devices
package import Documents
package import Signals
package import Store

/// Something that changed while somebody may be looking.
package enum LiveEvent: Sendable {
    /// Beats that arrived together, with the windows that end with the newest of them.
    case heart(DeviceID, HeartReading)
    /// Beats whose label is now settled and differs from what was said before.
    case relabelled(DeviceID, [Beat])
    /// A reading session was assessed.
    case assessed(SessionAssessment)
    /// The state of a reading session's load is another than at the assessment before.
    case loadStateChanged(SessionAssessment)
    /// A breathing exercise began or ended.
    case breathing(BreathingExercise)
    /// A reading of the load index.
    case load(DeviceID, LoadReading)
    /// The epoch of one second of movement.
    case motion(DeviceID, Epoch)
    /// A device's status changed.
    case device(DeviceStatus)
    /// What was told of these streams of a device, and of what was made of them, is to be shown no more: their wearer
    /// refuses them, or somebody else wears the device now. The person is whose it was.
    case withdrawn(DeviceID, Set<Channel>, Person.ID?)
    /// Data were lost.
    case loss(DeviceID, Loss)
    /// An import made progress.
    case importing(ImportStatus)
    /// Nights of a person, or of nobody in particular, were found, scored again or removed.
    case nights([CivilDate], of: Person.ID?)
    /// What the program of a person sent, 0 for a gateway without accounts, was looked at to its end.
    case analysisUpdated(AnalysisUpdateDocument, of: Int64)
    /// The first insight of a day of a person, or of nobody in particular, was written.
    case insightCreated(InsightCreatedDocument, of: Person.ID?)
    /// A device was found, taken in, came near, went away, or its session moved on.
    case found(DeviceEntry)
    /// A device is neither adopted nor in reach any more.
    case forgotten(String)
    /// A recorder on a cable was asked, copied, set up or emptied, or that went on.
    case recorder(CableRecorderState)
    /// Whether anything can be found on a bus: nil when it can, else what is missing and what to do.
    case obstacle(FoundDevice.Bus, String?)
    /// The recording of a night began, changed or ended.
    case recording(NightRecording)
    /// Something that the owner must hear of was raised, acknowledged, or is over.
    case alert(Alert)
    /// People, or who wears which device, changed.
    case wearersChanged
}

/// What one notification of a heart-rate device told.
package struct HeartReading: Hashable, Sendable {
    /// When the newest beat was, or the notification came.
    package var time: Instant
    /// Heart rate, RMSSD and SDNN at ``time``.
    package var window: HeartWindow
    /// The beats, with provisional labels.
    package var beats: [Beat]
    /// The rate that the device itself computed, per minute; nil when it sends none.
    package var deviceRate: Double?
    /// Skin contact; nil when the device cannot tell.
    package var contact: Bool?

    /// Memberwise; what is not given has its default.
    package init(time: Instant, window: HeartWindow, beats: [Beat], deviceRate: Double? = nil, contact: Bool? = nil) {
        self.time = time
        self.window = window
        self.beats = beats
        self.deviceRate = deviceRate
        self.contact = contact
    }
}
