#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A night that is or was recorded by button or schedule.
public struct NightRecording: Sendable, Hashable, Codable, Identifiable {
    /// Since when a device takes part.
    public struct Joined: Sendable, Hashable, Codable {
        /// The device.
        public var device: String
        /// Since when.
        public var since: Date

        enum CodingKeys: String, CodingKey {
            case device
            case since = "since_s"
        }
    }

    /// The number.
    public var id: Int
    /// The number of the person.
    public var wearer: Int?
    /// The devices that take part.
    public var devices: [String]
    /// Whether they were chosen one by one.
    public var isChosen: Bool
    /// Since when each takes part.
    public var joined: [Joined]
    /// Devices that are worn and take no part.
    public var notJoined: [String]
    /// When it began.
    public var started: Date
    /// What began it.
    public var startCause: String
    /// When it is to end.
    public var plannedEnd: Date?
    /// The number of the schedule.
    public var schedule: Int?
    /// When it ended; nil while it goes on.
    public var ended: Date?
    /// What ended it.
    public var endCause: String?
    /// What more is known of that.
    public var endDetail: String?

    enum CodingKeys: String, CodingKey {
        case id, wearer, devices, joined, schedule
        case isChosen = "devices_chosen"
        case notJoined = "not_joined"
        case started = "started_s"
        case startCause = "start_cause"
        case plannedEnd = "planned_end_s"
        case ended = "ended_s"
        case endCause = "end_cause"
        case endDetail = "end_detail"
    }
}

/// Nights that are or were recorded.
public struct NightRecordingList: Sendable, Hashable, Codable {
    /// The latest first.
    public var recordings: [NightRecording]
}

/// Begins a night.
public struct NightRecordingStart: Sendable, Hashable, Codable {
    /// Who sleeps, by name.
    public var wearer: String?
    /// The devices; all that are in use when nil.
    public var devices: [String]?
    /// When it is to end.
    public var until: Date?

    /// A value from its parts.
    public init(wearer: String? = nil, devices: [String]? = nil, until: Date? = nil) {
        self.wearer = wearer
        self.devices = devices
        self.until = until
    }

    enum CodingKeys: String, CodingKey {
        case wearer, devices
        case until = "until_s"
    }
}
