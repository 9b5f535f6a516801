import Signals

/// EDF+C (Kemp & Olivan, "European data format 'plus'", Clin Neurophysiol 2003): one continuous file that begins on a
/// whole second, in records of 30 s, or of one epoch where that is longer.
///
/// Nothing that was not recorded is made up: an empty slot holds the digital minimum, -32768, which lies outside of
/// the physical range of the signal, and each hole and each loss has its annotation. The interrupted variant, EDF+D, is not
/// written, because common readers refuse it or shift what follows a hole.
package enum EDFExport {
    /// The export as a part that is produced on demand.
    package static func part(_ content: ExportContent) -> ExportPart {
        ExportPart(name: "\(content.label).edf", mediaType: "application/x-edf", content, write)
    }

    /// The file, all in memory.
    /// - Throws: `Failure` when the window is empty or longer than a year.
    package static func file(_ content: ExportContent) throws -> ExportFile { try part(content).file() }

    /// - Throws: `Failure` for a window that is empty or longer than a year.
    static func check(_ content: ExportContent) throws(Failure) {
        let span = content.window.upperBound.seconds(since: content.window.lowerBound)
        guard span > 0, span <= 366 * 86_400 else {
            throw Failure(
                .usage, "A window of \(span) s cannot be written as EDF+; export one night, or up to a year.")
        }
    }

    /// The head counts records and says how large values can be, so the rows are gone through before the first byte.
    @Sendable
    private static func write(_ content: ExportContent, _ take: ExportPart.ByteConsumer) throws -> [String: Int] {
        try check(content)
        let plan = EDFPlan(content)
        let annotations = plan.annotations(content)
        var packed = EDFAnnotationSignal(
            annotations, records: plan.records, recordLength: Int64(plan.recordSeconds) * 1_000_000_000)
        let header = EDFHeader(
            start: plan.start, zone: content.zone, records: plan.records, recordSeconds: "\(plan.recordSeconds)",
            isSynthetic: content.isSynthetic, wearer: content.wearer)
        var bytes = header.bytes(plan.signals.map(\.header), annotationBytes: packed.size)
        for record in 0..<plan.records {
            for signal in plan.signals {
                let first = record * signal.samplesPerRecord
                for sample in signal.samples[first..<(first + signal.samplesPerRecord)] {
                    bytes.append(UInt8(truncatingIfNeeded: sample))
                    bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            }
            bytes += packed.block()
            if bytes.count >= ExportPart.pieceSize {
                try take(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        if !bytes.isEmpty { try take(bytes) }
        var counts = plan.counts
        counts["annotations"] = annotations.count
        counts["losses"] = content.losses.count
        counts["states"] = content.states.count
        return counts
    }
}
