package import Signals

/// All frames of a profile, for one session with one device.
///
/// Frames that name the same codec share one instance of it, so that an answer on one characteristic can prepare it
/// for the values of another. What is read of a device corrects what it streams, pieces of a frame are put together, and
/// so are frames that are parts of one: what a value gives may be a frame of another place than its own, ``place``.
package struct ProfileDecoder: Sendable {
    private enum Program {
        case fields(FrameDecoder)
        case codec(Int)
        /// Parts of the other frames, which nothing sends by itself.
        case joined(Int)
    }

    /// The part of a joined frame that a frame is.
    private struct Part {
        /// The place of the joined frame, and that of its joiner.
        var frame: Int
        var joiner: Int
        var number: Int
    }

    /// The frames, in the order of the profile.
    package let formats: [FrameFormat]
    /// The place of the frame that was decoded last.
    package private(set) var place = 0
    private var programs: [Program] = []
    private var codecs: [any FrameCodec] = []
    private var joiners: [FrameJoiner] = []
    private var parts: [Int: Part] = [:]
    private var reassemblies: [Int: FrameReassembly] = [:]
    private var calibration = Calibration()
    /// The next part of each joined frame whose parts are given one after the other.
    private var turns: [Int: Int] = [:]

    /// Decoders for the frames of `profile`.
    /// - Throws: `Failure` when a codec is not compiled in.
    package init(
        _ profile: DeviceProfile, settings: SettingValues, codecs registry: CodecRegistry = .compiled
    ) throws(Failure) {
        formats = profile.frames
        var places: [String: Int] = [:]
        for (index, format) in formats.enumerated() {
            if let framing = format.spans { reassemblies[index] = FrameReassembly(framing, check: format.check) }
            if !format.parts.isEmpty {
                addParts(of: format, at: index)
                continue
            }
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

    private mutating func addParts(of format: FrameFormat, at index: Int) {
        programs.append(.joined(joiners.count))
        for (number, name) in format.parts.enumerated() {
            if let place = formats.firstIndex(where: { $0.id == name }) {
                parts[place] = Part(frame: index, joiner: joiners.count, number: number)
            }
        }
        joiners.append(FrameJoiner(format))
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
        // What a piece begins with says nothing.
        candidates.first { formats[$0].spans != nil || formats[$0].starts?.matches(bytes) ?? true }
    }

    /// Decodes one value as the frame at place `index`, instead of what `frame` said before; of a frame that is put together
    /// the value is the next part, in the order of the profile.
    /// - Throws: `DecodeError` for bytes that make no such frame, also for a place that there is not.
    package mutating func decode(_ bytes: RawSpan, as index: Int, into frame: inout DecodedFrame) throws(DecodeError) {
        guard programs.indices.contains(index) else {
            throw DecodeError(.unsupported("the profile has no frame \(index)"), at: 0)
        }
        if case .joined = programs[index] { return try decodeNextPart(bytes, of: index, into: &frame) }
        guard reassemblies.isEmpty || reassemblies[index] == nil else {
            reassemblies[index]?.push(bytes)
            if try decodeNext(as: index, into: &frame) { return }
            frame.clear()
            place = index
            // Told where no frame is lost by it.
            let skipped = reassemblies[index]?.takeSkipped() ?? 0
            if skipped > 0 { throw DecodeError(.invalid("\(skipped) bytes belong to no frame"), at: 0) }
            return
        }
        try decode(whole: bytes, as: index, into: &frame)
    }

    /// Decodes a frame alone, also one that is a part of another.
    /// - Throws: `DecodeError` for bytes that make no such frame.
    package mutating func decode(alone bytes: RawSpan, as index: Int, into frame: inout DecodedFrame)
        throws(DecodeError)
    {
        let part = parts.removeValue(forKey: index)
        defer { parts[index] = part }
        try decode(bytes, as: index, into: &frame)
    }

    /// Decodes the next frame of a value that ``decode(_:as:into:)`` has taken, instead of what `frame` said before; to be
    /// called until it says that there is none, as one value may end several lines.
    /// - Returns: whether there was one.
    /// - Throws: `DecodeError` for bytes that make no frame; there may be more behind them.
    package mutating func decodeNext(as index: Int, into frame: inout DecodedFrame) throws(DecodeError) -> Bool {
        guard programs.indices.contains(index) else { return false }
        if !reassemblies.isEmpty, reassemblies[index] != nil {
            guard let bytes = reassemblies[index]?.pop() else { return false }
            try decode(whole: bytes.span.bytes, as: index, into: &frame)
            return true
        }
        guard case .codec(let place) = programs[index] else { return false }
        frame.clear()
        return try codecs[place].decodeNext(into: &frame)
    }

    /// Tells once how many frames of a place were lost, as one value held too many.
    package mutating func takeDropped(of index: Int) -> Int {
        reassemblies.isEmpty ? 0 : reassemblies[index]?.takeDropped() ?? 0
    }

    /// Discards partial data, as a new link begins; what corrects values stays.
    package mutating func reset() {
        for place in codecs.indices { codecs[place].reset() }
        for place in joiners.indices { joiners[place].reset() }
        for place in reassemblies.keys { reassemblies[place]?.reset() }
        turns.removeAll()
    }

    private mutating func decode(whole bytes: RawSpan, as index: Int, into frame: inout DecodedFrame)
        throws(DecodeError)
    {
        place = index
        switch programs[index] {
        case .joined: break
        case .fields(let decoder):
            try decoder.decode(bytes, into: &frame)
            if decoder.keepsValues { calibration.take(frame.kept, decoder.names) }
            if !decoder.calibrated.isEmpty { try calibration.correct(&frame, decoder.calibrated) }
            if !parts.isEmpty, let part = parts[index] { try join(part, &frame) }
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

    private mutating func decodeNextPart(_ bytes: RawSpan, of index: Int, into frame: inout DecodedFrame)
        throws(DecodeError)
    {
        let turn = turns[index] ?? 0
        turns[index] = (turn + 1) % max(1, formats[index].parts.count)
        guard let part = parts.first(where: { $0.value.frame == index && $0.value.number == turn })?.key else {
            throw DecodeError(.unsupported("“\(formats[index].id)” has no part \(turn)"), at: 0)
        }
        try decode(bytes, as: part, into: &frame)
    }

    /// Puts a part to those that came under its number; where it is not the last, `frame` says nothing.
    private mutating func join(_ part: Part, _ frame: inout DecodedFrame) throws(DecodeError) {
        let counter = frame.counter
        guard let sequence = frame.sequence ?? counter, let values = frame.columns.first?.values else {
            throw DecodeError(.invalid("the frame has no number to be joined by"), at: 0)
        }
        if try joiners[part.joiner].take(values, part: part.number, sequence: sequence, into: &frame) {
            frame.counter = counter
            return place = part.frame
        }
        frame.clear()
        let missing = joiners[part.joiner].takeMissing()
        if missing > 0 {
            throw DecodeError(
                .invalid("of \(missing) packets of “\(formats[part.frame].id)” a part did not come"), at: 0)
        }
    }
}
