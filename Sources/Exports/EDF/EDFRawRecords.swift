import CSamples
import Signals

/// The records of an EDF+ file of raw signals, written in order while samples arrive in about that order: so many records
/// stand open as lie in some megabytes.
final class EDFRawRecords {
    private let layout: EDFRawLayout
    private var packed: EDFAnnotationSignal
    /// How many records stand open.
    private let depth: Int
    /// Their samples, that of number n in row n % depth.
    private var rows: [Int16]
    /// The first open record.
    private var base = 0
    /// The record after the last one that may be opened.
    private var end: Int
    /// The place after the last sample of each stream.
    private var next: [Int]
    /// Samples of each stream that have found a place.
    private(set) var placed: [Int]
    private var bytes: [UInt8] = []
    private let take: ExportPart.ByteConsumer

    /// Samples that stand open, at least one record of them: 16 MB.
    static let open = 8 << 20

    init(
        _ layout: EDFRawLayout, _ packed: EDFAnnotationSignal, open: Int = open,
        _ take: @escaping ExportPart.ByteConsumer
    ) {
        (self.layout, self.packed, self.take) = (layout, packed, take)
        depth = max(2, min(layout.records, open / max(1, layout.recordSamples)))
        rows = Array(repeating: .min, count: depth * layout.recordSamples)
        end = layout.records
        next = layout.streams.map { _ in 0 }
        placed = next
    }

    /// Writes all of them.
    /// - Parameters:
    ///   - disorder: by how much a batch may come after later ones, in nanoseconds. What is so out of order that it does
    ///     not fit into the open records is gone through several times.
    ///   - read: hands over every batch.
    /// - Throws: what `read` and the taking of bytes throw.
    func write(disorder: Int64, read: ((SampleBatch) throws -> Void) throws -> Void) throws {
        let isInOrder = disorder / layout.recordLength + 2 < Int64(depth) || depth >= layout.records
        while base < layout.records {
            end = isInOrder ? layout.records : min(base + depth, layout.records)
            next = layout.streams.map { _ in 0 }
            try read { try place($0) }
            try advance(to: end)
        }
        if !bytes.isEmpty { try take(bytes) }
    }

    private func place(_ batch: SampleBatch) throws {
        guard let index = layout.streams.firstIndex(where: { $0.survey.holds(batch) }) else { return }
        let stream = layout.streams[index]
        // A second at a time, so that a long batch keeps to its times.
        let most = stream.survey.isEven ? max(1, Int(stream.survey.hertz)) : 1
        var first = 0
        while first < batch.count {
            let count = min(most, batch.count - first)
            let since = Double(batch.times.instant(at: first).nanoseconds(since: layout.start))
            let exact = since * Double(stream.perRecord) / Double(layout.recordLength)
            var slot = max(next[index], Int(exact.rounded(stream.survey.isEven ? .toNearestOrEven : .down)))
            next[index] = slot + count
            let last = first + count
            while first < last {
                let (record, offset) = slot.quotientAndRemainder(dividingBy: stream.perRecord)
                let run = min(last - first, stream.perRecord - offset)
                if record >= base, record < end {
                    if record >= base + depth { try advance(to: record - depth + 1) }
                    put(batch, first..<(first + run), stream, record, offset)
                    placed[index] += run
                }
                (first, slot) = (first + run, slot + run)
            }
        }
    }

    private func put(
        _ batch: SampleBatch, _ range: Range<Int>, _ stream: EDFRawLayout.Stream, _ record: Int, _ offset: Int
    ) {
        let place = record % depth * layout.recordSamples + stream.first + offset
        let axes = stream.survey.axes
        rows.withUnsafeMutableBufferPointer { rows in
            batch.values.withUnsafeBufferPointer { values in
                guard let source = values.baseAddress, let target = rows.baseAddress else { return }
                nightjar_samples_digital(
                    source + range.lowerBound * axes, range.count, axes, Float(stream.scale.offset),
                    Float(1 / stream.scale.step), target + place, stream.perRecord)
            }
        }
    }

    /// Writes the records before `record`, and opens as many behind.
    private func advance(to record: Int) throws {
        while base < record {
            let row = base % depth * layout.recordSamples
            let range = row..<(row + layout.recordSamples)
            rows.withUnsafeMutableBufferPointer { rows in
                let samples = UnsafeMutableBufferPointer(rebasing: rows[range])
                #if _endian(big)
                    for index in samples.indices { samples[index] = samples[index].littleEndian }
                #endif
                bytes.append(contentsOf: UnsafeRawBufferPointer(samples))
                samples.update(repeating: .min)
            }
            bytes += packed.block()
            base += 1
            if bytes.count >= ExportPart.pieceSize {
                try take(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
    }
}
