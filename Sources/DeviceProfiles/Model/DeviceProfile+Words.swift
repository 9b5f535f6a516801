import Signals

extension DeviceProfile {
    /// Whether it describes a device that can be found, and not only a part of others.
    package var isDevice: Bool { !match.isEmpty || usb != nil }

    /// The buses that it is reached over.
    package var buses: [String] {
        (bluetooth == nil ? [] : ["bluetooth"]) + (usb == nil ? [] : ["usb"])
    }

    /// The channels that it gives, the same channel once.
    package var streams: [String] {
        if let declaredStreams { return declaredStreams }
        var names: [String] = []
        for output in frames.flatMap(\.outputs) where !names.contains(output.channel.rawValue) {
            names.append(output.channel.rawValue)
        }
        return names
    }
}

extension DeviceProfile {
    /// The streams that it offers, in words.
    package var streamWords: String {
        streams.map { name in
            switch name {
            case "rr_interval": "RR intervals"
            case "ecg": "ECG"
            case "ppg": "PPG"
            default: name.split(separator: "_").joined(separator: " ")
            }
        }.joined(separator: ", ")
    }
}

extension DeviceProfile.Verification.Ground {
    /// The ground in words.
    package var words: String {
        switch self {
        case .realBytes: "bytes of real devices"
        case .virtualHardware: "virtual hardware"
        case .documentation: "documents only"
        }
    }
}

extension DecodedFrame {
    /// Whether a frame has no content at all, as for a part of a line.
    package var isSilent: Bool {
        columns.allSatisfy(\.values.isEmpty) && texts.isEmpty && sequence == nil && counter == nil && deviceTime == nil
    }
}
