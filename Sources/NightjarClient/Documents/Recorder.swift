#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A recorder on a cable and the work on it.
public struct Recorder: Sendable, Hashable, Codable, Identifiable {
    /// What lies on a recorder.
    public struct Content: Sendable, Hashable, Codable {
        /// Its size.
        public var bytes: Int
        /// The first sample.
        public var start: Date?

        enum CodingKeys: String, CodingKey {
            case bytes
            case start = "start_s"
        }
    }

    /// How far a download is.
    public struct Progress: Sendable, Hashable, Codable {
        /// What has come.
        public var bytes: Int
        /// What is to come in all.
        public var total: Int
        /// How long it will take.
        public var secondsLeft: Double?

        enum CodingKeys: String, CodingKey {
            case bytes
            case total = "total_bytes"
            case secondsLeft = "seconds_left"
        }
    }

    /// What a recorder will record next.
    public struct Plan: Sendable, Hashable, Codable {
        /// Samples per second.
        public var rate: Double?
        /// The largest acceleration, g.
        public var range: Int?
        /// When it begins.
        public var start: String?
        /// The session's number.
        public var session: Int?

        enum CodingKeys: String, CodingKey {
            case start, session
            case rate = "rate_hz"
            case range = "range_g"
        }
    }

    /// The id of its device.
    public var id: String
    /// What it is doing.
    public var state: String
    /// What a person is told.
    public var message: String?
    /// The recorder's own number.
    public var number: String?
    /// Its battery in percent.
    public var battery: Int?
    /// Seconds by which its clock is ahead.
    public var clockOffset: Double?
    /// Seconds by which its clock runs ahead each day.
    public var clockDrift: Double?
    /// Whether its recording is in the store.
    public var isDownloaded: Bool
    /// What lies on it.
    public var recording: Content?
    /// How far a download is.
    public var download: Progress?
    /// What it will record next.
    public var next: Plan?
    /// What is odd about it.
    public var remarks: [String]

    enum CodingKeys: String, CodingKey {
        case id, state, message, number, recording, download, next, remarks
        case battery = "battery_percent"
        case clockOffset = "clock_offset_s"
        case clockDrift = "clock_drift_s_per_day"
        case isDownloaded = "downloaded"
    }
}
