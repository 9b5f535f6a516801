/// How a device is used over Bluetooth Low Energy. Characteristics and services are named by their UUIDs in the form
/// of ``ProfileUUID``.
public struct BluetoothAccess: Hashable, Sendable {
    /// How the link is made.
    public struct Connect: Hashable, Sendable {
        /// Whether keys are exchanged and kept.
        public enum Bonding: String, Hashable, Sendable, CaseIterable {
            /// Never pairs.
            case never
            /// Pairs when the device demands it.
            case whenAsked = "when-asked"
            /// Pairs before anything else.
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
        /// Seconds without a notification after which the link is made again; nil for a device that may be silent.
        public var silenceSeconds: Int?
        /// The write that is repeated while the device is used; nil for none.
        public var keepAlive: KeepAlive?

        /// The defaults of the radio.
        public init() {}
    }

    /// A write that keeps a device from closing the link.
    public struct KeepAlive: Hashable, Sendable {
        /// What is written.
        public var write: ProfileWrite
        /// Seconds between two writes.
        public var everySeconds: Int
    }

    /// A characteristic that sends its value by itself.
    public struct Subscription: Hashable, Sendable {
        /// The UUID of the characteristic.
        public var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        public var service: String?
        /// The frames that a value may be, of which the first fits whose ``FrameFormat/starts`` holds; empty for values
        /// that only answer writes.
        public var frames: [String] = []
        /// Whether indications are asked for instead of notifications.
        public var indications = false
        /// Whether a device without it is accepted.
        public var isOptional = false
    }

    /// A characteristic that is read at intervals.
    public struct Reading: Hashable, Sendable {
        /// The UUID of the characteristic.
        public var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        public var service: String?
        /// The name of the frame that its value is decoded as.
        public var frame: String
        /// Seconds from one reading to the next; nil to read once after each connecting.
        public var everySeconds: Int?
        /// Whether a device without it is accepted.
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

    /// How the link is made.
    public var connect = Connect()
    /// Writes that start the device, in order, after subscribing.
    public var start: [ProfileWrite] = []
    /// Written in order before the link is given up on purpose; never empty when ``start`` is not.
    public var stop: [ProfileWrite] = []
    /// Subscriptions, in order.
    public var subscriptions: [Subscription] = []
    /// Characteristics that are read.
    public var readings: [Reading] = []
    /// What is decoded from advertisements.
    public var adverts: [Advert] = []
}
