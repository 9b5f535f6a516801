import Analysis
import Devices
import Runtime
package import Signals
package import Store
import Synchronization

/// The registry of people and of who wears which device when.
///
/// A device is on one body at a time. Putting it on somebody else ends the earlier wearing; ``correct(_:person:from:to:)``
/// says it better later, and nights and exports follow at once, because who wore a device is asked when they are shown
/// and never written into what was measured.
package final class WearerRegistry: Sendable {
    private let store: Store
    private let changed: @Sendable () -> Void
    /// The entries in force, in memory, so that live data need no disk access.
    private let state: Mutex<State>
    private let readings = Atomic<UInt64>(0)
    /// One reading at a time, so that none takes back what a later one has found.
    private let reading = Mutex(())
    /// The person responsible for data without an owner: the first owner.
    let owner = Mutex(Owner())

    /// A function in a structure: alone in a generic lock it would be wrapped anew at each look at it, until calling it
    /// overflows the stack.
    struct Owner {
        var find: @Sendable () -> Person.ID? = { nil }
        /// Whether a person can sign in, and so speaks for themselves.
        var hasAccount: @Sendable (Person.ID) -> Bool = { _ in true }
    }

    private struct State {
        var people: [Person.ID: Person] = [:]
        var wearings: [DeviceID: [Wearing]] = [:]
        var refusals: [StreamRefusal] = []
        /// When devices were worn by somebody who was deleted.
        var erased: [DeviceID: [Range<Instant>]] = [:]
        /// What was learned of people, and of whoever wore a device.
        var baselines: [Person.ID: LoadBaseline] = [:]
        var wearers: [DeviceID: LoadBaseline] = [:]

        /// Of what a person brought nothing else can be said; once they are gone, it is nobody's.
        func wearings(of device: DeviceID) -> [Wearing] {
            guard let person = device.importer else { return wearings[device] ?? [] }
            guard people[person] != nil else { return [] }
            return [Wearing(id: 0, device: device, person: person, start: Instant(nanoseconds: .min), end: nil)]
        }
    }

    init(store: Store, changed: @escaping @Sendable () -> Void) throws {
        self.store = store
        self.changed = changed
        state = Mutex(State())
        try read()
    }

    /// A counter that grows with each change of people or wearings.
    package var revision: UInt64 { readings.load(ordering: .acquiring) }

    /// Everybody, in the order in which they were entered.
    package var people: [Person] { state.withLock { $0.people.values.sorted { $0.id < $1.id } } }

    /// One person; nil when there is none of that number.
    package func person(_ id: Person.ID) -> Person? { state.withLock { $0.people[id] } }

    /// Enters a person.
    /// - Throws: `Failure` for an empty name, or when it cannot be kept.
    package func add(_ name: String) async throws -> Person {
        let person = try await store.addPerson(named: try Self.checked(name))
        try refresh()
        return person
    }

    /// The one person who is called so; entered where there is none, once however many ask for it at a time.
    /// - Throws: `Failure` for an empty name, for one that several have, or when it cannot be kept.
    package func findOrAdd(_ name: String) async throws -> Person {
        let person = try await store.findOrAddPerson(named: try Self.checked(name))
        if self.person(person.id) == nil { try refresh() }
        return person
    }

    /// Renames a person.
    /// - Throws: `Failure` when there is no such person.
    package func rename(_ id: Person.ID, to name: String) async throws {
        try await store.rename(id, to: try Self.checked(name))
        try refresh()
    }

    /// Takes a person out, with all that was said of what they wore; what was measured stays.
    /// - Throws: `Failure` when there is no such person.
    package func remove(_ id: Person.ID) async throws {
        try await store.removePerson(id)
        try refresh()
    }

    /// Who wore a device at `instant`; nil when that was not said.
    package func wearer(of device: DeviceID, at instant: Instant) -> Person? {
        state.withLock { state in
            state.wearings(of: device).last { $0.contains(instant) }.flatMap { state.people[$0.person] }
        }
    }

    /// Who wore a device for most of `interval`; nil where for most of it nobody was said to. Time of which nothing was
    /// said counts as nobody's: an hour with the device makes nobody the wearer of the night before.
    package func wearer(of device: DeviceID, during interval: Range<Instant>) -> Person? {
        state.withLock { state in
            var worn: [Person.ID: Int64] = [:]
            for wearing in state.wearings(of: device) {
                let start = max(wearing.start, interval.lowerBound)
                let end = min(wearing.end ?? interval.upperBound, interval.upperBound)
                guard end > start else { continue }
                // Spans of a file may be of any length.
                let (sum, overflow) = worn[wearing.person, default: 0].addingReportingOverflow(
                    end.nanoseconds(since: start))
                worn[wearing.person] = overflow ? .max : sum
            }
            var unsaid = max(1, interval.upperBound.nanoseconds(since: interval.lowerBound))
            for time in worn.values { unsaid = max(0, unsaid - time) }
            worn = worn.filter { $0.value >= unsaid }
            return worn.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap { state.people[$0.key] }
        }
    }

    /// Who wore a device when, in order. What somebody brought of a device is theirs, always.
    package func wearings(of device: DeviceID) -> [Wearing] { state.withLock { $0.wearings(of: device) } }

    /// Enters that a person wears a device from `since` on, or that nobody does.
    /// - Throws: `Failure` when there is no such person, or it cannot be kept.
    package func wear(_ device: DeviceID, person: Person.ID?, since: Instant) async throws {
        try await correct(device, person: person, from: since, to: nil)
    }

    /// Says who wore a device in a stretch of time, whatever was said of it before; nil for nobody, and without an end
    /// for from then on.
    /// - Throws: `Failure` when the end is not after the start, when there is no such person, or it cannot be kept.
    package func correct(_ device: DeviceID, person: Person.ID?, from start: Instant, to end: Instant?) async throws {
        try Self.check(correctionOf: device, from: start, to: end)
        if let person { try require(person) }
        try await store.correctWearing(of: device, person: person, from: start, to: end)
        try refresh()
    }

    /// Whether it can be said who wore a device in a stretch of time.
    /// - Throws: `Failure` as ``correct(_:person:from:to:)``.
    package static func check(correctionOf device: DeviceID, from start: Instant, to end: Instant?) throws(Failure) {
        if let end, end <= start { throw Failure(.usage, "The end of wearing a device must be after its start.") }
        if device.importer != nil {
            throw Failure(.conflict, "A file that somebody brought is given to somebody else as a whole.")
        }
    }

    /// - Throws: `Failure` with code `notFound` when there is no such person.
    func require(_ id: Person.ID) throws(Failure) {
        guard person(id) == nil else { return }
        throw Failure(.notFound, "There is no person \(id.rawValue); enter the person first.")
    }

    /// Who wears a device was kept together with the device: reads the registry again, or, if that fails, at the next
    /// change.
    func wearingsChanged() { Log.attempt("Who wears what could not be read.") { try refresh() } }

    /// What is known of the wearer of a device: of the person where that was said, else of whoever wore it before. It may
    /// read the store, and from then on nobody needs to for this device.
    func baseline(of device: DeviceID, at now: Instant) throws -> LoadBaseline? {
        if state.withLock({ $0.wearers[device] == nil }), let learned = try store.baseline(of: device) {
            state.withLock { $0.wearers[device] = $0.wearers[device] ?? learned }
        }
        return known(of: device, at: now)
    }

    private func known(of device: DeviceID, at now: Instant) -> LoadBaseline? {
        let person = wearer(of: device, at: now)?.id
        return state.withLock { state in person.map { state.baselines[$0] } ?? state.wearers[device] }
    }

    /// Keeps what was learned, for the person where one is known.
    func keep(_ baseline: LoadBaseline, of device: DeviceID, at now: Instant) async throws {
        if let person = wearer(of: device, at: now) {
            state.withLock { $0.baselines[person.id] = baseline }
            try await store.keep(baseline, of: person.id, made: now)
        } else {
            state.withLock { $0.wearers[device] = baseline }
            try await store.keep(baseline, of: device, made: now)
        }
    }

    /// Has a pipeline go on for another wearer, with that person's baseline; what it learned is kept for the one before.
    func hand(_ pipeline: DevicePipeline, to person: Person.ID?, at now: Instant) {
        pipeline.withhold(refused(by: person).keys)
        // Said anew of the last minutes: what was told of them is another's.
        pipeline.begin(wearing: wearings(of: pipeline.device.id).last { $0.contains(now) }?.start)
        let before = pipeline.wearer
        guard before != person else { return }
        // On the live way: what was learned is handed over and comes from memory.
        if let before, self.person(before) != nil, let baseline = pipeline.baseline {
            state.withLock { $0.baselines[before] = baseline }
            store.append(baseline, of: before, made: now)
        }
        pipeline.change(wearer: person, baseline: known(of: pipeline.device.id, at: now))
    }

    /// Whether a person decides what is recorded of a wearer: each of themselves, the first owner also of data without an
    /// owner and of people who cannot sign in; on a gateway without accounts the caller decides for everybody.
    package func decides(_ person: Person.ID?, for wearer: Person.ID?) -> Bool {
        let known = owner.withLock(\.self)
        guard let owner = known.find() else { return true }
        let person = person ?? owner
        return person == (wearer ?? owner) || (person == owner && wearer.map { !known.hasAccount($0) } == true)
    }

    /// What was refused of a person, in the order in which it was said; nil for data without an owner.
    package func refusals(of person: Person.ID?) -> [StreamRefusal] {
        let refusals = state.withLock(\.refusals)
        return refusals.filter { decides($0.person == Self.nobody ? nil : $0.person, for: person) }
    }

    /// When a device was worn by somebody who was deleted.
    func erased(of device: DeviceID) -> [Range<Instant>] { state.withLock { $0.erased[device] ?? [] } }

    private static let nobody = Person.ID(rawValue: 0)

    /// Streams of a person that are not recorded now, whoever allowed them on the device, with those from which they could
    /// be counted all the same; each with the refusal because of which it is not.
    /// - Parameters:
    ///   - person: whose; nil for data without an owner.
    ///   - time: when; nil for now.
    package func refused(by person: Person.ID?, at time: Instant? = nil) -> [Channel: StreamRefusal] {
        var refused: [Channel: StreamRefusal] = [:]
        let inForce = refusals(of: person).filter { refusal in
            guard let time else { return refusal.withdrawn == nil }
            return refusal.made <= time && refusal.withdrawn.map { time < $0 } ?? true
        }
        for refusal in inForce {
            for source in refusal.channel.sources { refused[source] = refused[source] ?? refusal }
        }
        for refusal in inForce { refused[refusal.channel] = refusal }
        return refused
    }

    /// A person refuses a stream of theirs, or allows it again.
    /// - Throws: `Failure` when it cannot be kept.
    func refuse(_ isRefused: Bool, _ channel: Channel, of person: Person.ID?, at now: Instant) async throws {
        let person = person ?? owner.withLock(\.find)() ?? Self.nobody
        try await store.refuse(isRefused, channel, of: person, at: now)
        try refresh()
    }

    private static func checked(_ name: String) throws -> String {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty, name.unicodeScalars.count <= 80, !name.unicodeScalars.contains(where: String.isHarmful)
        else {
            throw Failure(.usage, "A person needs a name of at most 80 characters, all of which can be seen.")
        }
        return name
    }

    /// An account added or renamed a person: reads the registry again, or, if that fails, at the next change.
    func accountsChanged() { Log.attempt("The household could not be read.") { try refresh() } }

    private func refresh() throws {
        try read()
        changed()
    }

    private func read() throws { try reading.withLock { _ in try readStore() } }

    private func readStore() throws {
        let people = Dictionary(try store.people().map { ($0.id, $0) }) { first, _ in first }
        let wearings = Dictionary(grouping: try store.wearings(), by: \.device)
        let refusals = try store.refusals()
        let erased = Dictionary(grouping: try store.erasedStretches(), by: \.device).mapValues { $0.map(\.stretch) }
        // What is known already is at least as new; of who left nothing stays, nor of devices what may have been theirs.
        let before = state.withLock(\.self)
        var baselines = before.baselines.filter { people[$0.key] != nil }
        for person in people.keys where baselines[person] == nil { baselines[person] = try store.baseline(of: person) }
        var wearers: [DeviceID: LoadBaseline] = [:]
        for device in before.wearers.keys { wearers[device] = try store.baseline(of: device) }
        state.withLock {
            $0 = State(
                people: people, wearings: wearings, refusals: refusals, erased: erased,
                baselines: baselines.merging($0.baselines.filter { people[$0.key] != nil }) { $1 }, wearers: wearers)
            // Who sees the new state sees that it is new.
            readings.add(1, ordering: .acquiringAndReleasing)
        }
    }
}
