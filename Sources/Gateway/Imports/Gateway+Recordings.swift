import Documents
import Runtime
package import Signals
package import Store
import Synchronization

/// A recording with what hangs on it.
package struct RecordingView: Sendable {
    /// The recording.
    package var recording: StoredRecording
    /// The recorder; nil where it is not known.
    package var device: StoredDevice?
    /// Who wore the recorder for most of it, as is believed now; nil when that was not said.
    package var wearer: Person?
    /// The days of waking up of its nights.
    package var nights: [CivilDate]
    /// How many of these have bounds that a person gave.
    package var edits: Int
    /// What is missing or in doubt.
    package var losses: [Loss]
    /// Who wore the recorder from when to when, as far as whoever asks may know.
    package var worn: [WornStretch] = []
}

/// From when to when somebody wore a device, or nobody was said to.
package struct WornStretch: Hashable, Sendable {
    /// The device.
    package var device: DeviceID
    /// From when to when.
    package var interval: Range<Instant>
    /// Who; nil where nobody was said to.
    package var person: Person?
}

extension Gateway {
    /// The recordings that may be seen, those among them that were deleted and can be taken back; newest import first.
    /// - Throws: `Failure` when the store cannot be read.
    package func recordings(_ visibility: Visibility) throws -> [RecordingView] {
        let nights = try store.nightDates()
        let devices = Dictionary(try store.devices().map { ($0.id, $0) }) { first, _ in first }
        return try store.recordings().filter { sees($0, visibility) }
            .map { try view($0, nights[$0.id] ?? [], $0.device.flatMap { devices[$0] }, isWhole: false) }
    }

    /// One recording with all that hangs on it.
    /// - Throws: `Failure` with code `notFound` for none that may be seen.
    package func recording(_ id: RecordingID, _ visibility: Visibility) throws -> RecordingView {
        let recording = try seen(id, visibility)
        let device = try store.devices().first { $0.id == recording.device }
        var view = try view(recording, try store.nightDates()[id] ?? [], device, isWhole: true)
        view.worn = worn(recording.device.map { [$0] } ?? [], during: recording.span, visibility)
        return view
    }

    /// Deletes a recording with its nights and its file; for a day it can be taken back.
    /// - Returns: what it was.
    /// - Throws: `Failure` with code `notFound` for none that is complete and may be seen.
    package func delete(_ id: RecordingID, _ visibility: Visibility) async throws -> RecordingView {
        var view = try recording(id, visibility)
        let now = configuration.clock.now
        try await store.bin(id, at: now)
        moves.withLock { $0.went([id]) }
        forgetRescored([id])
        (view.recording.state, view.recording.deleted) = (.deleted, now)
        bus.publish(.nights(view.nights, of: view.wearer?.id))
        Log.attempt("Whose recordings are could not be looked through.") { try settleContests() }
        return view
    }

    /// Takes a deleted recording back.
    /// - Throws: `Failure` with code `notFound` for none that was deleted and may be seen, `conflict` where its file has been
    ///   imported again.
    package func restore(_ id: RecordingID, _ visibility: Visibility) async throws -> RecordingView {
        _ = try seen(id, visibility)
        try await store.restore(id)
        let view = try recording(id, visibility)
        bus.publish(.nights(view.nights, of: view.wearer?.id))
        arrived(id)
        return view
    }

    /// Corrects the zone or the clock of a recording: it is read anew from its kept bytes, its nights are scored again, and
    /// what people said of them goes along with the clock on the wall.
    /// - Parameters:
    ///   - id: which.
    ///   - zone: the zone of the recorder's clock; nil for that in which it was read.
    ///   - shift: seconds by which the recorder's clock was behind; nil for what was said before.
    ///   - visibility: who asks; a recording of somebody else is not there for them.
    /// - Returns: how it stands, as an import.
    /// - Throws: `Failure` with code `notFound` for none that is complete and may be seen.
    package func correct(
        _ id: RecordingID, zone: Zone?, shift: Double?, _ visibility: Visibility
    ) throws -> ImportStatus {
        let recording = try seen(id, visibility)
        guard recording.state == .complete else {
            throw Failure(
                .notFound, "There is no complete recording \(id.rawValue); GET /api/v1/recordings lists them.")
        }
        let said = (try? JSONValue(parsing: recording.summary))?.object?["zone"]?.string
        let nanoseconds = try shift.map { shift in
            guard shift.magnitude <= 4e9, let whole = Int64(exactly: (shift * 1e9).rounded()) else {
                throw Failure(.usage, "A clock is corrected by at most 4,000,000,000 s, some 126 years.")
            }
            return whole
        }
        return try imports.again(
            recording, zone: try zone ?? said.map { try Zone.named($0) } ?? configuration.zone,
            shift: nanoseconds ?? SummaryText.shift(recording.summary)
        ) { [weak self] status in
            guard status.stage == .complete, let self else { return }
            forgetRescored([id])
            moves.withLock { $0.went([id]) }
        }
    }

    /// Removes for good what was deleted a day ago: a minute after the start, when nothing urgent is left to do, and each hour
    /// until the task is cancelled.
    func emptyBin() async {
        var pause = 60.0
        while (try? await configuration.clock.wait(seconds: pause)) != nil {
            do { try await store.emptyBin(at: configuration.clock.now) } catch { configuration.report(error.message) }
            pause = 3600
        }
    }

    /// Who wore devices during `span`, as far as `visibility` goes.
    func worn(_ devices: [DeviceID], during span: Range<Instant>?, _ visibility: Visibility) -> [WornStretch] {
        guard let span else { return [] }
        return devices.flatMap { device in
            wearerRegistry.wearers(of: device, in: span)
                .filter { visibility.isOwner || visibility.sees($0.person) }
                .map { stretch, person in
                    WornStretch(device: device, interval: stretch, person: person.flatMap { wearerRegistry.person($0) })
                }
        }
    }

    private func seen(_ id: RecordingID, _ visibility: Visibility) throws -> StoredRecording {
        guard try liveRecording(id.rawValue, visibility) == nil else {
            throw Failure(
                .conflict,
                "Recording \(id.rawValue) was recorded live: there is no file of it that could be changed or deleted.")
        }
        guard let recording = try store.recording(id), sees(recording, visibility) else {
            throw Failure(.notFound, "There is no recording \(id.rawValue); GET /api/v1/recordings lists them.")
        }
        return recording
    }

    private func view(
        _ recording: StoredRecording, _ nights: [CivilDate], _ device: StoredDevice?, isWhole: Bool
    ) throws -> RecordingView {
        var view = RecordingView(recording: recording, device: device, nights: nights, edits: 0, losses: [])
        guard let id = recording.device, recording.span != nil else {
            view.wearer = recording.person.flatMap { wearerRegistry.person($0) }
            return view
        }
        guard let span = recording.span else { return view }
        view.wearer = wearerRegistry.wearer(of: id, during: span)
        view.losses = try store.losses(of: id, from: span.lowerBound, to: span.upperBound)
        guard isWhole else { return view }
        if let first = nights.first, let last = nights.last {
            let dates = Set(nights)
            view.edits = try store.nightEdits(from: first, to: last).count {
                $0.device == id && dates.contains($0.date)
            }
        }
        return view
    }
}

extension StoredRecording {
    /// From the first sample to just after the last; nil where there is none.
    var span: Range<Instant>? {
        guard let firstSample, let lastSample else { return nil }
        return firstSample..<max(lastSample, firstSample).advanced(byNanoseconds: 1)
    }
}
