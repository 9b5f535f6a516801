import Signals

/// One entry of an EDF+ annotation signal.
struct EDFAnnotation {
    /// Nanoseconds since the start of the file.
    var onset: Int64
    /// Nanoseconds; nil for a point.
    var duration: Int64?
    /// The text of the annotation.
    var text: String

    /// The entry as a time-stamped annotation list (EDF+ specification, section 2.2.2).
    var bytes: [UInt8] {
        var bytes = Array("+\(Self.seconds(onset))".utf8)
        if let duration { bytes += [0x15] + Array(Self.seconds(duration).utf8) }
        // The three separators cannot stand in a text; a text is cut at a whole character.
        var clean: [UInt8] = []
        for character in text where !character.utf8.contains(where: { $0 < 0x20 }) {
            guard clean.count + character.utf8.count <= 240 else { break }
            clean += Array(character.utf8)
        }
        return bytes + [0x14] + clean + [0x14, 0x00]
    }

    /// A time in seconds, without trailing zeros.
    static func seconds(_ nanoseconds: Int64) -> String {
        let whole = nanoseconds / 1_000_000_000
        var fraction = LocalTime.digits(Int(nanoseconds % 1_000_000_000), 9)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
    }
}

/// The annotation signal: one block of the same size in each record, beginning with the record's own time. Blocks are made
/// when they are written, so that nothing is kept for each record.
struct EDFAnnotationSignal {
    /// Bytes of annotations per data record; even.
    private(set) var size = 64
    private let annotations: [EDFAnnotation]
    /// Bytes of each annotation.
    private let lengths: [Int]
    /// Nanoseconds per record.
    private let recordLength: Int64
    private let records: Int
    /// The index of the next record.
    private var record = 0
    /// The first annotation that has no record yet.
    private var next = 0

    /// Finds a size with which each of `annotations` lies in the record of its onset, or a later one where that is full.
    init(_ annotations: [EDFAnnotation], records: Int, recordLength: Int64) {
        (self.records, self.recordLength) = (records, recordLength)
        self.annotations = annotations.sorted { $0.onset < $1.onset }
        lengths = self.annotations.map(\.bytes.count)
        while records > 0 {
            var next = 0
            for record in 0..<records where next < lengths.count { next = end(of: record, from: next) }
            if next == lengths.count { break }
            size += size / 2 + size / 2 % 2
        }
    }

    /// The annotation bytes of the next record.
    mutating func block() -> [UInt8] {
        let end = end(of: record, from: next)
        var block = start(of: record)
        for annotation in annotations[next..<end] { block += annotation.bytes }
        (record, next) = (record + 1, end)
        return block + Array(repeating: 0, count: max(0, size - block.count))
    }

    /// The time-keeping annotation of a record.
    private func start(of record: Int) -> [UInt8] {
        Array("+\(EDFAnnotation.seconds(Int64(record) * recordLength))".utf8) + [0x14, 0x14, 0x00]
    }

    /// The first annotation that is not in a record any more, where the record begins with the one of index `first`.
    private func end(of record: Int, from first: Int) -> Int {
        let limit = Int64(record + 1) * recordLength
        guard first < annotations.count, annotations[first].onset < limit || record == records - 1 else { return first }
        var (next, filled) = (first, start(of: record).count)
        while next < lengths.count, annotations[next].onset < limit || record == records - 1,
            filled + lengths[next] <= size
        {
            filled += lengths[next]
            next += 1
        }
        return next
    }
}
