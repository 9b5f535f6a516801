/// When nights are recorded without anybody pressing a button.
package struct NightSchedule: Hashable, Sendable, Identifiable {
    /// The number of a schedule in one store.
    package struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        package var rawValue: Int64

        /// The schedule of the given number.
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` was made before `b`.
        package static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// What starts and stops a scheduled recording.
    package enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// The times of day alone.
        case clock
        /// Being worn, within the times of day: it begins when a device is put on and ends when all are taken off or
        /// the time is over.
        case wear
    }

    /// The number of the schedule.
    package var id: ID
    /// Whose nights; nil for the devices that nobody is said to wear.
    package var person: Person.ID?
    /// What starts and stops a recording.
    package var trigger: Trigger
    /// Minutes after midnight at which it may begin, 0 ..< 1440, in local time of ``zone``.
    package var from: Int
    /// Minutes after midnight at which it ends, 0 ..< 1440; on the next day where it is not after ``from``.
    package var to: Int
    /// Days of the week on which it begins, 1 Monday ... 7 Sunday.
    package var days: Set<Int>
    /// The IANA name of the zone.
    package var zone: String
    /// Whether the schedule is active.
    package var isOn: Bool

    /// A schedule from its parts; by default every day.
    package init(
        id: ID = ID(rawValue: 0), person: Person.ID? = nil, trigger: Trigger = .clock, from: Int, to: Int,
        days: Set<Int> = Set(1...7), zone: String, isOn: Bool = true
    ) {
        self.id = id
        self.person = person
        self.trigger = trigger
        self.from = from
        self.to = to
        self.days = days
        self.zone = zone
        self.isOn = isOn
    }
}
