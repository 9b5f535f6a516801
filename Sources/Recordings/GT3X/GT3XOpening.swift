import Documents
import Runtime
import Signals

/// The result of reading a recording's beginning, before its samples.
struct GT3XOpening {
    /// The contents of info.txt.
    let info: GT3XInfo
    /// Samples per second.
    private(set) var rate = 30
    /// The calibration from counts to g.
    private(set) var calibration: GT3XCalibration
    /// Kinds of records near the start of log.bin.
    private(set) var kinds: Set<GT3XRecord.Kind> = []
    /// Channels of the sensor layouts near the start.
    private(set) var sensorChannels: [RecordedChannel] = []
    /// The second of the first activity, or of the first record where there is none.
    private(set) var firstSecond: UInt32?
    /// Whether the recorder's clock was set to UTC.
    private(set) var isUTC = false
    /// What the records of metadata say that info.txt does not.
    private(set) var metadata: [String: String] = [:]
    private(set) var losses: [Loss] = []

    /// The beginning of log.bin that is looked at: hours of most recordings.
    private static let survey = 1 << 20

    /// Looks at the beginning of the recording in `archive`.
    /// - Throws: `Failure` when log.bin cannot be unpacked.
    init(_ archive: ZipMembers, name: String) throws {
        let text = try archive.bytes(of: "info.txt")
        info = GT3XInfo(text ?? [])
        isUTC = info.isCentrePoint
        calibration = GT3XCalibration(scale: 256)
        if text == nil {
            losses.append(
                Loss(.damaged, count: 1, unit: .blocks, detail: "info.txt is missing; rate and scale are guessed"))
        }
        guard let reader = try archive.reader(of: "log.bin") else { return }
        var scanner = GT3XScanner(reader)
        var parameterScale: Double?
        var parameterRate: Int?
        var samples: [Int: Int] = [:]
        while scanner.offset < Self.survey, let record = try scanner.next() {
            guard let kind = record.kind else { continue }
            if let packing = kind.packing {
                // One that holds no sample only marks a connection.
                let count = packing.samples(in: record.size)
                guard count > 0 else { continue }
                if samples.isEmpty { firstSecond = record.second }
                samples[count, default: 0] += 1
            }
            kinds.insert(kind)
            scanner.withPayload(of: record) { payload in
                switch kind {
                case .metadata: addMetadata(Array(payload))
                case .parameters: Self.read(payload, scale: &parameterScale, rate: &parameterRate)
                case .sensorSchema: sensorChannels += GT3XSensor(payload)?.channels ?? []
                default: break
                }
            }
            if firstSecond == nil, kind.packing == nil, samples.isEmpty, Self.epochs.contains(kind) {
                firstSecond = record.second
            }
        }
        let commonest = samples.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        rate = info.sampleRate ?? parameterRate ?? commonest.map { min(1024, $0) } ?? 30
        calibration = GT3XCalibration(
            info: info, parameterScale: parameterScale, json: try archive.bytes(of: "calibration.json"), rate: rate)
        if let problem = calibration.problem {
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks, channel: .acceleration,
                    detail: "\(problem); acceleration is not calibrated"))
        }
    }

    private static let epochs: Set<GT3XRecord.Kind> = [.epoch2, .epoch3, .epoch4]

    /// Whether the recording has acceleration.
    var hasActivity: Bool { kinds.contains { $0.packing != nil } }

    /// Seconds east of UTC of the recorder's clock: as the file says, else that of `zone`.
    func zoneOffset(_ zone: Zone) -> Int {
        if isUTC { return 0 }
        if let offset = info.zoneOffset { return offset }
        return RecorderClock(zone: zone, firstStamp: Int64(firstSecond ?? 0) * 1_000_000_000).offset
    }

    /// The header in the form common to all formats.
    func header(zone: String) -> RecordingHeader {
        var channels: [RecordedChannel] = []
        if hasActivity || kinds.isDisjoint(with: Self.epochs) {
            channels.append(
                RecordedChannel(
                    .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: Double(rate),
                    range: info.number("acceleration max").flatMap { $0 > 0 ? $0 : nil }))
        }
        let others = kinds.sorted { $0.rawValue < $1.rawValue }.flatMap {
            GT3XChannels.channels(of: $0, isMain: !hasActivity)
        }
        // Counts come first in a recording without samples.
        for channel in others.filter({ $0.channel == .counts }) + others + sensorChannels
        where !channels.contains(where: { $0.channel == channel.channel }) {
            channels.append(channel)
        }
        var all = metadata.merging(info.metadata) { _, info in info }
        all["clock"] = isUTC ? "UTC" : "local"
        if calibration.isMatrix { all["calibration"] = "calibration.json, method 2" }
        return RecordingHeader(
            format: GT3X.name, device: info.device, channels: channels, zone: zone, metadata: all)
    }

    private mutating func addMetadata(_ payload: [UInt8]) {
        guard let members = (try? JSONValue(parsing: payload))?.object, metadata.count < 200 else { return }
        let type = members["MetadataType"]?.string ?? ""
        if type == "LocalTimeLog", members["UsedUtc"]?.bool == true { isUTC = true }
        guard ["Bio", "LocalTimeLog", "SubjectTimeLog", "InitOwner", "Group"].contains(type) else { return }
        for (key, value) in members where !["MetadataType", "Parsed", "JSON", "Entries"].contains(key) {
            let text = value.string ?? value.number.map { "\($0)" } ?? value.bool.map { "\($0)" } ?? ""
            if !text.isEmpty { metadata["\(type)_\(key)".lowercased()] = text }
        }
    }

    /// The scale and the rate among the parameters (vendor's numbers 0/55 and 1/10).
    private static func read(_ payload: UnsafeRawBufferPointer, scale: inout Double?, rate: inout Int?) {
        var cursor = ByteCursor(payload.bytes)
        while let space: UInt16 = try? cursor.little(), let id: UInt16 = try? cursor.little(),
            let value: UInt32 = try? cursor.little()
        {
            if space == 0, id == 55 { scale = GT3XNumber.value(value) }
            if space == 1, id == 10, (1...1024).contains(value) { rate = Int(value) }
        }
    }
}
