import Signals

/// What a .mtn file says: its properties and its channels.
struct MotionWatchLog {
    /// A channel of the file.
    struct Channel {
        /// The channel's name in the file.
        var name = ""
        var units = ""
        /// The epoch length in nanoseconds; 0 until it is known.
        var epoch: Int64 = 0
        /// Nanoseconds from the start of the recording to its first epoch.
        var offset: Int64 = 0
        /// The values.
        var numbers = MotionWatchValues()
        /// The number of epochs.
        var count: Int { numbers.count }

        /// Whether it is the channel with activity counts.
        var isMotion: Bool { name.lowercased() == "motion" || name.lowercased() == "activity" }

        /// The channel in the form common to all formats.
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
    /// The channels, in the order of the file.
    var channels: [Channel] = []
    /// Parts of the file that could not be read.
    var losses: [Loss] = []

    private static let propertyLimit = 1000
    private static let channelLimit = 50
    private static let depthLimit = 100

    /// Reads the file.
    /// - Parameter wants: the channels whose values are kept; of others they are counted.
    /// - Throws: `CancellationError`.
    init(_ bytes: [UInt8], wants: (Signals.Channel) -> Bool) throws {
        try bytes.withUnsafeBufferPointer { try read($0, wants) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ wants: (Signals.Channel) -> Bool) throws {
        var elements: [String] = []
        var name = ""
        var channel: Channel?
        var (isWhole, pieces) = (false, 0)
        var reader = MarkupReader(bytes)
        while let piece = reader.next() {
            pieces += 1
            if pieces & 0xFFF == 0 { try Task.checkCancellation() }
            switch piece {
            case .start(let element):
                if elements.count < Self.depthLimit { elements.append(element) }
                if element == "channel" {
                    // A flipped bit may have taken the end of the one before.
                    if let open = channel { keep(open) }
                    channel = Channel()
                }
                if element == "property" { name = "" }
                if element == "data", let known = channel, !known.name.isEmpty {
                    channel?.numbers.areKept = wants(known.recorded.channel)
                }
            case .end(let element):
                // A file whose elements do not match is read as far as it makes sense.
                if let place = elements.lastIndex(of: element) { elements.removeSubrange(place...) }
                if element == "channel", let whole = channel {
                    keep(whole)
                    channel = nil
                }
                isWhole = isWhole || element == "motionfile"
            case .text(let range):
                guard let element = elements.last else { continue }
                if element == "data" {
                    channel?.numbers.append(UnsafeBufferPointer(rebasing: bytes[range]))
                } else if range.count <= 4096 {
                    let text = MarkupReader.text(Array(bytes[range])[...])
                    if channel != nil { Self.set(element, text, of: &channel) } else { set(element, text, name: &name) }
                }
            }
        }
        if let cut = channel {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the file ends inside the channel \(cut.name), of which \(cut.count) epochs are kept"
                ))
            keep(cut)
        } else if !isWhole {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail:
                        "the file ends before its root element does: the copy broke off, and channels may be missing"
                ))
        }
        mend()
    }

    private mutating func keep(_ channel: Channel) {
        // Thirty years of epochs are more than a recorder keeps, and fewer than an instant can count.
        let isPlausible = Double(channel.count) * Double(channel.epoch) < 1e18
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

    /// The recorder, from the file's header.
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

extension MotionWatchLog {
    /// Gives epochs whose bytes are no text their time, and tells where channels of one recording differ in length.
    mutating func mend() {
        for index in channels.indices where !channels[index].numbers.foreign.isEmpty {
            // A recorder writes all its channels at once: one that is whole tells how many epochs there were.
            let whole = channels.first { other in
                other.epoch == channels[index].epoch && other.numbers.foreign.isEmpty
                    && other.count > channels[index].count
            }
            let runs = channels[index].numbers.foreign
            let lost = channels[index].numbers.mend(to: whole?.count)
            let bytes = runs.reduce(0) { $0 + $1.bytes }
            losses.append(
                Loss(
                    .damaged, count: Double(lost), unit: .samples, channel: channels[index].recorded.channel,
                    detail: "\(bytes) bytes of the channel \(channels[index].name) are no text; they take the time of "
                        + "\(lost) epochs, by \(whole.map { "the length of the channel \($0.name)" } ?? "their number")"
                ))
        }
        for epoch in Set(channels.map(\.epoch)) {
            let alike = channels.filter { $0.epoch == epoch && $0.offset == channels.first?.offset }
            guard let most = alike.map(\.count).max() else { continue }
            for short in alike where short.count < most {
                losses.append(
                    Loss(
                        .damaged, count: Double(most - short.count), unit: .samples,
                        channel: short.recorded.channel,
                        detail: "the channel \(short.name) has \(short.count) epochs where another has \(most): those "
                            + "behind the ones that are missing are too early"))
            }
        }
    }
}
