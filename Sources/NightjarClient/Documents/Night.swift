#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A night in the list of nights.
public struct NightSummary: Sendable, Hashable, Codable {
    /// The local day of waking up, YYYY-MM-DD.
    public var date: String
    /// The device.
    public var device: String
    /// What it is.
    public var deviceName: String
    /// Who wore it.
    public var wearer: String?
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// `live` or `import`.
    public var source: String
    /// Whether sleep was found.
    public var hasSleepPeriod: Bool
    /// Minutes asleep.
    public var totalSleep: Double?
    /// Time asleep in percent of the sleep period.
    public var efficiency: Double?
    /// 0 to 1.
    public var confidence: Double?

    enum CodingKeys: String, CodingKey {
        case date, device, wearer, source, confidence
        case deviceName = "device_name"
        case isSynthetic = "synthetic"
        case hasSleepPeriod = "has_sleep_period"
        case totalSleep = "total_sleep_min"
        case efficiency = "efficiency_percent"
    }
}

/// Nights, the latest first.
public struct NightList: Sendable, Hashable, Codable {
    /// The nights.
    public var nights: [NightSummary]
}

/// A stretch of time.
public struct Span: Sendable, Hashable, Codable {
    /// From when.
    public var start: Date
    /// Until when.
    public var end: Date

    enum CodingKeys: String, CodingKey {
        case start = "start_s"
        case end = "end_s"
    }
}

/// A night.
public struct Night: Sendable, Hashable, Codable {
    /// The figures of a night.
    public struct Measures: Sendable, Hashable, Codable {
        /// Minutes asleep.
        public var totalSleep: Estimate
        /// Minutes from lights out to sleep.
        public var onsetLatency: Estimate
        /// Minutes awake after falling asleep.
        public var wakeAfterOnset: Estimate
        /// Percent.
        public var efficiency: Estimate
        /// How often awake.
        public var awakenings: Estimate
        /// Minutes.
        public var sleepPeriod: Estimate
        /// Minutes.
        public var timeInBed: Estimate
        /// Percent of the bouts of sleep that last at most a minute.
        public var fragmentation: Estimate
        /// Hours after midnight.
        public var midSleep: Estimate

        enum CodingKeys: String, CodingKey {
            case awakenings
            case totalSleep = "total_sleep_min"
            case onsetLatency = "onset_latency_min"
            case wakeAfterOnset = "waso_min"
            case efficiency = "efficiency_percent"
            case sleepPeriod = "sleep_period_min"
            case timeInBed = "time_in_bed_min"
            case fragmentation = "fragmentation_percent"
            case midSleep = "mid_sleep_h"
        }
    }

    /// How sure the figures of a night are, and of what that is made; each 0 to 1.
    public struct Confidence: Sendable, Hashable, Codable {
        /// All together; nil when no sleep was found.
        public var value: Double?
        /// How much of the night has data.
        public var completeness: Double?
        /// How much of it the device was worn.
        public var wear: Double?
        /// How far methods agree.
        public var agreement: Double?
    }

    /// What was found epoch by epoch.
    public struct States: Sendable, Hashable, Codable {
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// One letter each: A awake, S asleep, L light, D deep, R REM, N not worn, ? unknown.
        public var values: String

        enum CodingKeys: String, CodingKey {
            case values
            case start = "start_s"
            case epoch = "epoch_s"
        }
    }

    /// Probabilities of the kinds of sleep, epoch by epoch.
    public struct Staging: Sendable, Hashable, Codable {
        /// What made them.
        public var method: String
        /// Its version.
        public var version: Int
        /// On which signals they rest.
        public var tier: String
        /// 0 to 1.
        public var confidence: Double?
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// Awake.
        public var awake: [Double?]
        /// Light sleep.
        public var light: [Double?]
        /// Deep sleep.
        public var deep: [Double?]
        /// REM sleep.
        public var rem: [Double?]

        enum CodingKeys: String, CodingKey {
            case method, version, tier, confidence
            case start = "start_s"
            case epoch = "epoch_s"
            case awake = "p_wake"
            case light = "p_light"
            case deep = "p_deep"
            case rem = "p_rem"
        }
    }

    /// What was measured, one value per epoch; a track without any value is nil.
    public struct Tracks: Sendable, Hashable, Codable {
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// Movement, thousandths of g.
        public var enmo: [Double?]?
        /// The arm's angle, degrees.
        public var angle: [Double?]?
        /// Beats per minute.
        public var rate: [Double?]?
        /// Activity counts per minute.
        public var counts: [Double?]?
        /// Load, 0 to 1.
        public var load: [Double?]?
        /// 1 worn, 0 not.
        public var wear: [Double?]?

        enum CodingKeys: String, CodingKey {
            case counts, load, wear
            case start = "start_s"
            case epoch = "epoch_s"
            case enmo = "enmo_mg"
            case angle = "angle_z_deg"
            case rate = "heart_rate"
        }
    }

    /// A stretch without data.
    public struct Gap: Sendable, Hashable, Codable {
        /// From when.
        public var start: Date
        /// Until when.
        public var end: Date
        /// What was to blame.
        public var cause: String
        /// What more is known.
        public var detail: String?

        enum CodingKeys: String, CodingKey {
            case cause, detail
            case start = "start_s"
            case end = "end_s"
        }
    }

    /// What made a night.
    public struct Maker: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// Its version.
        public var version: Int
    }

    /// The local day of waking up, YYYY-MM-DD.
    public var date: String
    /// The time zone of that day.
    public var zone: String
    /// From when which offset from UTC holds: pairs of UTC seconds and seconds of offset.
    public var offsets: [[Double]]
    /// From noon to noon.
    public var window: Span
    /// The device.
    public var device: NightDevice
    /// Who wore it.
    public var wearer: String?
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// `live` or `import`.
    public var source: String
    /// From falling asleep to waking up; nil when no sleep was found.
    public var sleepPeriod: Span?
    /// Why none was found.
    public var sleepPeriodReason: String?
    /// When a person corrected it.
    public var edited: Date?
    /// The figures.
    public var measures: Measures
    /// How sure the figures are.
    public var confidence: Confidence
    /// What was found epoch by epoch.
    public var states: States
    /// Kinds of sleep; nil for a night without them.
    public var staging: Staging?
    /// Sleep outside of the period.
    public var naps: [Span]
    /// What was measured, on one even grid.
    public var tracks: Tracks
    /// Stretches without data.
    public var gaps: [Gap]
    /// What was lost.
    public var losses: [Loss]
    /// What made it.
    public var methods: [Maker]
    /// Other devices that have this night.
    public var otherDevices: [NightDevice]
    /// The night before.
    public var previous: String?
    /// The night after.
    public var next: String?

    enum CodingKeys: String, CodingKey {
        case date, zone, window, device, wearer, source, measures, confidence, states, staging, naps, tracks, gaps
        case losses, methods, previous, next
        case offsets = "utc_offset_transitions"
        case isSynthetic = "synthetic"
        case sleepPeriod = "sleep_period"
        case sleepPeriodReason = "sleep_period_reason"
        case edited = "edited_s"
        case otherDevices = "other_devices"
    }
}

/// A device of a night.
public struct NightDevice: Sendable, Hashable, Codable, Identifiable {
    /// The name under which its samples are kept.
    public var id: String
    /// What it is called.
    public var name: String
    /// Who made it.
    public var maker: String
    /// What it is.
    public var model: String
    /// Whether there is no body behind it.
    public var isSynthetic: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, maker, model
        case isSynthetic = "synthetic"
    }
}

/// A person's correction of a night.
public struct NightEdit: Sendable, Hashable, Codable {
    /// When sleep began.
    public var sleepStart: Date
    /// When it ended.
    public var sleepEnd: Date
    /// When the light went out.
    public var lightsOut: Date?

    /// A value from its parts.
    public init(sleepStart: Date, sleepEnd: Date, lightsOut: Date? = nil) {
        self.sleepStart = sleepStart
        self.sleepEnd = sleepEnd
        self.lightsOut = lightsOut
    }

    enum CodingKeys: String, CodingKey {
        case sleepStart = "sleep_start_s"
        case sleepEnd = "sleep_end_s"
        case lightsOut = "lights_out_s"
    }
}
