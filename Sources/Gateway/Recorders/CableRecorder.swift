package import Devices
package import Signals

/// A recorder that is plugged in, as ``RecorderCoordinator`` works with it.
package protocol CableRecorder: Sendable {
    /// How it is.
    /// - Throws: `Failure` when it cannot be talked to; `CancellationError`.
    func look() async throws -> RecorderReading
    /// Copies its recording into `folder` and checks the copy; goes on where an earlier try broke off.
    /// - Throws: `Failure` when nothing was recorded or the recorder went away; `CancellationError`. What was copied
    ///   stays.
    func copy(
        into folder: String, progress: @escaping @Sendable (CableRecorderState.Phase, Int, Int) -> Void
    ) async throws -> RecorderCopy
    /// Sets it up for its next recording.
    /// - Parameters:
    ///   - setup: what it is to record, and when.
    ///   - typed: its number, as a person typed it.
    ///   - disposition: what may become of a recording that is still on it.
    /// - Throws: `Failure` when it is another one, holds a recording that must not go, or does not do as it is told.
    func configure(_ setup: AxivitySetup, confirmed typed: String, data disposition: AxivityDataDisposition)
        async throws
    /// Empties it.
    /// - Throws: as ``configure(_:confirmed:data:)``.
    func clear(confirmed typed: String, data disposition: AxivityDataDisposition) async throws
}

/// A recorder's state, as read from it.
package struct RecorderReading: Hashable, Sendable {
    /// The number on its case, which confirms what changes it.
    package var number: String
    /// Battery charge, 0 ... 100 %; nil when it does not say.
    package var batteryPercent: Int?
    /// How far its clock is ahead of the host's, in seconds; negative when it is behind, nil when unknown.
    package var clockOffset: Double?
    /// Seconds per day that its clock gains; nil when that cannot be told.
    package var clockDrift: Double?
    /// Bytes of the recording on it; 0 for none, nil when that cannot be read.
    package var recordingBytes: Int?
    /// When it was set up for that recording.
    package var recordingStart: Instant?
    /// The rate of the next recording, in samples per second.
    package var rate: Double?
    /// The range of the next recording, in g.
    package var range: Int?
    /// When the next recording begins: a wall time, `always`, or `never`.
    package var start: String?
    /// The session number stored in it.
    package var session: Int?
    /// Remarks for the user.
    package var remarks: [String]

    /// Memberwise; what is not given has its default.
    package init(
        number: String, batteryPercent: Int? = nil, clockOffset: Double? = nil, clockDrift: Double? = nil,
        recordingBytes: Int? = nil, recordingStart: Instant? = nil, rate: Double? = nil, range: Int? = nil,
        start: String? = nil, session: Int? = nil, remarks: [String] = []
    ) {
        self.number = number
        self.batteryPercent = batteryPercent
        self.clockOffset = clockOffset
        self.clockDrift = clockDrift
        self.recordingBytes = recordingBytes
        self.recordingStart = recordingStart
        self.rate = rate
        self.range = range
        self.start = start
        self.session = session
        self.remarks = remarks
    }
}

/// A copy of a recorder's file.
package struct RecorderCopy: Hashable, Sendable {
    /// The path of the copy.
    package var path: String
    /// The size of the copy in bytes.
    package var bytes: Int
    /// Why the copy is not complete; empty when it is.
    package var objections: [String]

    /// Memberwise; what is not given has its default.
    package init(path: String, bytes: Int, objections: [String] = []) {
        self.path = path
        self.bytes = bytes
        self.objections = objections
    }
}

/// The state of a recorder and of the work on it.
package struct CableRecorderState: Hashable, Sendable, Identifiable {
    /// The work that is under way.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Its state is being read.
        case reading
        /// No work is under way.
        case ready
        /// Its recording is being copied.
        case downloading
        /// Copying was stopped or broke off and can go on.
        case paused
        /// The copy is being verified.
        case verifying
        /// The copy has been verified and stored.
        case complete
        /// It is being configured.
        case configuring
        /// It is being cleared.
        case clearing
        /// The last work failed.
        case failed

        /// Whether something is being done that must not be disturbed.
        package var isBusy: Bool { [.reading, .downloading, .verifying, .configuring, .clearing].contains(self) }
    }

    /// The id under which the recorder is listed.
    package var id: String
    /// The work that is under way.
    package var phase: Phase
    /// What happened, in a sentence; nil for nothing.
    package var message: String?
    /// Its state when it was last read; nil before.
    package var reading: RecorderReading?
    /// Bytes copied or verified so far; nil when neither is under way.
    package var done: Int?
    /// Bytes of the recording.
    package var total: Int?
    /// Seconds that copying will still take; nil when unknown.
    package var secondsLeft: Double?
    /// The checked copy of what is on it; nil before there is one.
    package var copy: RecorderCopy?
}
