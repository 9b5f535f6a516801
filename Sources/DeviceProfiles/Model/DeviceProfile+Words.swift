import Signals

extension DeviceProfile {
    /// Whether it describes a device that can be found, and not only a part of others.
    public var isDevice: Bool { !match.isEmpty || usb != nil }

    /// How it is reached.
    public var buses: [String] {
        (bluetooth == nil ? [] : ["bluetooth"]) + (usb == nil ? [] : ["usb"])
    }

    /// What it gives, in words, the same channel once.
    public var streams: [String] {
        var words: [String] = []
        for output in frames.flatMap(\.outputs) {
            let word = output.channel.rawValue.split(separator: "_").joined(separator: " ")
            if !words.contains(word) { words.append(word) }
        }
        return words
    }
}

extension DeviceProfile.Verification.Ground {
    /// The ground in words.
    public var words: String {
        switch self {
        case .realBytes: "bytes of real devices"
        case .virtualHardware: "virtual hardware"
        case .documentation: "documents only"
        }
    }
}

extension DecodedFrame {
    /// Whether a frame said nothing at all, as a piece of a line does.
    public var isSilent: Bool {
        columns.allSatisfy(\.values.isEmpty) && texts.isEmpty && sequence == nil && counter == nil && deviceTime == nil
    }
}
