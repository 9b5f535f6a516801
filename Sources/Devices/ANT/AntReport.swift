package import Signals

/// What a receiver tells, by the kind of its message.
package enum AntReport: Hashable, Sendable {
    /// The receiver has started, after a reset or by itself.
    case started
    /// The result of a command; code 0 is success.
    case response(channel: UInt8, to: UInt8, code: UInt8)
    /// An event on a channel, by its code.
    case event(channel: UInt8, code: UInt8)
    /// Eight bytes that somebody sent; the sender where it was appended, and the signal strength in dBm.
    case data(channel: UInt8, payload: [UInt8], sender: AntSender?, rssi: Int?)
    /// What the receiver supports.
    case capabilities(AntCapabilities)
    /// The sender that a channel follows.
    case sender(AntSender, channel: UInt8)
    /// The software's name and version.
    case version(String)
    /// A message of a kind without use here.
    case other(UInt8)

    /// What a message says.
    /// - Throws: `DecodeError` when the message is shorter than its kind.
    package init(_ message: AntMessage) throws(DecodeError) {
        var cursor = ByteCursor(message.content.span.bytes)
        switch message.id {
        case 0x6F: self = .started
        case 0x40:
            let channel = try cursor.little(UInt8.self)
            let (about, code) = (try cursor.little(UInt8.self), try cursor.little(UInt8.self))
            self =
                about == 1 ? .event(channel: channel, code: code) : .response(channel: channel, to: about, code: code)
        // Broadcast and acknowledged data; sensors send either.
        case 0x4E, 0x4F: self = try Self.data(&cursor)
        // The same with the sender first, as the oldest receivers do.
        case 0x5D, 0x5E:
            let channel = try cursor.little(UInt8.self)
            let sender = try Self.sender(&cursor)
            self = .data(channel: channel, payload: try cursor.array(8), sender: sender, rssi: nil)
        case 0x54: self = .capabilities(try AntCapabilities(&cursor))
        case 0x51:
            let channel = try cursor.little(UInt8.self)
            self = .sender(try Self.sender(&cursor), channel: channel)
        case 0x3E: self = .version(String(decoding: message.content.prefix { $0 != 0 }, as: UTF8.self))
        default: self = .other(message.id)
        }
    }

    private static func sender(_ cursor: inout ByteCursor) throws(DecodeError) -> AntSender {
        AntSender(
            try cursor.little(UInt8.self), try cursor.little(UInt8.self), try cursor.little(UInt8.self),
            try cursor.little(UInt8.self))
    }

    private static func data(_ cursor: inout ByteCursor) throws(DecodeError) -> AntReport {
        let channel = try cursor.little(UInt8.self)
        let payload = try cursor.array(8)
        guard cursor.remaining > 0 else { return .data(channel: channel, payload: payload, sender: nil, rssi: nil) }
        let flags = try cursor.little(UInt8.self)
        let sender = flags & 0x80 != 0 ? try Self.sender(&cursor) : nil
        var rssi: Int?
        if flags & 0x40 != 0 {
            let (kind, value) = (try cursor.little(UInt8.self), try cursor.little(Int8.self))
            // 0x20 is dBm; the threshold after it is of no use here.
            try cursor.skip(1)
            rssi = kind == 0x20 ? Int(value) : nil
        }
        return .data(channel: channel, payload: payload, sender: sender, rssi: rssi)
    }
}

/// What a receiver supports.
package struct AntCapabilities: Hashable, Sendable {
    /// The number of channels.
    package var channels: Int
    /// The number of networks.
    package var networks: Int
    /// Whether it appends the sender to each message.
    package var appendsSender: Bool
    /// Whether it can listen to all senders at all times.
    package var hearsAll: Bool

    /// Memberwise.
    package init(channels: Int, networks: Int, appendsSender: Bool, hearsAll: Bool) {
        self.channels = channels
        self.networks = networks
        self.appendsSender = appendsSender
        self.hearsAll = hearsAll
    }

    /// From a message: channels, networks, standard options, advanced options, and, on all but the oldest receivers,
    /// advanced options 2.
    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        let (channels, networks) = (try cursor.little(UInt8.self), try cursor.little(UInt8.self))
        try cursor.skip(2)
        let options = cursor.remaining > 0 ? try cursor.little(UInt8.self) : 0
        self.init(
            channels: Int(channels), networks: Int(networks), appendsSender: options & 0x02 != 0,
            hearsAll: options & 0x04 != 0)
    }
}
