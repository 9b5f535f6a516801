package import Signals

/// What is known of a file before it is imported.
package struct ImportFile: Hashable, Sendable {
    /// The name without its folder.
    package var name: String
    /// The size in bytes.
    package var size: Int
    /// The SHA-256 of these bytes.
    package var sha256: [UInt8]
    /// The short name of the format.
    package var format: String
    /// The version of the decoder.
    package var decoderVersion: Int

    /// Memberwise; what is not given has its default.
    package init(name: String, size: Int, sha256: [UInt8], format: String, decoderVersion: Int = 1) {
        self.name = name
        self.size = size
        self.sha256 = sha256
        self.format = format
        self.decoderVersion = decoderVersion
    }
}

/// A recording that was imported, or was meant to be.
package struct StoredRecording: Hashable, Sendable {
    /// The state of an import.
    package enum State: String, Hashable, Sendable {
        /// Under way; readers do not see it yet.
        case importing
        /// Complete and visible.
        case complete
        /// Failed and removed; ``StoredRecording/reason`` has the cause.
        case failed
        /// Cancelled and removed.
        case cancelled
        /// Deleted by somebody who can still take that back; readers do not see it.
        case deleted
    }

    /// The number of the recording.
    package var id: RecordingID
    /// The file that was imported.
    package var file: ImportFile
    /// Whose it is by having brought it, or by an owner's word; nil for the gateway's own.
    package var person: Person.ID?
    /// The state of the import.
    package var state: State
    /// Why it failed, in a sentence; nil otherwise.
    package var reason: String?
    /// The recorder; nil until it is known.
    package var device: DeviceID?
    /// When the import began; ``finished`` is nil until it has ended.
    package var started: Instant, finished: Instant?
    /// The instants of the first and the last sample.
    package var firstSample: Instant?, lastSample: Instant?
    /// The decoder's summary as JSON; empty without one.
    package var summary: [UInt8]
    /// When it was deleted; nil unless that can still be taken back.
    package var deleted: Instant?
}

extension Connection {
    /// Recordings that `condition` allows, newest first.
    borrowing func recordings(where condition: String, _ value: [UInt8]? = nil) throws(SQLiteError) -> [StoredRecording]
    {
        let rows = try prepare(
            """
            SELECT recording.id, recording.name, size, sha256, format, decoder, state, reason, device.name,
                started, finished, first_sample, last_sample, summary, recording.person, recording.deleted
            FROM recording LEFT JOIN device ON device.id = recording.device
            WHERE state NOT IN ('superseded', 'arriving') AND \(condition) ORDER BY recording.id DESC
            """)
        if let value { rows.bind(1, value) }
        var recordings: [StoredRecording] = []
        while try rows.step() {
            let file = ImportFile(
                name: rows.text(1), size: Int(rows.integer(2)), sha256: rows.bytes(3), format: rows.text(4),
                decoderVersion: Int(rows.integer(5)))
            recordings.append(
                StoredRecording(
                    id: RecordingID(rawValue: rows.integer(0)), file: file,
                    person: rows.integerOrNil(14).map(Person.ID.init(rawValue:)),
                    state: StoredRecording.State(rawValue: rows.text(6)) ?? .failed, reason: rows.textOrNil(7),
                    device: rows.textOrNil(8).map(DeviceID.init(rawValue:)),
                    started: Instant(nanoseconds: rows.integer(9)),
                    finished: rows.integerOrNil(10).map(Instant.init(nanoseconds:)),
                    firstSample: rows.integerOrNil(11).map(Instant.init(nanoseconds:)),
                    lastSample: rows.integerOrNil(12).map(Instant.init(nanoseconds:)), summary: rows.bytes(13),
                    deleted: rows.integerOrNil(15).map(Instant.init(nanoseconds:))))
        }
        return recordings
    }
}
