public import Signals

/// Whether the gateway works.
public struct GatewayHealthDocument: Document {
    /// How it is.
    public enum Status: String, Word {
        /// All is well.
        case ok
        /// Nothing can be stored.
        case degraded
        /// It answers, which is all that somebody elsewhere learns before signing in.
        case up
    }

    /// The store of a gateway.
    public struct Store: Document {
        /// How the store is.
        public enum State: String, Word {
            /// What comes is kept.
            case ok
            /// Nothing can be stored.
            case degraded
        }

        /// True where everything is in memory and gone when the gateway stops: no reply promises more then. Left out where it is
        /// kept.
        public var ephemeral: Bool?
        /// True where it is a demonstration's: its wearers are made up. Left out where it is not.
        public var demo: Bool?
        /// How it is.
        public var state: State? = .ok
        /// Why it is degraded, for people.
        public var reason: String?
        /// When its contents were last checked; nil before the first time.
        public var checked: Instant?
        /// Since when it is degraded; nil while it is not.
        public var since: Instant?
        /// Bytes that wait to be written.
        public var pendingBytes = 0
        /// Samples that could not be kept since the gateway started.
        public var droppedSamples = 0.0
        /// What happened to the store that people should know.
        public var notices: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.optional(
                "ephemeral", &ephemeral, .boolean.about("Everything is in memory and gone when the gateway stops"))
            fields.optional("demo", &demo, .boolean.about("The wearers are made up, for a demonstration"))
            fields.word("state", &state)
            fields.field("reason", &reason)
            fields.field("checked_s", &checked)
            fields.field("since_s", &since)
            fields.field("pending_bytes", &pendingBytes)
            fields.field("dropped_samples", &droppedSamples)
            fields.field("notices", &notices)
        }
    }

    /// How it is.
    public var status: Status? = .up
    /// The gateway's version; nil for somebody elsewhere, as are the others.
    public var version: String?
    /// Seconds since it started.
    public var uptime: Double?
    /// The IANA name of the time zone by which its nights are days.
    public var zone: String?
    /// Its store.
    public var store: Store?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("status", &status)
        fields.optional("version", &version)
        fields.optional("uptime_s", &uptime)
        fields.optional("zone", &zone)
        fields.optional("store", &store)
    }
}
