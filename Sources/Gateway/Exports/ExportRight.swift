import Accounts
package import Exports
import Runtime
package import Signals
import Store
import Synchronization

/// The permissions that an export depends on, as they were when it was made: they may end while it is sent. Checking
/// them does not read the disk.
package struct ExportRight: Hashable, Sendable {
    /// One recording of the export, as it was when the export was permitted.
    struct Part: Hashable, Sendable {
        /// The name under which the store keeps its device.
        var device: DeviceID
        /// The person who imported it; nil for the gateway itself.
        var person: Person.ID?
        /// From its first sample to its last.
        var span: ClosedRange<Instant>
        /// How often it had been moved to another person by then.
        var moves: Int
    }

    /// The window of time that was asked for.
    var window: Range<Instant>
    /// When each device was worn by somebody whose data may be had.
    var stretches: [DeviceID: [Range<Instant>]] = [:]
    /// What those who wore them refuse; nil for data without an owner.
    var refused: [Person.ID?: Set<Channel>] = [:]
    /// The recordings that the export contains.
    var recordings: [RecordingID: Part] = [:]

    /// The right to what an export holds: what becomes of other devices, and before and after, does not end it.
    /// - Parameter spans: from the first to the last row of each device.
    func limited(to spans: [DeviceID: ClosedRange<Instant>]) -> ExportRight {
        var right = self
        right.stretches = [:]
        for (device, span) in spans {
            // The end is after the last row, where there is an instant after it.
            let end = max(span.upperBound, span.upperBound.advanced(byNanoseconds: 1))
            guard span.lowerBound < end else { continue }
            right.stretches[device] = stretches[device]?.map { $0.clamped(to: span.lowerBound..<end) }
                .filter { !$0.isEmpty }
        }
        right.recordings = recordings.filter { right.has($0.value) }
        return right
    }

    /// Whether a recording has a part in the stretches.
    func has(_ part: Part) -> Bool {
        stretches[part.device]?.contains {
            $0.lowerBound <= part.span.upperBound && part.span.lowerBound < $0.upperBound
        } ?? false
    }
}

extension Gateway {
    /// The content of an export and the permissions for it, read consistently.
    /// - Parameters:
    ///   - visibility: whose data may be seen.
    ///   - read: reads the content; again where somebody's rights have changed meanwhile.
    /// - Throws: what `read` throws; `Failure` with code `conflict` when rights do not stop changing; `CancellationError`.
    package func held(
        _ visibility: Visibility, _ read: () async throws -> ExportContent
    ) async throws -> (content: ExportContent, right: ExportRight) {
        for _ in 0..<100 {
            if let before = rightsRevision {
                let content = try await read()
                let right = try right(
                    to: content.source.map { [$0] } ?? [], in: content.window, goesOn: true, visibility)
                if rightsRevision == before { return (content, right) }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Self.changed
    }

    /// The failure when the content changed while it was read.
    package static var changed: Failure {
        Failure(.conflict, "What is exported was changed while it was read. Export it again.")
    }

    /// The permissions for some devices as of now.
    /// - Parameters:
    ///   - devices: under the names of the store.
    ///   - window: from when to when.
    ///   - goesOn: whether the window may go on after now, and only what can have been recorded by now is meant: who puts
    ///     a device on later takes nothing of it away.
    ///   - visibility: whose data may be seen.
    /// - Throws: `Failure` when the store cannot be read.
    func right(
        to devices: [DeviceID], in window: Range<Instant>, goesOn: Bool, _ visibility: Visibility
    ) throws -> ExportRight {
        // Before the rows: what goes after this has gone more often.
        let moves = moves.withLock { $0 }
        let recordings = try store.recordings().compactMap { recording -> (RecordingID, ExportRight.Part)? in
            guard recording.state == .complete, let device = recording.device, devices.contains(device),
                let first = recording.firstSample, let last = recording.lastSample
            else { return nil }
            return (
                recording.id,
                .init(
                    device: device, person: recording.person, span: first...max(first, last),
                    moves: moves[recording.id])
            )
        }
        var right = ExportRight(window: window)
        if goesOn {
            // The clock of a recorder may be ahead of this one's.
            let last = recordings.map { $0.1.span.upperBound.advanced(byNanoseconds: 1) }.max()
            let now = max(configuration.clock.now, last ?? window.lowerBound)
            right.window = window.lowerBound..<max(window.lowerBound, min(window.upperBound, now))
        }
        for device in devices {
            right.stretches[device] = wearerRegistry.stretches(of: device, in: right.window, visibility)
            for (_, person) in wearerRegistry.wearers(of: device, in: right.window) where visibility.sees(person) {
                right.refused[person] = Set(wearerRegistry.refused(by: person).keys)
            }
        }
        for (id, part) in recordings where right.has(part) { right.recordings[id] = part }
        return right
    }

    /// Whether every permission still holds; reads no disk.
    /// - Parameters:
    ///   - right: as it was when the export was made.
    ///   - visibility: whose data may be seen now.
    package func holds(_ right: ExportRight, _ visibility: Visibility) -> Bool {
        let isWorn = right.stretches.allSatisfy { device, had in
            let now = wearerRegistry.stretches(of: device, in: right.window, visibility)
            return had.allSatisfy { had in
                now.contains { $0.lowerBound <= had.lowerBound && had.upperBound <= $0.upperBound }
            }
        }
        let isAllowed = right.refused.allSatisfy { person, had in
            // Of somebody who is gone everything is.
            (person.map { wearerRegistry.person($0) != nil } ?? true)
                && Set(wearerRegistry.refused(by: person).keys).isSubset(of: had)
        }
        return isWorn && isAllowed
            && moves.withLock { moves in right.recordings.allSatisfy { moves[$0.key] == $0.value.moves } }
    }

    /// Whether the recordings of a right are still there as they were, which is asked once an export is made: rows that went
    /// while they were read are missing in it.
    /// - Throws: `Failure` when the store cannot be read.
    package func stands(_ right: ExportRight) throws -> Bool {
        guard !right.recordings.isEmpty else { return true }
        let present = Dictionary(try store.recordings().map { ($0.id, $0) }) { first, _ in first }
        return right.recordings.allSatisfy { id, had in
            guard let now = present[id] else { return false }
            return now.state == .complete && now.device == had.device && now.person == had.person
        }
    }

    /// What rights go by; nil while a recording goes to somebody else.
    private var rightsRevision: [UInt64]? {
        moves.withLock(\.revision).map { [UInt64($0), wearerRegistry.revision, accounts.revision] }
    }
}
