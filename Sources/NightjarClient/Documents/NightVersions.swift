#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The scorings of one night.
public struct NightVersions: Sendable, Hashable, Codable {
    /// One scoring.
    public struct Version: Sendable, Hashable, Codable {
        /// When it was made.
        public var made: Date
        /// `live` or `import`.
        public var source: String
        /// When sleep began.
        public var sleepStart: Date?
        /// When it ended.
        public var sleepEnd: Date?
        /// What made it.
        public var methods: [Night.Maker]
        /// What the shown scoring changed against it.
        public var toShown: Difference

        enum CodingKeys: String, CodingKey {
            case source, methods
            case made = "made_s"
            case sleepStart = "sleep_start_s"
            case sleepEnd = "sleep_end_s"
            case toShown = "to_shown"
        }
    }

    /// What one scoring changed against another.
    public struct Difference: Sendable, Hashable, Codable {
        /// Minutes by which the begin moved.
        public var startShift: Double?
        /// Minutes by which the end moved.
        public var endShift: Double?
        /// Epochs that both have.
        public var epochs: Int
        /// Epochs that differ.
        public var changedEpochs: Int
        /// Figures that differ.
        public var figures: [Figure]

        enum CodingKeys: String, CodingKey {
            case epochs, figures
            case startShift = "start_shift_min"
            case endShift = "end_shift_min"
            case changedEpochs = "epochs_changed"
        }
    }

    /// A figure that differs.
    public struct Figure: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// Before.
        public var before: Double?
        /// After.
        public var after: Double?
    }

    /// The latest first.
    public var versions: [Version]
}
