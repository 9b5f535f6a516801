import Signals

/// The result of decoding one of a profile's vectors.
package struct VectorTrial: Hashable, Sendable {
    /// The vector that was decoded.
    package var vector: ProfileVector
    /// What differs from what is expected; nil when nothing does.
    package var difference: String?

    /// Decodes all vectors of a profile that is joined with its bases, and compares.
    package static func run(_ profile: DeviceProfile, codecs: CodecRegistry = .compiled) -> [VectorTrial] {
        profile.vectors.map { VectorTrial(vector: $0, difference: difference($0, profile, codecs)) }
    }

    private static func difference(
        _ vector: ProfileVector, _ profile: DeviceProfile, _ codecs: CodecRegistry
    ) -> String? {
        var frame = DecodedFrame()
        do {
            let settings = try SettingValues(profile, choices: vector.settings)
            var decoder = try ProfileDecoder(profile, settings: settings, codecs: codecs)
            guard let place = decoder.index(of: vector.frame) else { return "there is no frame “\(vector.frame)”" }
            for (index, bytes) in vector.bytes.enumerated() {
                do throws(DecodeError) {
                    // A part is proven alone, and once more where it is joined.
                    try decoder.decode(alone: bytes.span.bytes, as: place, into: &frame)
                } catch {
                    let isLast = index == vector.bytes.count - 1
                    return isLast && vector.expectation == .refused ? nil : "\(error)"
                }
            }
        } catch {
            return "\(error)"
        }
        switch vector.expectation {
        case .refused: return "the bytes should be refused and were decoded"
        case .values(let values): return difference(frame, values)
        }
    }

    private static func difference(_ frame: DecodedFrame, _ values: ProfileVector.Values) -> String? {
        var seen: Set<String> = []
        for column in frame.columns where !column.values.isEmpty {
            let name = column.channel.rawValue
            guard let expected = values.channels[name] else { return "\(name) was not expected" }
            seen.insert(name)
            let equal = expected.count == column.values.count && zip(expected, column.values).allSatisfy(isSame)
            if !equal { return "\(name) is \(column.values), not \(text(expected))" }
        }
        for (name, expected) in values.channels where !seen.contains(name) && !expected.isEmpty {
            return "\(name) is missing"
        }
        if frame.texts != values.texts { return "the texts are \(frame.texts), not \(values.texts)" }
        if let sequence = values.sequence, frame.sequence != sequence {
            return "the sequence is \(text(frame.sequence)), not \(sequence)"
        }
        if let counter = values.counter, frame.counter != counter {
            return "the counter is \(text(frame.counter)), not \(counter)"
        }
        if let time = values.deviceTime, frame.deviceTime != time {
            return "the device's time is \(text(frame.deviceTime)) ns, not \(time) ns"
        }
        return nil
    }

    /// Equal to the seventh digit, which is all that a float has.
    private static func isSame(_ expected: Float?, _ value: Float) -> Bool {
        guard let expected else { return value.isNaN }
        return abs(expected - value) <= max(abs(expected), 1e-6) * 1e-6
    }

    private static func text(_ values: [Float?]) -> String {
        "[\(values.map { $0.map(String.init(describing:)) ?? "null" }.joined(separator: ", "))]"
    }

    private static func text<Number: BinaryInteger>(_ number: Number?) -> String { number.map { "\($0)" } ?? "absent" }
}
