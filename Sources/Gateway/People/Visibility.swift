import Accounts
import Runtime
package import Signals
package import Store

/// The data that a caller may see.
///
/// Each sees their own. What was recorded of nobody in particular is the first owner's, and people who cannot sign in
/// themselves, a child for example, are looked after by the owners. On a gateway without people everything is to be
/// seen.
package struct Visibility: Sendable {
    /// Sees everything: the gateway itself, and whoever uses one without people.
    package static let everything = Visibility(isOwner: true, isEverything: true) { _ in true }

    /// Whether the caller is an owner, who sees all devices and people.
    package let isOwner: Bool
    let isEverything: Bool
    private let rule: @Sendable (Person.ID?) -> Bool

    init(isOwner: Bool, isEverything: Bool = false, rule: @escaping @Sendable (Person.ID?) -> Bool) {
        self.isOwner = isOwner
        self.isEverything = isEverything
        self.rule = rule
    }

    /// Whether the data of a person, or of nobody in particular, may be seen.
    package func sees(_ person: Person.ID?) -> Bool { rule(person) }
}

extension Gateway {
    /// The data that a person may see; nil for a gateway without people.
    package func visibility(of person: Person.ID?, isOwner: Bool) -> Visibility {
        guard let person else { return .everything }
        return Visibility(isOwner: isOwner) { [accounts] other in
            guard let other, other.rawValue != 0 else { return accounts.firstOwner?.id == person.rawValue }
            return other == person || (isOwner && accounts.account(other.rawValue) == nil)
        }
    }

    /// Whether the present wearer of a device may be seen.
    package func sees(_ device: DeviceID, _ visibility: Visibility) -> Bool {
        visibility.sees(wearerRegistry.wearer(of: device, at: configuration.clock.now)?.id)
    }

    /// Whether whoever wore a device for most of `interval` may be seen.
    package func sees(_ device: DeviceID, during interval: Range<Instant>, _ visibility: Visibility) -> Bool {
        visibility.sees(wearerRegistry.wearer(of: device, during: interval)?.id)
    }

    /// Whether a recording was worn or brought by somebody who may be seen.
    package func sees(_ recording: StoredRecording, _ visibility: Visibility) -> Bool {
        guard let device = recording.device, let first = recording.firstSample, let last = recording.lastSample else {
            return visibility.sees(recording.person.flatMap { wearerRegistry.person($0)?.id })
        }
        return sees(device, during: first..<max(last, first.advanced(byNanoseconds: 1)), visibility)
    }

    /// Whether an alert concerns somebody who may be seen; what concerns the gateway concerns its owners.
    package func sees(_ alert: Alert, _ visibility: Visibility) -> Bool {
        if visibility.isOwner { return true }
        if alert.kind == .recorderContested { return false }
        if let id = alert.recording, let recording = try? store.nightRecording(id) {
            return visibility.sees(recording.person)
        }
        return alert.device.map { visibility.sees(wearerRegistry.wearer(of: $0, at: alert.time)?.id) } ?? false
    }

    /// Whether an import was brought by, or belongs to, somebody who may be seen.
    package func sees(_ status: ImportStatus, _ visibility: Visibility) -> Bool {
        if let person = status.person, visibility.sees(person) { return true }
        guard let id = status.recording, let recording = try? store.recording(id) else {
            return status.person == nil && visibility.sees(nil)
        }
        return sees(recording, visibility)
    }
}

extension WearerRegistry {
    /// The parts of `interval` in which a device was worn by somebody whom `visibility` sees, in order.
    func stretches(of device: DeviceID, in interval: Range<Instant>, _ visibility: Visibility) -> [Range<Instant>] {
        guard !visibility.isEverything else { return [interval] }
        var seen: [Range<Instant>] = []
        for (stretch, person) in wearers(of: device, in: interval) where visibility.sees(person) {
            if let last = seen.last, last.upperBound == stretch.lowerBound {
                seen[seen.count - 1] = last.lowerBound..<stretch.upperBound
            } else {
                seen.append(stretch)
            }
        }
        return seen
    }

    /// Who wore a device in each part of `interval`, in order and without holes; nil for nobody in particular.
    func wearers(of device: DeviceID, in interval: Range<Instant>) -> [(stretch: Range<Instant>, person: Person.ID?)] {
        var all: [(stretch: Range<Instant>, person: Person.ID?)] = []
        var cursor = interval.lowerBound
        for wearing in wearings(of: device) {
            let start = max(wearing.start, cursor)
            let end = min(wearing.end ?? interval.upperBound, interval.upperBound)
            guard start < end else { continue }
            if cursor < start { all.append((cursor..<start, nil)) }
            all.append((start..<end, wearing.person))
            cursor = end
        }
        if cursor < interval.upperBound { all.append((cursor..<interval.upperBound, nil)) }
        return all
    }
}

extension [Range<Instant>] {
    /// Whether an instant lies in one of the ranges.
    func contain(_ instant: Instant) -> Bool { contains { $0.contains(instant) } }

    /// What of these ranges lies in one of `others`; a single instant stays one.
    func intersection(_ others: [Range<Instant>]) -> [Range<Instant>] {
        flatMap { range in
            others.filter { $0.overlaps(range) || range.isEmpty && $0.contains(range.lowerBound) }
                .map { range.clamped(to: $0) }
        }
    }

    /// What of these ranges lies in none of `others`.
    func subtracting(_ others: [Range<Instant>]) -> [Range<Instant>] {
        others.reduce(self) { rest, other in
            rest.flatMap { range in
                [
                    range.lowerBound..<Swift.max(range.lowerBound, Swift.min(range.upperBound, other.lowerBound)),
                    Swift.min(range.upperBound, Swift.max(range.lowerBound, other.upperBound))..<range.upperBound,
                ].filter { !$0.isEmpty }
            }
        }
    }
}
