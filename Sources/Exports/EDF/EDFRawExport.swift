import Signals

/// Raw signals as EDF+C: every sample once, in its order and at the true rate of its stream, not the one that a maker names.
///
/// A record is as long as a whole number of samples takes, and each stream has as many places in it as its fastest ten
/// minutes need. Where a recorder's clock is slower a place stays empty now and then: digital -32768, as in holes, which have
/// their annotations besides. So no sample is left out or made up, and each stands as near to its time as the recorder's clock
/// is even over ten minutes: to some hundredths of a second.
package enum EDFRawExport {
    /// The export as a part that is produced on demand; nil for content without raw signals.
    package static func part(_ content: ExportContent) -> ExportPart? {
        guard let raw = content.raw else { return nil }
        return ExportPart(name: "\(content.label).raw.edf", mediaType: "application/x-edf", content) { content, take in
            try write(raw, content, take)
        }
    }

    private static func write(
        _ raw: RawSignals, _ content: ExportContent, _ take: @escaping ExportPart.ByteConsumer
    ) throws -> [String: Int] {
        try EDFExport.check(content)
        let survey = try raw.survey()
        let layout = EDFRawLayout(survey, content)
        guard layout.headers(content).count < 512, layout.recordSamples <= 5_000_000 else {
            throw Failure(.usage, "These are too many signals for EDF+; export them as csv.")
        }
        let annotations =
            EDFNotes(content: content, start: layout.start, duration: layout.duration, more: layout.notes).annotations
            + layout.holes
        let packed = EDFAnnotationSignal(annotations, records: layout.records, recordLength: layout.recordLength)
        let header = EDFHeader(
            start: layout.start, zone: content.zone, records: layout.records,
            recordSeconds: EDFAnnotation.seconds(layout.recordLength), isSynthetic: content.isSynthetic,
            wearer: content.wearer)
        try take(header.bytes(layout.headers(content), annotationBytes: packed.size))
        let records = EDFRawRecords(layout, packed, take)
        try records.write(disorder: survey.disorder) { try raw.forEachBatch($0) }
        var counts = ["annotations": annotations.count, "losses": content.losses.count, "states": content.states.count]
        for (stream, placed) in zip(survey.streams, records.placed) {
            guard placed == stream.samples else {
                throw Failure(
                    .failed,
                    "\(stream.samples - placed) samples of \(stream.channel.rawValue) found no place in EDF+, as their rate changes too "
                        + "much; export them as csv.")
            }
            counts[RawSignals.name(stream.channel), default: 0] += placed
        }
        return counts
    }
}
