import Signals

/// EDF+C (Kemp & Olivan, "European data format 'plus'", Clin Neurophysiol 2003): one continuous file that begins on a
/// whole second, in records of 30 s, or of one epoch where that is longer.
///
/// Nothing that was not recorded is made up: an empty slot holds the digital minimum, -32768, which lies outside of
/// the physical range of the signal, and each hole and each loss has its annotation. The interrupted variant, EDF+D, is not
/// written, because common readers refuse it or shift what follows a hole.
public enum EDFExport {
    /// The file.
    /// - Throws: `Failure` when the window is empty or longer than a year.
    public static func file(_ content: ExportContent) throws -> ExportFile {
        let span = content.window.upperBound.seconds(since: content.window.lowerBound)
        guard span > 0, span <= 366 * 86_400 else {
            throw Failure(
                .usage, "A window of \(span) s cannot be written as EDF+; export one night, or up to a year.")
        }
        let plan = EDFPlan(content)
        let annotations = plan.annotations(content)
        let packed = EDFAnnotationSignal(annotations, records: plan.records, recordSeconds: plan.recordSeconds)
        let header = EDFHeader(
            start: plan.start, zone: content.zone, records: plan.records, recordSeconds: plan.recordSeconds,
            isSynthetic: content.isSynthetic, wearer: content.wearer)
        var bytes = header.bytes(plan.signals, annotationBytes: packed.size)
        let perRecord = plan.signals.reduce(packed.size) { $0 + 2 * $1.samplesPerRecord }
        bytes.reserveCapacity(bytes.count + perRecord * plan.records)
        for record in 0..<plan.records {
            for signal in plan.signals {
                let first = record * signal.samplesPerRecord
                for sample in signal.samples[first..<(first + signal.samplesPerRecord)] {
                    bytes.append(UInt8(truncatingIfNeeded: sample))
                    bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            }
            bytes += packed.blocks[record]
        }
        var counts = plan.counts
        counts["annotations"] = annotations.count
        counts["losses"] = content.losses.count
        counts["states"] = content.states.count
        return ExportFile(name: "\(content.label).edf", mediaType: "application/x-edf", bytes: bytes, counts: counts)
    }
}
