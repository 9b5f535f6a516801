/// One message between a host and an ANT receiver (ANT Message Protocol and Usage, D00000652, section 7): a sync byte, the
/// length of the content, an identifier, the content, and a checksum over all of them.
package struct AntMessage: Hashable, Sendable {
    /// The sync byte that every message begins with.
    package static let sync: UInt8 = 0xA4
    /// The longest content: eight bytes of data with everything that may be appended, and burst messages with some more.
    package static let longest = 64

    /// The message identifier.
    package var id: UInt8
    /// The content, at most ``longest`` bytes.
    package var content: [UInt8]

    /// A message from its parts; what is too long for one is cut off.
    package init(_ id: UInt8, _ content: [UInt8]) {
        self.id = id
        self.content = Array(content.prefix(Self.longest))
    }

    /// The message as sent, with its length and checksum.
    package var bytes: [UInt8] {
        var bytes = [Self.sync, UInt8(content.count), id] + content
        bytes.append(bytes.reduce(0, ^))
        return bytes
    }
}

extension AntMessage {
    /// Restarts the receiver, which forgets everything.
    package static let reset = AntMessage(0x4A, [0])

    /// Asks for a message of the given identifier.
    package static func request(_ id: UInt8, channel: UInt8 = 0) -> AntMessage { AntMessage(0x4D, [channel, id]) }
    /// Sets the key of a network; eight bytes.
    package static func networkKey(_ key: [UInt8], network: UInt8 = 0) -> AntMessage {
        AntMessage(0x46, [network] + key.prefix(8))
    }
    /// Asks for what is appended to data: the sender, and the signal strength.
    package static let appendSenderAndSignal = AntMessage(0x6E, [0, 0xC0])
    /// Asks older receivers to append the sender.
    package static let appendSender = AntMessage(0x66, [0, 1])
    /// Makes a channel that listens, on network 0.
    package static func assign(_ channel: UInt8) -> AntMessage { AntMessage(0x42, [channel, 0, 0]) }
    /// Whom a channel listens to; a number of 0 is anybody of that type.
    package static func sender(_ sender: AntSender, on channel: UInt8) -> AntMessage {
        AntMessage(0x51, [channel] + sender.bytes)
    }
    /// How often its sender sends, in 1/32768 s.
    package static func period(_ ticks: UInt16, on channel: UInt8) -> AntMessage {
        AntMessage(0x43, [channel, UInt8(truncatingIfNeeded: ticks), UInt8(truncatingIfNeeded: ticks >> 8)])
    }
    /// The radio's frequency, in MHz above 2400.
    package static func frequency(_ megahertz: UInt8, on channel: UInt8) -> AntMessage {
        AntMessage(0x45, [channel, megahertz])
    }
    /// Searches without a timeout.
    package static func searchForever(on channel: UInt8) -> AntMessage { AntMessage(0x44, [channel, 0xFF]) }
    /// Puts a sender on a channel's inclusion or exclusion list.
    package static func list(_ sender: AntSender, at index: UInt8, on channel: UInt8) -> AntMessage {
        AntMessage(0x59, [channel] + sender.bytes + [index])
    }
    /// Makes the list one of those that are passed over.
    package static func exclude(_ count: UInt8, on channel: UInt8) -> AntMessage {
        AntMessage(0x5A, [channel, count, 1])
    }
    /// Opens a channel.
    package static func open(_ channel: UInt8) -> AntMessage { AntMessage(0x4B, [channel]) }
    /// Opens channel 0 to everybody who sends on its network and frequency, all the time.
    package static let openToAll = AntMessage(0x5B, [0])
}

/// A sender: what ANT calls a channel ID.
package struct AntSender: Hashable, Sendable {
    /// The device number, 1 ... 65 535, or up to 20 bits where the transmission type holds four more; 0 for anybody.
    package var number: UInt32
    /// What kind of device it is, without the bit that asks for pairing; 0 for any.
    package var type: UInt8
    /// The lower four bits of the transmission type.
    package var transmission: UInt8

    /// Memberwise; what is not given has its default.
    package init(number: UInt32, type: UInt8 = AntKind.heartRate.deviceType, transmission: UInt8 = 0) {
        self.number = number & 0xFFFFF
        self.type = type & 0x7F
        self.transmission = transmission & 0x0F
    }

    /// A sender from the four bytes of a message.
    init(_ low: UInt8, _ high: UInt8, _ type: UInt8, _ transmission: UInt8) {
        self.init(
            number: UInt32(transmission >> 4) << 16 | UInt32(high) << 8 | UInt32(low), type: type,
            transmission: transmission)
    }

    /// The four bytes of a message.
    var bytes: [UInt8] {
        [
            UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), type,
            UInt8(truncatingIfNeeded: number >> 16) << 4 | transmission,
        ]
    }
}
