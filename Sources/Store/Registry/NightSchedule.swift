/// When nights are recorded without anybody pressing a button.
public struct NightSchedule: Hashable, Sendable, Identifiable {
    /// The number of a schedule in one store.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        public var rawValue: Int64

        /// The schedule of the given number.
        public init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` was made before `b`.
        public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// What starts and stops a scheduled recording.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// The times of day alone.
        case clock
        /// Being worn, within the times of day: it begins when a device is put on and ends when all are taken off or
        /// the time is over.
        case wear
    }

    /// The number of the schedule.
    public var id: ID
    /// Whose nights; nil for the devices that nobody is said to wear.
    public var person: Person.ID?
    /// What starts and stops a recording.
    public var trigger: Trigger
    /// Minutes after midnight at which it may begin, 0 ..< 1440, in local time of ``zone``.
    public var from: Int
    /// Minutes after midnight at which it ends, 0 ..< 1440; on the next day where it is not after ``from``.
    public var to: Int
    /// Days of the week on which it begins, 1 Monday ... 7 Sunday.
    public var days: Set<Int>
    /// The IANA name of the zone.
    public var zone: String
    /// Whether the schedule is active.
    public var isOn: Bool

    /// A schedule from its parts; by default every day.
    public init(
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
