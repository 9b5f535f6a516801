import Signals

/// Decodes the frames of a ``PolarRecordingFile`` one after the other and gives each sample its time by the device's clock:
/// the time of a frame is that of its last sample, and those of the others are spread since the frame before.
struct PolarRecordingReader: Sendable {
    /// Samples of one frame.
    struct Samples: Sendable {
        var column: DecodedFrame.Column
        /// By the device's clock, in nanoseconds of its epoch.
        var times: [Int64]
    }

    let bytes: [UInt8]
    let file: PolarRecordingFile
    let stream: PolarStream
    /// The device's clock at the last sample of the first frame and of the last.
    let span: ClosedRange<Int64>
    /// Nanoseconds from one sample to the next by the settings; nil where they do not say.
    let period: Double?
    /// Frames that could not be understood.
    private(set) var damaged = 0
    private var codec = PolarCodec()
    private var index = 0
    private var last: Int64?
    private var axes: Int?

    /// Times from here on are taken for errors.
    private static let limit: Int64 = 1 << 61

    /// - Throws: `DecodeError` for a file that is none, and one whose frames have no time.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        self.bytes = bytes
        file = try PolarRecordingFile(bytes.span.bytes)
        let headers = file.frames.compactMap { place in
            try? PolarFrameHeader(bytes.span.bytes.extracting(place))
        }
        let times = headers.compactMap(\.deviceTime).filter { (1..<Self.limit).contains($0) }
        guard let stream = headers.first?.stream, let first = times.min(), let last = times.max() else {
            throw DecodeError(.invalid("frames without a time"), at: 0)
        }
        (self.stream, span) = (stream, first...last)
        let hertz = file.settings.values[.rate]?.first.map { Double($0) } ?? (stream == .offlineHeartRate ? 1 : 0)
        period = hertz > 0 ? 1e9 / hertz : nil
        if let factor = file.settings.factor { codec.set("factor.\(stream.rawValue)", to: Double(factor)) }
        if let range = file.settings.values[.range]?.first {
            codec.set("range.\(stream.rawValue)", to: Double(range))
        }
    }

    /// How much of the file has been read, in percent.
    var share: Int { index * 100 / max(1, file.frames.count) }

    /// The samples of the next frame that has some; nil at the end.
    mutating func next() -> Samples? {
        while index < file.frames.count {
            let place = file.frames[index]
            index += 1
            if let samples = samples(place) { return samples }
        }
        return nil
    }

    private mutating func samples(_ place: Range<Int>) -> Samples? {
        var frame = DecodedFrame()
        let bytes = bytes
        do {
            let header = try PolarFrameHeader(bytes.span.bytes.extracting(place))
            guard header.stream == stream else { throw DecodeError(.mismatch("another stream"), at: 0) }
            try codec.decode(bytes.span.bytes.extracting(place), into: &frame)
        } catch {
            damaged += 1
            return nil
        }
        // What a sensor says of its settings in between is not kept.
        guard let column = frame.columns.first(where: { $0.channel == stream.channels.first }), column.count > 0,
            axes == nil || axes == column.axes
        else { return nil }
        let count = column.count
        guard let time = frame.deviceTime, (1..<Self.limit).contains(time) else {
            damaged += 1
            return nil
        }
        // One that came already.
        if let last, time <= last { return nil }
        defer { (last, axes) = (time, column.axes) }
        guard let step = step(to: time, of: count) else { return nil }
        return Samples(
            column: column,
            times: (0..<count).map { time - Int64(step * Double(count - 1 - $0)) })
    }

    /// Nanoseconds between the samples of a frame: those since the frame before, unless something is missing there.
    private func step(to time: Int64, of count: Int) -> Double? {
        let passed = last.map { Double(time - $0) / Double(count) }
        guard let period else { return passed.flatMap { $0 < 60e9 ? $0 : nil } }
        guard let passed, passed < 1.5 * period, passed > period / 2 else { return period }
        return passed
    }
}
