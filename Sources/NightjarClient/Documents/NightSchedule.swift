/// When nights are recorded without a button.
public struct NightSchedule: Sendable, Hashable, Codable, Identifiable {
    /// The number.
    public var id: Int
    /// Whether it is in force.
    public var isOn: Bool
    /// The number of the person.
    public var wearer: Int?
    /// `clock` or `wear`.
    public var trigger: String
    /// From which time of day, HH:MM.
    public var from: String
    /// To which time of day, HH:MM.
    public var to: String
    /// On which days of the week it begins, 1 Monday to 7 Sunday.
    public var days: [Int]
    /// The time zone.
    public var zone: String

    enum CodingKeys: String, CodingKey {
        case id, wearer, trigger, from, to, days, zone
        case isOn = "on"
    }
}

/// All schedules.
public struct NightScheduleList: Sendable, Hashable, Codable {
    /// The schedules.
    public var schedules: [NightSchedule]
}

/// What a schedule shall be; nil leaves as it is.
public struct NightScheduleChange: Sendable, Hashable, Codable {
    /// Whether it is in force.
    public var isOn: Bool?
    /// Who sleeps, by name.
    public var wearer: String?
    /// `clock` or `wear`.
    public var trigger: String?
    /// From which time of day, HH:MM.
    public var from: String?
    /// To which time of day, HH:MM.
    public var to: String?
    /// On which days of the week it begins, 1 Monday to 7 Sunday.
    public var days: [Int]?
    /// The time zone.
    public var zone: String?

    /// A value from its parts.
    public init(
        isOn: Bool? = nil, wearer: String? = nil, trigger: String? = nil, from: String? = nil, to: String? = nil,
        days: [Int]? = nil, zone: String? = nil
    ) {
        self.isOn = isOn
        self.wearer = wearer
        self.trigger = trigger
        self.from = from
        self.to = to
        self.days = days
        self.zone = zone
    }

    enum CodingKeys: String, CodingKey {
        case wearer, trigger, from, to, days, zone
        case isOn = "on"
    }
}
