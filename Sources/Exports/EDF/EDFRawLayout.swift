import Signals

/// How the raw streams of an export lie in the records of an EDF+ file.
struct EDFRawLayout {
    /// One stream with its place in a record.
    struct Stream {
        let survey: RawSurvey.Stream
        let scale: EDFScale
        /// Places of each axis in a record.
        let perRecord: Int
        /// The first place of the first axis in a record; each axis follows the one before.
        let first: Int
    }

    /// The start of the file, a whole second.
    let start: Instant
    /// Nanoseconds per record, in whole microseconds.
    let recordLength: Int64
    let records: Int
    let streams: [Stream]
    /// Places of all streams in a record.
    let recordSamples: Int

    private static let second: Int64 = 1_000_000_000
    /// Records are about so long, in seconds.
    private static let usual = 10

    init(_ survey: RawSurvey, _ content: ExportContent) {
        let window = content.window
        let fraction = window.lowerBound.nanoseconds % Self.second
        start = window.lowerBound.advanced(byNanoseconds: -(fraction < 0 ? fraction + Self.second : fraction))
        let main = survey.streams.filter(\.isEven).map(\.hertz).max() ?? 1
        let length = Self.recordLength(main)
        recordLength = length
        // One more for what the rounding of times puts after the end.
        records = Int(window.upperBound.nanoseconds(since: start) / length) + 2
        var next = 0
        streams = survey.streams.map { stream in
            let exact = stream.hertz * Double(length) / 1e9
            let perRecord = max(1, Int((exact * (1 - Self.tolerance)).rounded(.up)))
            defer { next += perRecord * stream.axes }
            return Stream(
                survey: stream, scale: EDFScale(stream.least, stream.greatest), perRecord: perRecord, first: next)
        }
        recordSamples = next
    }

    /// By how much a rate may be missed without a sample being late by more than three places in a week of 100 Hz.
    private static let tolerance = 5e-8

    /// The length of a record that holds a whole number of samples at `hertz`: whole seconds where there are such, else as
    /// near to ten seconds as microseconds allow, a little too short rather than too long.
    private static func recordLength(_ hertz: Double) -> Int64 {
        guard hertz * Double(usual) >= 1 else { return 60 * second }
        for seconds in [usual, 20, 30, 15, 12, 60] {
            let count = hertz * Double(seconds)
            if abs(count - count.rounded()) <= count * tolerance { return Int64(seconds) * second }
        }
        let count = (hertz * Double(usual)).rounded(.down)
        return Int64((count / hertz * 1e6).rounded(.down)) * 1000
    }

    /// The rate at which a stream stands in the file.
    func hertz(_ stream: Stream) -> Double { Double(stream.perRecord) / (Double(recordLength) / 1e9) }

    /// Nanoseconds from the start of the file to its end.
    var duration: Int64 { Int64(records) * recordLength }

    /// What the header says of each axis of each stream.
    func headers(_ content: ExportContent) -> [EDFSignalHeader] {
        let device = "\(content.device.maker) \(content.device.model) \(content.device.serial)"
        return streams.flatMap { stream in
            (0..<stream.survey.axes).map { axis in
                EDFSignalHeader(
                    label: Self.label(stream.survey, axis), transducer: "\(device): \(Self.about(stream.survey))",
                    dimension: Self.dimension(stream.survey.unit), physicalMinimum: stream.scale.minimum,
                    physicalMaximum: stream.scale.maximum, digitalMaximum: EDFScale.limit,
                    samplesPerRecord: stream.perRecord)
            }
        }
    }

    /// What is said of each stream at the start of the file.
    var notes: [String] {
        streams.map { stream in
            let found = stream.survey
            let rate = "\(Self.short(hertz(stream))) Hz"
            let about =
                found.isEven
                ? "one sample after the other as recorded, at \(rate)"
                : "uneven: each sample in the place of 1/\(rate) in which it falls, or the next free one"
            return "Raw \(found.channel.rawValue): \(found.samples) samples, \(about), in steps of "
                + "\(stream.scale.step) \(found.unit.rawValue)"
        } + ["Digital -32768: nothing recorded"]
    }

    /// Where evenly spaced streams have nothing.
    var holes: [EDFAnnotation] {
        streams.flatMap { stream in
            let text = "No data: \(stream.survey.channel.rawValue)"
            return stream.survey.holes.map { hole in
                EDFAnnotation(
                    onset: max(0, hole.lowerBound &- start.nanoseconds),
                    duration: hole.upperBound &- hole.lowerBound, text: text)
            }
        }
    }

    private static func label(_ stream: RawSurvey.Stream, _ axis: Int) -> String {
        let known: [Channel: String] = [.acceleration: "Acceleration", .angularVelocity: "Gyroscope"]
        let name = known[stream.channel] ?? stream.channel.rawValue
        guard stream.axes > 1 else { return String(name.prefix(16)) }
        let ending = stream.axes == 3 && known[stream.channel] != nil ? ["x", "y", "z"][axis] : "\(axis + 1)"
        return "\(name.prefix(15 - ending.utf8.count)) \(ending)"
    }

    private static func about(_ stream: RawSurvey.Stream) -> String {
        stream.isEven ? "raw, \(short(stream.hertz)) Hz" : "raw, uneven"
    }

    private static func dimension(_ unit: SignalUnit) -> String {
        switch unit {
        case .standardGravity: "g"
        case .one: ""
        default: unit.rawValue
        }
    }

    private static func short(_ hertz: Double) -> String {
        let rounded = (hertz * 1e6).rounded() / 1e6
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}
