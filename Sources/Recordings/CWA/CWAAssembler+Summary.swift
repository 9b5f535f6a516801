import Signals

extension CWAAssembler {
    /// The summary of the whole recording.
    func summary(
        header: RecordingHeader, opening: CWAOpening, tail: CWADamage, gyroscopeSectors: Int
    ) -> RecordingSummary {
        var header = header
        // The observed rate is that within segments, holes left out.
        let intervals = segments.reduce(0) { $0 + $1.count - 1 }
        let seconds = segments.reduce(0.0) { $0 + $1.end.seconds(since: $1.start) }
        for index in header.channels.indices where header.channels[index].nominalRate != nil {
            header.channels[index].observedRate = seconds > 0 ? Double(intervals) / seconds : nil
        }
        if gyroscopeSectors > 0 { header.metadata["skipped_gyro_sectors"] = String(gyroscopeSectors) }
        return RecordingSummary(
            header: header, samples: samples, segments: segments, losses: losses(opening, tail))
    }

    private func losses(_ opening: CWAOpening, _ tail: CWADamage) -> [Loss] {
        var ledger = LossLedger()
        for loss in opening.losses { ledger.add(loss) }
        for item in breaks {
            if item.segment >= 0, item.segment + 1 < segments.count {
                let (before, after) = (segments[item.segment], segments[item.segment + 1])
                for loss in item.losses(from: before.end, to: after.start) { ledger.add(loss) }
            } else {
                // Before the first sample, or put in between without a hole.
                let end = item.segment < 0 && item.isAtStart ? segments.first?.start : nil
                for loss in item.damage.losses(from: nil, to: end) { ledger.add(loss) }
            }
        }
        for loss in tail.losses(from: segments.last?.end, to: nil) { ledger.add(loss) }
        if repeatedSamples > 0 {
            ledger.add(
                Loss(
                    .duplicate, count: Double(repeatedSamples), unit: .samples,
                    detail: "sectors that had been read before are in the file again; the first of each was kept"))
        }
        if let loss = overruns.loss { ledger.add(loss) }
        if unusedStamps > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unusedStamps), unit: .blocks,
                    detail:
                        "\(unusedStamps) time stamps that contradict their neighbours were not used; the samples are kept"
                ))
        }
        if unplacedSectors > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unplacedSectors), unit: .blocks,
                    detail: "\(unplacedSectors) sectors have no usable time stamp; their samples follow those before"))
        }
        return ledger.losses
    }
}
