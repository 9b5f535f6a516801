import Signals

/// What a .mtn file says: its properties and its channels.
struct MotionWatchLog {
    /// One channel.
    struct Channel {
        /// The name that the file gives it.
        var name = ""
        var units = ""
        /// Nanoseconds of an epoch.
        var epoch: Int64 = 0
        /// Nanoseconds from the start of the recording to its first epoch.
        var offset: Int64 = 0
        /// One value per epoch; NaN for what is no number.
        var values: [Float] = []
        /// Bytes among them that are no text.
        var foreignBytes = 0

        /// Whether it holds the counts.
        var isMotion: Bool { name.lowercased() == "motion" || name.lowercased() == "activity" }

        /// As every format tells it.
        var recorded: RecordedChannel {
            let rate = 1e9 / Double(epoch)
            let (channel, axis, unit): (Signals.Channel, String, SignalUnit) =
                isMotion
                ? (.counts, "motion", .count)
                : name.lowercased() == "light"
                    ? (.light, "value", .lux)
                    : name.lowercased() == "temperature"
                        ? (.temperature, "value", .celsius)
                        : (Signals.Channel(rawValue: name.lowercased()), "value", .one)
            return RecordedChannel(channel, axes: [axis], unit: unit, nominalRate: rate, observedRate: rate)
        }
    }

    /// Properties by name; the last change of each counts.
    private(set) var properties: [String: String] = [:]
    /// Channels with an epoch, in file order.
    private(set) var channels: [Channel] = []
    /// What could not be read.
    private(set) var losses: [Loss] = []

    private static let propertyLimit = 1000
    private static let channelLimit = 50
    private static let depthLimit = 100

    /// Reads the file.
    init(_ bytes: [UInt8]) {
        var elements: [String] = []
        var name = ""
        var channel: Channel?
        var reader = MarkupReader(bytes)
        while let piece = reader.next() {
            switch piece {
            case .start(let element):
                if elements.count < Self.depthLimit { elements.append(element) }
                if element == "channel" { channel = Channel() }
                if element == "property" { name = "" }
            case .end(let element):
                // A file whose elements do not match is read as far as it makes sense.
                if let place = elements.lastIndex(of: element) { elements.removeSubrange(place...) }
                if element == "channel", let whole = channel {
                    keep(whole)
                    channel = nil
                }
            case .text(let range):
                guard let element = elements.last else { continue }
                if element == "data" {
                    channel?.append(bytes[range])
                } else if range.count <= 4096 {
                    let text = MarkupReader.text(bytes[range])
                    if channel != nil { Self.set(element, text, of: &channel) } else { set(element, text, name: &name) }
                }
            }
        }
        if let cut = channel {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the file ends inside the channel \(cut.name), of which \(cut.values.count) epochs are kept"
                ))
            keep(cut)
        }
    }

    private mutating func keep(_ channel: Channel) {
        if channel.foreignBytes > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(channel.foreignBytes), unit: .blocks, channel: channel.recorded.channel,
                    detail: "\(channel.foreignBytes) bytes of the channel \(channel.name) are no text; the "
                        + "epochs behind them are too early by those that they were"))
        }
        // Thirty years of epochs are more than a recorder keeps, and fewer than an instant can count.
        let isPlausible = Double(channel.values.count) * Double(channel.epoch) < 1e18
        if channel.epoch > 0, isPlausible, channels.count < Self.channelLimit {
            channels.append(channel)
        } else {
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail:
                        "the channel \(channel.name) does not say how long its epochs are, or they are too long; it is left out"
                ))
        }
    }

    private mutating func set(_ element: String, _ text: String, name: inout String) {
        if element == "name" { name = text }
        if element == "content", !name.isEmpty, properties.count < Self.propertyLimit || properties[name] != nil {
            properties[name] = text
        }
    }

    private static func set(_ element: String, _ text: String, of channel: inout Channel?) {
        switch element {
        case "name": channel?.name = text
        case "units": channel?.units = text
        case "epoch":
            if let seconds = Double(text), (0.001...86_400).contains(seconds) { channel?.epoch = Int64(seconds * 1e9) }
        case "offset":
            if let seconds = Double(text), abs(seconds) <= 1e8 { channel?.offset = Int64(seconds * 1e9) }
        default: break
        }
    }

    /// Wall-clock nanoseconds since 1970 of the first epoch.
    var start: Int64? { properties["=StartTime"].flatMap { GENEActivHeader.time(Array($0.utf8)[...]) } }

    /// The recorder.
    var device: DeviceIdentity {
        let code = properties["=Device"] ?? ""
        return DeviceIdentity(
            maker: "CamNtech", model: code == "MW8" ? "MotionWatch 8" : code.isEmpty ? "MotionWatch" : code,
            serial: properties["=SerialNo"] ?? "", firmware: properties["=FirmwareVersion"] ?? "")
    }

    /// Every property, without the sign in front that tells the wearer's from the recorder's.
    var metadata: [String: String] {
        Dictionary(
            properties.map { (String($0.key.drop { $0 == "=" || $0 == "+" }).lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// Takes XML apart into elements and text, of whatever it is given.
struct MarkupReader {
    /// A piece.
    enum Piece {
        case start(String)
        case end(String)
        /// Text between two tags, as a range of the bytes.
        case text(Range<Int>)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var pendingEnd: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next piece; nil at the end.
    mutating func next() -> Piece? {
        if let end = pendingEnd {
            pendingEnd = nil
            return .end(end)
        }
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                let start = place
                place = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                return .text(start..<place)
            }
            let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
            var tag = bytes[(place + 1)..<max(place + 1, end)]
            place = min(bytes.count, end + 1)
            guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { continue }
            let isEnd = first == UInt8(ascii: "/")
            if isEnd { tag = tag.dropFirst() }
            let isEmpty = tag.last == UInt8(ascii: "/")
            let name = String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }.prefix(100), as: UTF8.self)
            if isEnd { return .end(name) }
            if isEmpty { pendingEnd = name }
            return .start(name)
        }
        return nil
    }

    /// The text of a range, with its entities replaced.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        return entities.reduce(String(ofLog: bytes).trimmed) { $0.replacing($1.0, with: $1.1) }
    }
}
