#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that a page needs when it opens.
public struct LiveSnapshot: Sendable, Hashable, Codable {
    /// The last minutes of a device.
    public struct Recent: Sendable, Hashable, Codable {
        /// Heart rate, beats per minute.
        public var rates: [Point]
        /// Beats.
        public var beats: [Beat]
        /// Load readings.
        public var load: [LoadReading]
        /// Movement, in thousandths of g.
        public var motion: [Point]

        enum CodingKeys: String, CodingKey {
            case load, motion
            case rates = "hr"
            case beats = "rr"
        }
    }

    /// What time it is at the gateway.
    public var now: Date
    /// The devices in use.
    public var devices: [LiveDevice]
    /// Everything around the devices.
    public var home: Home
    /// The last minutes of each device, by the name under which its samples are kept.
    public var recent: [String: Recent]

    enum CodingKeys: String, CodingKey {
        case devices, home, recent
        case now = "now_s"
    }
}

/// Everything around the devices.
public struct Home: Sendable, Hashable, Codable {
    /// The devices that are near or known.
    public var devices: [Device]
    /// Where they are looked for.
    public var buses: [Bus]
    /// Recorders on a cable.
    public var recorders: [Recorder]
    /// Nights that are being recorded.
    public var recordings: [NightRecording]
    /// When nights are recorded by themselves.
    public var schedules: [NightSchedule]
    /// What the owner must hear of.
    public var alerts: [Alert]
    /// The people.
    public var wearers: [Wearer]
}
