package import Signals

/// All frames of a profile, for one session with one device.
///
/// Frames that name the same codec share one instance of it, so that an answer on one characteristic can prepare it
/// for the values of another.
package struct ProfileDecoder: Sendable {
    private enum Program {
        case fields(FrameDecoder)
        case codec(Int)
    }

    /// The frames, in the order of the profile.
    package let formats: [FrameFormat]
    private var programs: [Program] = []
    private var codecs: [any FrameCodec] = []

    /// Decoders for the frames of `profile`.
    /// - Throws: `Failure` when a codec is not compiled in.
    package init(
        _ profile: DeviceProfile, settings: SettingValues, codecs registry: CodecRegistry = .compiled
    ) throws(Failure) {
        formats = profile.frames
        var places: [String: Int] = [:]
        for format in formats {
            guard let name = format.codec else {
                programs.append(.fields(try FrameDecoder(format, settings: settings)))
                continue
            }
            if let place = places[name] {
                programs.append(.codec(place))
                continue
            }
            guard let codec = registry.codec(name) else {
                throw Failure(
                    .notFound,
                    "The frame “\(format.id)” of \(profile.id) needs the codec “\(name)”, which is not built in.")
            }
            places[name] = codecs.count
            programs.append(.codec(codecs.count))
            codecs.append(codec)
        }
        for setting in profile.settings {
            if let number = settings.number(setting.id) { set(setting.id, to: Double(number)) }
        }
    }

    /// Tells every codec a figure that the device or its profile told outside of the frames; those that do not know it
    /// ignore it. Settings with whole numbers are told by themselves.
    package mutating func set(_ name: String, to value: Double) {
        for place in codecs.indices { codecs[place].set(name, to: value) }
    }

    /// The place of a frame, for ``decode(_:as:into:)``.
    package func index(of frame: String) -> Int? { formats.firstIndex { $0.id == frame } }

    /// The first of `candidates`, places of frames, whose start the bytes have; nil when none has.
    package func choose(_ bytes: RawSpan, among candidates: [Int]) -> Int? {
        candidates.first { formats[$0].starts?.matches(bytes) ?? true }
    }

    /// Decodes one value as the frame at place `index`, instead of what `frame` said before.
    /// - Throws: `DecodeError` for bytes that make no such frame, also for a place that there is not.
    package mutating func decode(_ bytes: RawSpan, as index: Int, into frame: inout DecodedFrame) throws(DecodeError) {
        guard programs.indices.contains(index) else {
            throw DecodeError(.unsupported("the profile has no frame \(index)"), at: 0)
        }
        switch programs[index] {
        case .fields(let decoder): try decoder.decode(bytes, into: &frame)
        case .codec(let place):
            frame.clear()
            let format = formats[index]
            guard bytes.byteCount >= format.minimum else {
                throw DecodeError(.truncated(needed: format.minimum, available: bytes.byteCount), at: 0)
            }
            guard bytes.byteCount <= format.maximum else {
                throw DecodeError(.invalid("the frame is longer than \(format.maximum) bytes"), at: format.maximum)
            }
            try codecs[place].decode(bytes, into: &frame)
        }
    }

    /// Decodes the next frame of a value that ``decode(_:as:into:)`` has taken, instead of what `frame` said before; to be
    /// called until it says that there is none, as one value may end several lines.
    /// - Returns: whether there was one.
    /// - Throws: `DecodeError` for bytes that make no frame; there may be more behind them.
    package mutating func decodeNext(as index: Int, into frame: inout DecodedFrame) throws(DecodeError) -> Bool {
        guard programs.indices.contains(index), case .codec(let place) = programs[index] else { return false }
        frame.clear()
        return try codecs[place].decodeNext(into: &frame)
    }

    /// Discards partial data, as a new link begins.
    package mutating func reset() {
        for place in codecs.indices { codecs[place].reset() }
    }
}
