import Runtime
import Signals

/// Decodes the format of firmware 3 and later: log.bin.
enum GT3XLog {
    /// Decodes the recording in `archive`.
    static func decode(
        _ archive: ZipMembers, _ file: RecordingFile, _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let opening = try GT3XOpening(archive, name: file.name)
        guard let reader = try archive.reader(of: "log.bin"), opening.firstSecond != nil else {
            throw Failure(
                .failed,
                "\(file.name) holds no activity: the first \(1 << 20) bytes of its log.bin have no sound record of it. "
                    + "The recorder was stopped before it began, or the copy is damaged.")
        }
        var header = opening.header(zone: options.zone.name)
        try sink.begin(header)
        let received = WallClock().now
        let device = header.device.deviceID
        var motion = GT3XMotion(
            GT3XMotion.Setup(
                options: options, device: device, received: received, rate: opening.rate,
                calibration: opening.calibration,
                isTurned: opening.info.serial.hasPrefix("MOS") && opening.info.firmware == "1.6.0",
                zoneOffset: opening.zoneOffset(options.zone)))
        for loss in opening.losses { motion.tell(loss) }
        if archive.isSalvaged {
            motion.tell(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the archive has no directory at its end, so it was cut; its files were searched for"))
        }
        var slow = GT3XSlowRecords(options: options, device: device, received: received)
        var scanner = GT3XScanner(reader)
        var before: Instant?
        var reported = 0
        while let record = try scanner.next() {
            let second = Int(record.second)
            let instant = motion.instant(second)
            let damage = scanner.takeDamage()
            if !damage.isEmpty { for loss in damage.losses(from: before, to: instant) { motion.tell(loss) } }
            before = instant
            try scanner.withPayload(of: record) { payload in
                if let packing = record.kind?.packing {
                    try motion.add(packing, payload, at: second, into: &sink)
                } else if record.kind == .event {
                    if payload.first == 8 { motion.fallAsleep(second) }
                    if payload.first == 9 { motion.wake(second) }
                } else {
                    try slow.add(
                        record, payload, at: instant, wall: Int64(second) * 1_000_000_000, into: &sink)
                }
            }
            if scanner.offset - reported >= 1 << 22 {
                reported = scanner.offset
                // Packed and unpacked bytes differ, so this is only a sign of life.
                options.progress?(min(0.99, Double(reported) / Double(max(1, 2 * file.size))))
            }
        }
        for loss in scanner.takeDamage().losses(from: before, to: nil) { motion.tell(loss) }
        if let damage = reader.damage {
            motion.tell(
                Loss(
                    .truncated, count: 1, unit: .blocks, first: before,
                    detail: "log.bin cannot be unpacked after byte \(scanner.offset): \(damage)"))
        }
        try motion.finish(end: end(opening.info), into: &sink)
        try slow.finish(into: &sink)
        var losses = motion.ledger.losses + Self.losses(slow)
        var (samples, segments) = (motion.collector.samples, motion.collector.segments)
        let counts = try sendEpochs(slow, opening, options, header, losses: &losses, into: &sink)
        if segments.isEmpty { (samples, segments) = counts }
        options.progress?(1)
        for channel in slow.channels where !header.channels.contains(where: { $0.channel == channel.channel }) {
            header.channels.append(channel)
        }
        for index in header.channels.indices where header.channels[index].channel == .acceleration {
            header.channels[index].observedRate = motion.collector.observedRate
        }
        for (index, tag) in slow.tags.enumerated() { header.metadata["tag_\(index + 1)"] = tag }
        return RecordingSummary(header: header, samples: samples, segments: segments, losses: losses)
    }

    /// The second on the recorder's clock at which it was read out or stopped, whichever came first.
    private static func end(_ info: GT3XInfo) -> Int? {
        [info.time("last sample time"), info.time("stop date")].compactMap { $0 }.min().map { Int($0 / 1_000_000_000) }
    }

    private static func losses(_ slow: GT3XSlowRecords) -> [Loss] {
        var losses: [Loss] = []
        if slow.unreadable > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(slow.unreadable), unit: .blocks,
                    detail: "\(slow.unreadable) records are shorter than their kind says, or of a sensor that is not "
                        + "described"))
        }
        return losses
    }

    /// Hands on the minutes that the recorder summed up itself.
    private static func sendEpochs(
        _ slow: GT3XSlowRecords, _ opening: GT3XOpening, _ options: DecodeOptions, _ header: RecordingHeader,
        losses: inout [Loss], into sink: inout some RecordingSink
    ) throws -> (samples: Int, segments: [RecordingSegment]) {
        var rows = slow.epochs
        guard rows.count > 0 else { return (0, []) }
        let wall = RecorderClock(offset: opening.zoneOffset(options.zone))
        let told = rows.sortAndRemoveDuplicates(wall: wall)
        let cut = EpochSegments(rows, epoch: GT3XEpoch.length, wall: wall)
        losses += told + cut.losses
        let channel = GT3XChannels.counts(isMain: !opening.hasActivity)
        if options.wants(.counts) {
            try EpochBatches(device: header.device.deviceID, epoch: GT3XEpoch.length).send(
                channel, columns: Array(GT3XEpoch.axes.indices), of: rows, segments: cut.segments, into: &sink)
        }
        return (rows.count, cut.segments)
    }
}
