import Accounts
package import Signals
package import Store
import Synchronization

/// A recording that somebody brought, of a recorder and a time of which somebody else has data too. Nobody's rows have
/// changed by it; an owner says whose it is, or leaves each what they have.
package struct RecordingContest: Sendable {
    /// One person's data of the recorder.
    package struct Part: Sendable {
        /// The recording; nil for data that came in live.
        package var recording: RecordingID?
        /// The person whose data they are; nil for nobody in particular, which means the first owner.
        package var person: Person?
        /// From its first sample to its last.
        package var span: Range<Instant>
    }

    /// The recorder that both recordings name.
    package var device: DeviceID
    /// The recording that was imported.
    package var brought: Part
    /// Other people's data of the same time.
    package var others: [Part]
}

extension Gateway {
    /// The recordings that somebody brought of a recorder and a time of which somebody else has data too, newest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func contests(of device: DeviceID? = nil) throws -> [RecordingContest] {
        let recordings = try store.recordings().filter { $0.state == .complete }
        let parts = Dictionary(grouping: recordings.compactMap(part)) { $0.device }
        return try recordings.compactMap { recording in
            guard let (recorder, brought) = part(recording), recording.device?.importer != nil,
                device == nil || recorder == device
            else { return nil }
            var others = (parts[recorder] ?? []).map(\.part).filter { $0.span.overlaps(brought.span) }
            if try store.hasLive(of: recorder, from: brought.span.lowerBound, to: brought.span.upperBound) {
                let wearer = wearerRegistry.wearer(of: recorder, during: brought.span)
                others.append(.init(recording: nil, person: wearer, span: brought.span))
            }
            others.removeAll { owner(of: $0) == owner(of: brought) }
            return others.isEmpty ? nil : RecordingContest(device: recorder, brought: brought, others: others)
        }
    }

    /// Whether an owner has a word in whose a recording is: the first one of each, others of what they see and of what is
    /// contested.
    package func mayGive(_ id: RecordingID, _ owner: Person.ID?, _ visibility: Visibility) -> Bool {
        if owner == nil || owner?.rawValue == accounts.firstOwner?.id { return true }
        if let recording = try? store.recording(id), sees(recording, visibility) { return true }
        let contests = (try? contests()) ?? []
        return contests.contains { $0.brought.recording == id || $0.others.contains { $0.recording == id } }
    }

    /// An owner's word on whose a recording is: it goes to them as a whole, and nothing of anybody else changes.
    /// - Parameters:
    ///   - id: which.
    ///   - person: whose it is; nil for the recorder itself, where it is of those who were said to have worn it.
    /// - Returns: who had it before, so that it can be given back; nil for the recorder itself.
    /// - Throws: `Failure` with code `notFound` when there is no such recording or person.
    package func give(_ id: RecordingID, to person: Person.ID?) async throws -> Person? {
        if let person, wearerRegistry.person(person) == nil {
            throw Failure(.notFound, "There is no person \(person.rawValue); enter the person first.")
        }
        let target = try target(id, person)
        let before = try await move(id, to: target)
        rescored.withLock { $0 = nil }
        // What is being sent of it is another's now.
        if before != target { bus.publish(.wearersChanged) }
        try settleContests()
        for person in [before, person] { bus.publish(.nights(try store.nightDates()[id] ?? [], of: person)) }
        return before.flatMap { wearerRegistry.person($0) }
    }

    private func move(_ id: RecordingID, to target: Person.ID?) async throws -> Person.ID? {
        moves.withLock { $0.begin() }
        defer { moves.withLock { $0.end() } }
        let before = try await store.give(id, to: target)
        if before != target { moves.withLock { $0.went([id]) } }
        return before
    }

    /// The first owner has data without an owner: a recording goes back there where nothing else was said of
    /// its time.
    private func target(_ id: RecordingID, _ person: Person.ID?) throws -> Person.ID? {
        guard let person, person.rawValue == accounts.firstOwner?.id, let recording = try store.recording(id),
            let (device, part) = part(recording),
            wearerRegistry.stretches(of: device, in: part.span, visibility(of: person, isOwner: false)) == [part.span]
        else { return person }
        return nil
    }

    /// Tells the owners when what has arrived is contested.
    func arrived(_ id: RecordingID) {
        // What cannot be read now is in the list of contests all the same.
        guard let recording = try? store.recording(id), let device = recording.device?.original,
            let contests = try? contests(of: device), !contests.isEmpty
        else { return }
        alerts.raise(
            .warning, .recorderContested, device: device,
            "Two people have data of the recorder \(device.rawValue) for the same time. Each keeps their own.",
            nextStep: "Say whose the recording is on the page Import, or by `nightjar wearers recording`.")
    }

    /// Takes the alerts back whose contest is decided.
    func settleContests() throws {
        let open = Set(try contests().map(\.device))
        for alert in try alerts.open() where alert.kind == .recorderContested && alert.resolved == nil {
            if let device = alert.device, !open.contains(device) { alerts.resolve(.recorderContested, device: device) }
        }
    }

    private func part(_ recording: StoredRecording) -> (device: DeviceID, part: RecordingContest.Part)? {
        guard let device = recording.device, let first = recording.firstSample, let last = recording.lastSample else {
            return nil
        }
        let span = first..<max(last, first).advanced(byNanoseconds: 1)
        let person = wearerRegistry.wearer(of: device, during: span)
        return (device.original, .init(recording: recording.id, person: person, span: span))
    }

    /// Whose a part is: data without an owner are the first owner's.
    private func owner(of part: RecordingContest.Part) -> Int64? { part.person?.id.rawValue ?? accounts.firstOwner?.id }
}
