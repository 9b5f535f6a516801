import Signals

/// One entry of an EDF+ annotation signal.
struct EDFAnnotation {
    /// Nanoseconds since the start of the file.
    var onset: Int64
    /// Nanoseconds; nil for a point.
    var duration: Int64?
    /// What happened.
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

    /// Seconds without needless digits.
    static func seconds(_ nanoseconds: Int64) -> String {
        let whole = nanoseconds / 1_000_000_000
        var fraction = LocalTime.digits(Int(nanoseconds % 1_000_000_000), 9)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
    }
}

/// The annotation signal: one block of the same size in each record, beginning with the record's own time.
struct EDFAnnotationSignal {
    /// Bytes per record; even.
    let size: Int
    /// A block per record.
    let blocks: [[UInt8]]

    /// Packs `annotations` so that each lies in the record of its onset, or a later one where that is full.
    init(_ annotations: [EDFAnnotation], records: Int, recordSeconds: Int) {
        let length = Int64(recordSeconds) * 1_000_000_000
        let lists = annotations.sorted { $0.onset < $1.onset }.map { (onset: $0.onset, bytes: $0.bytes) }
        var size = 64
        while true {
            var blocks: [[UInt8]] = []
            var next = 0
            for record in 0..<records {
                var block = Array("+\(record * recordSeconds)".utf8) + [0x14, 0x14, 0x00]
                let end = Int64(record + 1) * length
                while next < lists.count, lists[next].onset < end || record == records - 1,
                    block.count + lists[next].bytes.count <= size
                {
                    block += lists[next].bytes
                    next += 1
                }
                blocks.append(block + Array(repeating: 0, count: max(0, size - block.count)))
            }
            if next == lists.count || records == 0 {
                self.size = size
                self.blocks = blocks
                return
            }
            size += size / 2 + size / 2 % 2
        }
    }
}
