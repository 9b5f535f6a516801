import Accounts
import Documents
import Insights
import Runtime
import Signals
import Store
import Synchronization

/// Has the insight of the day written after each night of each person, once that is over.
///
/// It is told of nights by the bus, waits until a while has passed without another word of them, and works where imports do,
/// so never in the way of live data.
final class InsightScheduler: Sendable {
    /// Seconds between two looks at who waits.
    private static let interval = 5.0
    /// Seconds without news of a person's nights before they are looked at.
    private static let quiet = 5.0
    /// Seconds until nights that could not be looked at are looked at again.
    private static let again = 60.0
    /// Seconds from the start until the nights that ended before it are looked at.
    private static let atFirst = 10.0

    private let gateway: Gateway
    /// When whose nights are to be looked at; nil for nobody in particular.
    private let due = Mutex<[Person.ID?: Instant]>([:])

    init(gateway: Gateway) { self.gateway = gateway }

    /// Runs until the task is cancelled.
    func run() async {
        let clock = gateway.configuration.clock
        let subscription = gateway.bus.subscribe { [self] event in
            guard case .nights(_, let person) = event else { return }
            expect(person, at: clock.now.advanced(bySeconds: Self.quiet))
        }
        defer { withExtendedLifetime(subscription) {} }
        // What ended while no gateway was there.
        let first = clock.now.advanced(bySeconds: Self.atFirst)
        for person in [nil] + gateway.wearerRegistry.people.map({ Optional($0.id) }) { expect(person, at: first) }
        while (try? await clock.wait(seconds: Self.interval)) != nil { await look(at: clock.now) }
    }

    /// Has the nights of a person looked at once `time` has come.
    func expect(_ person: Person.ID?, at time: Instant) { due.withLock { $0[person] = time } }

    /// Writes the insights of those whose time has come.
    func look(at now: Instant) async {
        let people = due.withLock { due in
            let people = due.filter { $0.value <= now }.keys
            for person in people { due[person] = nil }
            return Array(people)
        }
        for person in people {
            var next: Instant? = now.advanced(bySeconds: Self.again)
            do { next = try await write(person, at: now) } catch is CancellationError { return } catch {
                gateway.configuration.report(
                    "An insight could not be written: \((error as? Failure)?.message ?? "\(error)")")
            }
            // What was told of meanwhile is looked at no later.
            if let next { due.withLock { due in due[person] = min(due[person] ?? next, next) } }
        }
    }

    /// Writes the insight of a person's newest night.
    /// - Returns: when a night will be over that goes on; nil for none.
    private func write(_ person: Person.ID?, at now: Instant) async throws -> Instant? {
        // Somebody may have left meanwhile.
        guard let subject = try? gateway.subject(of: person) else { return nil }
        let nights = try await gateway.newestNights(of: subject, at: now)
        let frequency = try await gateway.insightChoice(of: subject).frequency
        if nights.over != nil, frequency != .onDemand {
            _ = try await gateway.insightOfDay(of: subject, in: Phrasebooks.english)
        }
        return nights.goesOn?.until
    }
}

extension Gateway {
    /// Whose health it is that nights of a person, or of nobody in particular, tell of.
    /// - Throws: `Failure` with code `notFound` for a person who is not there.
    fileprivate func subject(of person: Person.ID?) throws -> HealthSubject {
        let owner = accounts.firstOwner.map { Person.ID(rawValue: $0.id) }
        return try subject(person, of: owner, .everything)
    }
}
