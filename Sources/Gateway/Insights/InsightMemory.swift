import Accounts
import Documents
import Insights
import Runtime
import Signals
import Store

/// The newest insight of each person, in memory, as long as nothing has changed that it rests on.
struct InsightMemory {
    /// Whose insight, in which language.
    struct Whose: Hashable {
        private var column: Int64
        private var person: Person.ID?
        private var language: String

        init(_ subject: HealthSubject, _ phrases: any Phrasebook) {
            (column, person, language) = (subject.column, subject.person?.id, phrases.language)
        }
    }

    /// What may change it, at one moment. To be read before what an insight is made from.
    struct Moment {
        /// Commits to the store so far, and the last with anything but live series.
        fileprivate var commits, lastChange: UInt64
        /// Grows when people, accounts or who wears what change.
        fileprivate var people: UInt64
        fileprivate var time: Instant
        fileprivate var date: CivilDate

        init(_ gateway: Gateway) {
            commits = gateway.store.commits
            lastChange = gateway.store.lastChange
            people = gateway.wearerRegistry.revision &+ gateway.accounts.revision
            time = gateway.configuration.clock.now
            date = gateway.configuration.zone.civilTime(at: time).date
        }
    }

    /// Seconds for which an insight holds while data stream in; nights are scored as often.
    private static let streaming = 300.0
    /// Seconds for which it holds at most: a night is over by and by, with nothing to tell so.
    private static let longest = 900.0
    /// Insights that are kept at most.
    private static let limit = 64
    private var known: [Whose: (insight: InsightDocument, moment: Moment)] = [:]

    /// The insight that was kept; nil once it may be another.
    func insight(_ whose: Whose, at now: Moment) -> InsightDocument? {
        guard let (insight, moment) = known[whose], moment.people == now.people, moment.date == now.date,
            now.lastChange <= moment.commits
        else { return nil }
        let age = now.time.seconds(since: moment.time)
        return age >= 0 && age < (now.commits == moment.commits ? Self.longest : Self.streaming) ? insight : nil
    }

    /// Keeps an insight that was begun to be made at a moment.
    mutating func keep(_ insight: InsightDocument, _ whose: Whose, at moment: Moment) {
        if known.count >= Self.limit, known[whose] == nil { known = [:] }
        known[whose] = (insight, moment)
    }
}
