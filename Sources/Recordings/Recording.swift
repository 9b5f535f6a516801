public import Signals

/// A channel of a recording.
public struct RecordedChannel: Hashable, Sendable {
    /// The channel that is measured.
    public var channel: Channel
    /// Names of the values of one sample, such as `x y z`.
    public var axes: [String]
    /// The unit of the values.
    public var unit: SignalUnit
    /// The rate that was asked for, in samples per second; nil for irregular streams.
    public var nominalRate: Double?
    /// The rate that the stamps show; nil until the end of the file is known.
    public var observedRate: Double?
    /// The largest magnitude that the recorder could represent, in ``unit``; nil when unknown.
    public var range: Double?

    /// Memberwise; what is not given has its default.
    public init(
        _ channel: Channel, axes: [String], unit: SignalUnit, nominalRate: Double? = nil, observedRate: Double? = nil,
        range: Double? = nil
    ) {
        self.channel = channel
        self.axes = axes
        self.unit = unit
        self.nominalRate = nominalRate
        self.observedRate = observedRate
        self.range = range
    }
}

/// What a recorder's file says of itself before the first sample.
public struct RecordingHeader: Hashable, Sendable {
    /// The format's short name: `cwa`, `agd`, `condor` and so on.
    public var format: String
    /// The recorder.
    public var device: DeviceIdentity
    /// The streams; the first is the main motion channel.
    public var channels: [RecordedChannel]
    /// The IANA name of the zone in which the recorder's clock was read.
    public var zone: String
    /// Everything else that the file says, by the format's own names.
    public var metadata: [String: String]

    /// Memberwise; what is not given has its default.
    public init(
        format: String, device: DeviceIdentity, channels: [RecordedChannel], zone: String,
        metadata: [String: String] = [:]
    ) {
        self.format = format
        self.device = device
        self.channels = channels
        self.zone = zone
        self.metadata = metadata
    }
}

/// Samples of the main motion channel that follow each other without a hole.
public struct RecordingSegment: Hashable, Sendable {
    /// The index of the first sample in the whole recording.
    public var first: Int
    /// Number of samples.
    public var count: Int
    /// The instant of the first sample.
    public var start: Instant
    /// The instant of the last sample.
    public var end: Instant

    /// Memberwise.
    public init(first: Int, count: Int, start: Instant, end: Instant) {
        self.first = first
        self.count = count
        self.start = start
        self.end = end
    }
}

/// What a whole recording turned out to hold.
public struct RecordingSummary: Hashable, Sendable {
    /// The header, with observed rates filled in.
    public var header: RecordingHeader
    /// Samples of the main motion channel.
    public var samples: Int
    /// Runs without a hole, in file order.
    public var segments: [RecordingSegment]
    /// Everything that is missing, damaged or in doubt.
    public var losses: [Loss]

    /// Memberwise.
    public init(header: RecordingHeader, samples: Int, segments: [RecordingSegment], losses: [Loss]) {
        self.header = header
        self.samples = samples
        self.segments = segments
        self.losses = losses
    }

    /// The instant of the first sample; nil for a recording without samples.
    public var start: Instant? { segments.first?.start }
    /// The instant of the last sample; nil for a recording without samples.
    public var end: Instant? { segments.last?.end }
}

/// Receives what a decoder finds, in the order of the file.
public protocol RecordingSink {
    /// Called once, before any sample.
    mutating func begin(_ header: RecordingHeader) throws
    /// Called for each run of samples of each channel.
    mutating func receive(_ batch: SampleBatch) throws
}

/// The options of a decoding.
public struct DecodeOptions: Sendable {
    /// The zone of a recorder clock that has none; the offset at the recording's first stamp holds for all of it,
    /// because a recorder's clock does not follow daylight saving.
    public var zone: Zone
    /// The channels wanted; empty for all. A decoder may save the work for others.
    public var channels: Set<Channel>
    /// Whether somebody asked for ``zone``, so that a file that names another is told of.
    public var isZoneGiven: Bool
    /// Which columns of a table hold what, where it is no recorder's own; of a table of several people, whose rows.
    public var columns: ColumnMap?
    /// Nanoseconds by which the recorder's clock was behind: added to each instant.
    public var shift: Int64 = 0
    /// Told now and then how much of the file has been read, 0 ... 1; on the thread that decodes.
    public var progress: (@Sendable (Double) -> Void)?

    /// Options; UTC and every channel by default.
    public init(
        zone: Zone = .utc, channels: Set<Channel> = [], columns: ColumnMap? = nil, isZoneGiven: Bool = false,
        progress: (@Sendable (Double) -> Void)? = nil
    ) {
        self.zone = zone
        self.isZoneGiven = isZoneGiven
        self.columns = columns
        self.channels = channels
        self.progress = progress
    }

    /// Whether `channel` is to be decoded.
    public func wants(_ channel: Channel) -> Bool { channels.isEmpty || channels.contains(channel) }
}

/// A recorder's file format: knows its own files and decodes them into batches.
public protocol RecordingFormat: Sendable {
    /// The format's short name.
    static var name: String { get }
    /// The format's name for a person, with its file endings, such as `Axivity .cwa`.
    static var title: String { get }
    /// Whether such files hold epochs that the recorder has summed up, and never raw acceleration.
    static var keepsEpochs: Bool { get }
    /// Whether a file begins like one of this format. `head` holds at most the first 4096 bytes. An empty `fileName`
    /// asks to judge by content alone; otherwise it is the file's name in lower case, and its ending may decide.
    static func recognizes(head: [UInt8], fileName: String) -> Bool
    /// What the file itself says of the zone in which it was recorded; nil where it says nothing.
    static func ownZone(of file: RecordingFile) throws -> OwnZone?
    /// Decodes the whole file into `sink`. What is readable before, between and after damage is handed on; damage is
    /// reported in the summary's losses.
    /// - Throws: `Failure` when nothing can be read, saying at which byte and why; errors of `sink`;
    ///   `CancellationError` when the task was cancelled.
    static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary
}

extension RecordingFormat {
    /// The short name, where there is nothing better.
    public static var title: String { name }
}

extension RecordingFormat {
    /// Nil: most files say nothing.
    public static func ownZone(of file: RecordingFile) throws -> OwnZone? { nil }
    /// False: raw samples.
    public static var keepsEpochs: Bool { false }
    /// The first version.
    public static var version: Int { 1 }
}
