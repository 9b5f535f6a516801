/// How a device is used over Bluetooth Low Energy. Characteristics and services are named by their UUIDs in the form
/// of ``ProfileUUID``.
package struct BluetoothAccess: Hashable, Sendable {
    /// How the link is made.
    package struct Connect: Hashable, Sendable {
        /// Whether keys are exchanged and kept.
        package enum Bonding: String, Hashable, Sendable, CaseIterable {
            /// Never pairs.
            case never
            /// Pairs when the device demands it.
            case whenAsked = "when-asked"
        }

        /// Whether keys are exchanged and kept.
        package var bonding = Bonding.whenAsked
        /// The attribute protocol's MTU to ask for; nil for the default of the radio.
        package var mtu: Int?
        /// The smallest MTU with which the device works; nil for any.
        package var minimumMTU: Int?
        /// Time between connection events, in milliseconds.
        package var intervalMilliseconds: ClosedRange<Double>?
        /// How long the link may be silent before it counts as lost, in milliseconds.
        package var supervisionMilliseconds: Int?
        /// Seconds without a notification after which the link is made again; nil for a device that may be silent.
        package var silenceSeconds: Int?
        /// The write that is repeated while the device is used; nil for none.
        package var keepAlive: KeepAlive?

        /// The defaults of the radio.
        package init() {}
    }

    /// A write that keeps a device from closing the link.
    package struct KeepAlive: Hashable, Sendable {
        /// What is written.
        package var write: ProfileWrite
        /// Seconds between two writes.
        package var everySeconds: Int
    }

    /// A characteristic that sends its value by itself.
    package struct Subscription: Hashable, Sendable {
        /// The UUID of the characteristic.
        package var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        package var service: String?
        /// The frames that a value may be, of which the first fits whose ``FrameFormat/starts`` holds; empty for values
        /// that only answer writes.
        package var frames: [String] = []
        /// Whether indications are asked for instead of notifications.
        package var indications = false
        /// Whether a device without it is accepted.
        package var isOptional = false
    }

    /// A characteristic that is read at intervals.
    package struct Reading: Hashable, Sendable {
        /// The UUID of the characteristic.
        package var characteristic: String
        /// The service that it is in, where the UUID alone is not enough.
        package var service: String?
        /// The name of the frame that its value is decoded as.
        package var frame: String
        /// Seconds from one reading to the next; nil to read once after each connecting.
        package var everySeconds: Int?
        /// Whether a device without it is accepted.
        package var isOptional = false
    }

    /// Data in an advertisement that can be understood without a connection.
    package struct Advert: Hashable, Sendable {
        /// The company whose data they are; nil for a service's.
        package var manufacturer: UInt16?
        /// The service whose data they are; nil for a company's.
        package var service: String?
        /// The frame that they are, without the company's or the service's number.
        package var frame: String
    }

    /// How the link is made.
    package var connect = Connect()
    /// The dialogue by which the device is set up beside the writes, by its name; nil for that of its codec, if there is one.
    package var dialogue: String?
    /// The dialogue by which the device hands over what it has recorded by itself, by its name; nil for none. It is spoken
    /// once the device is set up, while it streams.
    package var memory: String?
    /// Writes that start the device, in order, after subscribing.
    package var start: [ProfileWrite] = []
    /// Written in order before the link is given up on purpose; never empty when ``start`` is not.
    package var stop: [ProfileWrite] = []
    /// Subscriptions, in order.
    package var subscriptions: [Subscription] = []
    /// Characteristics that are read.
    package var readings: [Reading] = []
    /// What is decoded from advertisements.
    package var adverts: [Advert] = []
}
