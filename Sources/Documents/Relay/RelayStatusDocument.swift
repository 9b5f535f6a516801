public import Signals

/// How the link to the watch stands.
public struct RelayStatusDocument: Document {
    public static var title: String? { "RelayStatus" }

    /// How far the session is set up.
    public enum Activation: String, Word { case notActivated, inactive, activated }

    /// Whether a watch is paired.
    public var isPaired = false
    /// The active watch; nil where none is paired.
    public var watch: String?
    /// What it is called.
    public var name: String?
    /// Whether its app is installed.
    public var isWatchAppInstalled = false
    /// Whether it is connected to the relay.
    public var isWatchConnected = false
    /// Whether its app is in front and answers at once.
    public var isWatchReachable = false
    /// Whether the phone can reach it: the word of the contract for the same.
    public var isReachable = false
    /// Whether the phone's program is connected.
    public var isPhoneConnected = false
    /// How far the session is set up.
    public var activation: Activation? = .notActivated
    /// Transfers that wait for the watch.
    public var waitingForWatch = 0
    /// Transfers that wait for the phone.
    public var waitingForPhone = 0
    /// The load that the watch was told last, 0 to 1; nil where it was told none.
    public var cognitiveLoad: Double?
    /// What the watch was told to show.
    public var context: [String: JSONValue] = [:]
    /// What the watch has told.
    public var receivedContext: [String: JSONValue] = [:]
    /// The heart-rate variability that the watch measured last, in ms.
    public var variability: Double?
    /// When it did.
    public var variabilityTime: Instant?
    /// The paired watches.
    public var watches: [RelayWatchDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("paired", &isPaired)
        fields.field("watch", &watch)
        fields.field("name", &name)
        fields.field("watch_app_installed", &isWatchAppInstalled)
        fields.field("watch_connected", &isWatchConnected)
        fields.field("is_watch_connected", &isWatchConnected)
        fields.field("watch_reachable", &isWatchReachable)
        fields.field("is_reachable", &isReachable)
        fields.field("phone_connected", &isPhoneConnected)
        fields.word("activation_state", &activation)
        fields.field("waiting_for_watch", &waitingForWatch)
        fields.field("waiting_for_phone", &waitingForPhone)
        fields.field("cognitive_load", &cognitiveLoad, .number.nullable.about("As the watch was told last"))
        fields.field("context", &context, .map(.any))
        fields.field("received_context", &receivedContext, .map(.any))
        fields.field("watch_hrv_ms", &variability)
        fields.field("watch_hrv_at_s", &variabilityTime)
        fields.field("watches", &watches)
    }
}

/// A paired watch.
public struct RelayWatchDocument: Document {
    public static var title: String? { "RelayWatch" }

    /// Its number.
    public var watch = ""
    /// What it is called.
    public var name = ""
    /// When it was paired.
    public var created = Instant.zero
    /// Whether its app is installed.
    public var isInstalled = false
    /// Whether it is the one that is sent to.
    public var isActive = false
    /// Whether it is connected to the relay.
    public var isConnected = false
    /// Whether it was paired by a code, as a browser is.
    public var isByCode = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("watch", &watch)
        fields.field("name", &name)
        fields.field("created", &created)
        fields.field("installed", &isInstalled)
        fields.field("active", &isActive)
        fields.field("connected", &isConnected)
        fields.field("by_code", &isByCode)
    }
}

/// The watches that are paired.
public struct RelayWatchListDocument: Document {
    /// The watches.
    public var watches: [RelayWatchDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("watches", &watches) }
}

/// What waits for the watch.
public struct RelayTransferListDocument: Document {
    /// One transfer.
    public struct Transfer: Document {
        /// What it is.
        public enum Kind: String, Word { case userinfo, file }

        /// Its number.
        public var id = ""
        /// What it is.
        public var kind: Kind? = .userinfo
        /// Its place in the order of sending.
        public var sequence = 0
        /// Its size in bytes.
        public var size = 0
        /// When it was handed over.
        public var created = Instant.zero
        /// When it is given up; nil for never.
        public var expires: Instant?
        /// The name of a file.
        public var name: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("id", &id)
            fields.word("kind", &kind)
            fields.field("seq", &sequence)
            fields.field("size", &size)
            fields.field("created", &created)
            fields.optional("expires", &expires)
            fields.optional("name", &name)
        }
    }

    /// How many there are.
    public var count = 0
    /// The transfers, in the order of sending.
    public var transfers: [Transfer] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("count", &count)
        fields.field("transfers", &transfers)
    }
}
