public import Devices
public import Signals

/// A recorder that is plugged in, as ``RecorderDesk`` works with it.
public protocol CableRecorder: Sendable {
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
    ///   - fate: what may become of a recording that is still on it.
    /// - Throws: `Failure` when it is another one, holds a recording that must not go, or does not do as it is told.
    func configure(_ setup: AxivitySetup, confirmed typed: String, data fate: AxivityDataFate) async throws
    /// Empties it.
    /// - Throws: as ``configure(_:confirmed:data:)``.
    func clear(confirmed typed: String, data fate: AxivityDataFate) async throws
}

/// What a recorder says of itself.
public struct RecorderReading: Hashable, Sendable {
    /// The number on its case, which confirms what changes it.
    public var number: String
    /// Battery charge, 0 ... 100 %; nil when it does not say.
    public var batteryPercent: Int?
    /// How far its clock is ahead of the host's, in seconds; negative when it is behind, nil when unknown.
    public var clockOffset: Double?
    /// Seconds per day that its clock gains; nil when that cannot be told.
    public var clockDrift: Double?
    /// Bytes of the recording on it; 0 for none, nil when that cannot be read.
    public var recordingBytes: Int?
    /// When it was set up for that recording.
    public var recordingStart: Instant?
    /// The rate of the next recording, in samples per second.
    public var rate: Double?
    /// The range of the next recording, in g.
    public var range: Int?
    /// When the next recording begins: a wall time, `always`, or `never`.
    public var start: String?
    /// The number of its session.
    public var session: Int?
    /// What a person should know.
    public var remarks: [String]

    /// A reading from its parts.
    public init(
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

/// A copy of a recording.
public struct RecorderCopy: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// Its size in bytes.
    public var bytes: Int
    /// Why it is not all of the recording; empty when it is.
    public var objections: [String]

    /// A copy from its parts.
    public init(path: String, bytes: Int, objections: [String] = []) {
        self.path = path
        self.bytes = bytes
        self.objections = objections
    }
}

/// How a recorder and the work on it stand.
public struct CableRecorderState: Hashable, Sendable, Identifiable {
    /// What is being done.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// It is being asked.
        case reading
        /// Nothing is being done.
        case ready
        /// Its recording is being copied.
        case downloading
        /// Copying was stopped or broke off and can go on.
        case paused
        /// The copy is being checked.
        case verifying
        /// The copy is checked and in the store.
        case complete
        /// It is being set up.
        case configuring
        /// It is being emptied.
        case clearing
        /// The last thing that was tried failed.
        case failed

        /// Whether something is being done that must not be disturbed.
        public var isBusy: Bool { [.reading, .downloading, .verifying, .configuring, .clearing].contains(self) }
    }

    /// Under which the recorder is found.
    public var id: String
    /// What is being done.
    public var phase: Phase
    /// What happened, for a person to read.
    public var message: String?
    /// What it said when it was last asked.
    public var reading: RecorderReading?
    /// Bytes that are copied or checked.
    public var done: Int?
    /// Bytes of the recording.
    public var total: Int?
    /// Seconds that copying will still take; nil when unknown.
    public var secondsLeft: Double?
    /// The checked copy of what is on it; nil before there is one.
    public var copy: RecorderCopy?
}
