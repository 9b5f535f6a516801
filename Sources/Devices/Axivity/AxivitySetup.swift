package import Signals

/// How a recorder is to make its next recording.
package struct AxivitySetup: Hashable, Sendable {
    /// The session's number, at most nine digits; nil to leave it.
    package var session: UInt32?
    /// Sample rate and range.
    package var rate: AxivityRate
    /// When it begins, in local time of ``zone``.
    package var start: AxivitySchedule
    /// When it ends, in local time of ``zone``.
    package var stop: AxivitySchedule
    /// Notes by key, such as `_sc` for the subject's code.
    package var notes: [String: String]
    /// The zone whose wall time the recorder's clock is set to.
    package var zone: Zone

    /// A setup; 100 Hz and 8 g, from the moment it is unplugged until its memory is full, by default.
    package init(
        session: UInt32? = nil, rate: AxivityRate = AxivityRate(code: 74), start: AxivitySchedule = .always,
        stop: AxivitySchedule = .never, notes: [String: String] = [:], zone: Zone
    ) {
        self.session = session
        self.rate = rate
        self.start = start
        self.stop = stop
        self.notes = notes
        self.zone = zone
    }

    /// Checks what a person asked for.
    /// - Throws: `Failure` with code `usage` for what the recorder cannot do.
    func check(for recorder: AxivityIdentity) throws {
        guard session ?? 0 <= 999_999_999 else { throw Failure(.usage, "A session's number has at most nine digits.") }
        if case .at(let start) = start, case .at(let stop) = stop, stop <= start {
            throw Failure(.usage, "The recording would end (\(stop)) before it begins (\(start)).")
        }
        if rate.gyroscope ?? 0 > 0, recorder.model != "AX6" {
            throw Failure(.usage, "An \(recorder.model) has no gyroscope.")
        }
        _ = try AxivityAnnotation.pieces(notes)
    }
}

/// What may become of the recording that is still on a recorder.
package enum AxivityDataDisposition: Hashable, Sendable {
    /// There must be none: a recorder with data is refused.
    case keep
    /// It may go when the copy at this path is all of it.
    case eraseAfterCopy(path: String)
    /// It is erased, copied or not.
    case discard
}

/// The result of configuring a recorder.
package struct AxivityConfigured: Hashable, Sendable {
    /// The recorder that was configured.
    package var identity: AxivityIdentity
    /// Whether a recording was erased.
    package var erased: Bool
    /// How far the clock is off now that it was set, in seconds.
    package var clockOffset: Double
    /// What of the file's header is not as it was asked for; nil when the header could not be read again.
    package var headerDifferences: [String]?
    /// Why the header could not be read again; nil when it was.
    package var headerRemark: String?
}
