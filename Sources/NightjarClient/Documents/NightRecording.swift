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

/// Whether a night can be recorded now.
public struct NightReadiness: Sendable, Hashable, Codable {
    /// A device before a night.
    public struct ReadyDevice: Sendable, Hashable, Codable {
        /// The device.
        public var device: String
        /// What it is called.
        public var name: String
        /// Whether it sends.
        public var isStreaming: Bool
        /// Its battery in percent.
        public var battery: Int?
        /// What the night will take of it.
        public var batteryNeed: Double?

        enum CodingKeys: String, CodingKey {
            case device, name
            case isStreaming = "streaming"
            case battery = "battery_percent"
            case batteryNeed = "battery_need_percent"
        }
    }

    /// What stands against recording.
    public struct Warning: Sendable, Hashable, Codable {
        /// What it is in one word.
        public var kind: String
        /// The device.
        public var device: String?
        /// What it is.
        public var message: String
        /// What to do about it.
        public var nextStep: String?

        enum CodingKeys: String, CodingKey {
            case kind, device, message
            case nextStep = "next_step"
        }
    }

    /// How long the night is taken to be.
    public var hours: Double
    /// What it will need on the disk.
    public var bytes: Double?
    /// What is free there.
    public var freeBytes: Double?
    /// The devices.
    public var devices: [ReadyDevice]
    /// What stands against it.
    public var warnings: [Warning]

    enum CodingKeys: String, CodingKey {
        case hours, bytes, devices, warnings
        case freeBytes = "free_bytes"
    }
}
