package import Signals

/// The Polar Measurement Data service, codec `polar-pmd`: values of the data characteristic FB005C82.
///
/// The device time of a frame is nanoseconds since 2000 at its *last* sample, nil where the stream has none (PPI).
/// Figures: `factor.N`, what one step of stream N means, as the device says when the stream starts; `range.N`, the range
/// of stream N in g, from which the factor of old acceleration frames follows where none is told. An answer of the control
/// point FB005C81 that starts a stream is taken as well: it has the factor.
package struct PolarCodec: FrameCodec {
    /// The codec's name in profiles.
    package static let name = "polar-pmd"

    /// What a step or a range may be; others are noise.
    private static let steps: ClosedRange<Float> = 1e-9...1e6

    var factors = [Float?](repeating: nil, count: 64)
    var ranges = [Float?](repeating: nil, count: 64)

    /// A codec without factors: values count in steps of one.
    package init() {}

    /// Decodes one PMD frame.
    package mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) {
        if bytes.byteCount > 0, bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self) == PolarAnswer.marker {
            return try adopt(PolarAnswer(bytes))
        }
        let header = try PolarFrameHeader(bytes)
        frame.deviceTime = header.deviceTime
        let factor = factors[Int(header.stream.rawValue)]
        switch header.stream {
        case .acceleration: try acceleration(header, bytes, factor, into: &frame)
        case .ecg: try ecg(header, bytes, into: &frame)
        case .ppg: try ppg(header, bytes, factor ?? 1, into: &frame)
        case .ppi: try intervals(header, bytes, into: &frame)
        case .gyroscope: try gyroscope(header, bytes, factor ?? 1, into: &frame)
        case .magnetometer: try magnetometer(header, bytes, factor ?? 1, into: &frame)
        case .skinTemperature, .temperature:
            let channel: Channel = header.stream == .temperature ? .temperature : .skinTemperature
            try numbers(channel, .celsius, header, bytes, factor ?? 1, into: &frame)
        case .pressure: try numbers(.pressure, .millibar, header, bytes, factor ?? 1, into: &frame)
        case .offlineHeartRate: try heartRates(header, bytes, into: &frame)
        case .location: try location(header, bytes, into: &frame)
        }
    }

    /// Sets `factor.N` or `range.N` of stream N; other names are ignored.
    package mutating func set(_ name: String, to value: Double) {
        let parts = name.split(separator: ".")
        guard parts.count == 2, let stream = Int(parts[1]), factors.indices.contains(stream),
            Self.steps.contains(Float(value))
        else {
            return
        }
        switch parts[0] {
        case "factor": factors[stream] = Float(value)
        case "range": ranges[stream] = Float(value)
        default: break
        }
    }

    private mutating func adopt(_ answer: PolarAnswer) {
        guard answer.operation == .start, answer.error == .none, let factor = try? answer.settings().factor,
            Self.steps.contains(factor)
        else { return }
        factors[Int(answer.type & 0x3F)] = factor
    }

    /// Does nothing: each frame decodes by itself.
    package mutating func reset() {}

    static func unsupported(_ header: PolarFrameHeader) -> DecodeError {
        let kind = header.isCompressed ? "compressed kind" : "kind"
        return DecodeError(.unsupported("\(header.stream) frame of \(kind) \(header.kind)"), at: 9)
    }

    /// Number of whole samples of `size` bytes in the content.
    /// - Throws: `DecodeError` when bytes are left over: the time of the last sample would be wrong.
    static func samples(_ bytes: RawSpan, of size: Int) throws(DecodeError) -> Int {
        let (count, rest) = (bytes.byteCount - PolarFrameHeader.size).quotientAndRemainder(dividingBy: size)
        guard rest == 0 else {
            throw DecodeError(.truncated(needed: size, available: rest), at: bytes.byteCount - rest)
        }
        guard count * size <= 4 * DeltaContent.limit else {
            throw DecodeError(.invalid("more than \(DeltaContent.limit) values in a frame"), at: PolarFrameHeader.size)
        }
        return count
    }

    /// Decodes delta-compressed samples into one column.
    @inline(__always)
    static func deltas(
        _ bytes: RawSpan, _ content: DeltaContent, _ convert: (Int32) -> Float
    ) throws(DecodeError) -> [Float] {
        let count = try content.count(bytes, from: PolarFrameHeader.size)
        return content.values(bytes, from: PolarFrameHeader.size, count: count, convert: convert)
    }

    /// Single-precision numbers: whole, or as differences of their bits times the factor.
    func numbers(
        _ channel: Channel, _ unit: SignalUnit, _ header: PolarFrameHeader, _ bytes: RawSpan, _ factor: Float,
        into frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard header.kind == 0 else { throw Self.unsupported(header) }
        var values: [Float] = []
        if header.isCompressed {
            values = try Self.deltas(bytes, DeltaContent(channels: 1, sampleBytes: 4)) {
                Self.finite(Float(bitPattern: UInt32(bitPattern: $0)) * factor)
            }
        } else {
            let count = try Self.samples(bytes, of: 4)
            var cursor = ByteCursor(bytes)
            try cursor.skip(PolarFrameHeader.size)
            for _ in 0..<count { values.append(Self.finite(Float(bitPattern: try cursor.little(UInt32.self)))) }
        }
        frame.columns.append(.init(channel, unit, values: values))
    }

    /// A number from foreign bits: infinity and signalling forms become one not-a-number.
    @inline(__always)
    static func finite(_ value: Float) -> Float { value.isFinite ? value : .nan }
}
