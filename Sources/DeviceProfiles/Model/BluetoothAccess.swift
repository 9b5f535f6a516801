/// How a device is used over Bluetooth Low Energy. Characteristics and services are named by their UUIDs in the form
/// of ``ProfileUUID``.
public struct BluetoothAccess: Hashable, Sendable {
    /// What the link should be like.
    public struct Connect: Hashable, Sendable {
        /// Whether keys are exchanged and kept.
        public enum Bonding: String, Hashable, Sendable, CaseIterable {
            /// The device needs none.
            case never
            /// When the device asks for it.
            case whenAsked = "when-asked"
            /// Before anything else.
            case always
        }

        /// Whether keys are exchanged and kept.
        public var bonding = Bonding.whenAsked
        /// Whether a person reads a number on the device and types it.
        public var needsPasskey = false
        /// The attribute protocol's MTU to ask for; nil for the default of the radio.
        public var mtu: Int?
        /// The smallest MTU with which the device works; nil for any.
        public var minimumMTU: Int?
        /// Time between connection events, in milliseconds.
        public var intervalMilliseconds: ClosedRange<Double>?
        /// How long the link may be silent before it counts as lost, in milliseconds.
        public var supervisionMilliseconds: Int?
        /// After how many seconds without a notification the link is made anew; nil for a device that may be silent.
        public var silenceSeconds: Int?
        /// What is written again and again while it is used; nil when nothing is.
        public var keepAlive: KeepAlive?

        /// The radio's defaults.
        public init() {}
    }

    /// A write that is repeated.
    public struct KeepAlive: Hashable, Sendable {
        /// The write.
        public var write: ProfileWrite
        /// Seconds from one to the next.
        public var everySeconds: Int
    }

    /// A characteristic that sends its value by itself.
    public struct Subscription: Hashable, Sendable {
        /// The characteristic.
        public var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        public var service: String?
        /// The frames that a value may be, of which the first fits whose ``FrameFormat/starts`` holds; empty for values
        /// that only answer writes.
        public var frames: [String] = []
        /// Whether indications are asked for instead of notifications.
        public var indications = false
        /// Whether the device may lack it.
        public var isOptional = false
    }

    /// A characteristic whose value is asked for.
    public struct Reading: Hashable, Sendable {
        /// The characteristic.
        public var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        public var service: String?
        /// The frame that its value is.
        public var frame: String
        /// Seconds from one reading to the next; nil to read once after each connecting.
        public var everySeconds: Int?
        /// Whether the device may lack it.
        public var isOptional = false
    }

    /// Data in an advertisement that can be understood without a connection.
    public struct Advert: Hashable, Sendable {
        /// The company whose data they are; nil for a service's.
        public var manufacturer: UInt16?
        /// The service whose data they are; nil for a company's.
        public var service: String?
        /// The frame that they are, without the company's or the service's number.
        public var frame: String
    }

    /// What the link should be like.
    public var connect = Connect()
    /// Written in order once subscriptions stand.
    public var start: [ProfileWrite] = []
    /// Written in order before the link is given up on purpose; never empty when ``start`` is not.
    public var stop: [ProfileWrite] = []
    /// What is subscribed to, in order.
    public var subscriptions: [Subscription] = []
    /// What is read.
    public var readings: [Reading] = []
    /// What advertisements say.
    public var adverts: [Advert] = []
}
