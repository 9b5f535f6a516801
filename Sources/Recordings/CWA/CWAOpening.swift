import Signals

/// The result of reading a file's beginning, before its samples.
struct CWAOpening {
    /// The header; nil when it is damaged or missing.
    var header: CWAHeader?
    /// The offset of the first sector.
    var dataStart: Int
    var dialect: CWADialect
    var survey: CWASurvey
    /// The damage of the header, if any.
    var losses: [Loss] = []

    /// Looks at the beginning of `file`.
    /// - Throws: `Failure` when there is no header and no data, or no data at all.
    init(_ file: RecordingFile) throws {
        let head = try file.bytes(at: 0, count: CWAHeader.size)
        if head.count < CWAHeader.size {
            throw Failure(
                .failed,
                "\(file.name) ends at byte \(file.size), inside the header of 1024 bytes that every Axivity recording "
                    + "begins with: copy it from the recorder again.")
        }
        do { header = try CWAHeader(head) } catch {
            losses = [
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "the file's header cannot be read: \(error); the recorder is known by its data alone")
            ]
        }
        dataStart = header == nil && head.starts(with: [0x41, 0x58, 0xFC, 0x01]) ? 0 : CWAHeader.size
        let guess = try CWADialect(file, from: dataStart, header: header)
        var other = guess
        other.isVeryOld.toggle()
        if let survey = try CWASurvey(file, from: dataStart, dialect: guess) {
            (self.survey, dialect) = (survey, guess)
        } else if let survey = try CWASurvey(file, from: dataStart, dialect: other) {
            (self.survey, dialect) = (survey, other)
        } else {
            throw Failure(
                .failed,
                file.size < CWAHeader.size + CWASector.size && header != nil
                    ? "\(file.name) holds a recorder's header and no samples (it ends at byte \(file.size)): the recorder "
                        + "was stopped before its first block was full, or the copy broke off."
                    : "\(file.name) holds no readable Axivity data: none of its blocks from byte \(dataStart) to "
                        + "\(file.size) is a sound sector. Copy it from the recorder again.")
        }
    }

    /// Whether the recorder is an AX6.
    var isAX6: Bool {
        if let header { return header.hardware == 0x64 }
        return survey.sector.layout.hasAngularVelocity || survey.sector.scaleAndLight >> 13 != 0
    }

    private var device: DeviceIdentity {
        let number = header.map { String($0.device) } ?? survey.sector.device.map { String($0) }
        return DeviceIdentity(
            maker: "Axivity", model: header?.model ?? (isAX6 ? "AX6" : "AX3"), serial: number ?? "unknown",
            firmware: header.map { String($0.firmware) } ?? "")
    }

    /// The header in the form common to all formats.
    func recordingHeader(zone: String) -> RecordingHeader {
        let sector = survey.sector
        var channels = [
            RecordedChannel(
                .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: sector.layout.hertz,
                range: sector.accelerationRange)
        ]
        if sector.layout.hasAngularVelocity {
            channels.append(
                RecordedChannel(
                    .angularVelocity, axes: ["x", "y", "z"], unit: .degreesPerSecond, nominalRate: sector.layout.hertz,
                    range: Double(sector.angularScale) * 32768))
        }
        channels += CWASlowChannels.all.map { RecordedChannel($0.channel, axes: ["value"], unit: $0.unit) }
        var metadata = header?.metadata ?? [:]
        metadata["session_id"] = metadata["session_id"] ?? String(sector.session)
        metadata["packing"] = sector.layout.packing == .packed ? "packed" : "unpacked"
        metadata["stamps"] =
            switch survey.precision {
            case .fraction: "fraction of a second"
            case .wholeSecond: "whole seconds, fitted"
            case .secondOnly: "whole seconds without sample, fitted"
            }
        return RecordingHeader(
            format: CWA.name, device: device, channels: channels, zone: zone, metadata: metadata)
    }
}

extension CWASector {
    /// The largest acceleration, in g; nil for files that are too old to say.
    var accelerationRange: Double? { rateCode == 0 ? nil : CWARate(code: rateCode).range }
}
