import Signals
import Testing

@testable import Exports

@Suite("Annotations of EDF+ in blocks")
struct EDFAnnotationSignalTests {
    /// All blocks at once, as plainly as can be.
    private static func packed(
        _ annotations: [EDFAnnotation], records: Int, recordSeconds: Int
    ) -> (size: Int, blocks: [[UInt8]]) {
        let length = Int64(recordSeconds) * 1_000_000_000
        let lists = annotations.sorted { $0.onset < $1.onset }.map { (onset: $0.onset, bytes: $0.bytes) }
        var size = 64
        while true {
            var blocks: [[UInt8]] = []
            var next = 0
            for record in 0..<records {
                var block = Array("+\(record * recordSeconds)".utf8) + [0x14, 0x14, 0x00]
                while next < lists.count, lists[next].onset < Int64(record + 1) * length || record == records - 1,
                    block.count + lists[next].bytes.count <= size
                {
                    block += lists[next].bytes
                    next += 1
                }
                blocks.append(block + Array(repeating: 0, count: max(0, size - block.count)))
            }
            if next == lists.count || records == 0 { return (size, blocks) }
            size += size / 2 + size / 2 % 2
        }
    }

    @Test("are the same bytes whether all are made at once or each when it is written")
    func same() {
        var random = SystemRandomNumberGenerator()
        for round in 0..<60 {
            let (records, seconds) = (Int.random(in: 0...40, using: &random), [30, 45, 60][round % 3])
            let count = [0, 1, 5, 60, 300][round % 5]
            let end = Int64(max(1, records * seconds)) * 1_000_000_000
            let annotations = (0..<count).map { index in
                // Many in one place, some at the very end.
                let onset = index % 3 == 0 ? end / 2 : Int64.random(in: 0...end, using: &random)
                return EDFAnnotation(
                    onset: onset, duration: index % 2 == 0 ? 1_500_000_000 : nil,
                    text: String(repeating: "x", count: Int.random(in: 0...90, using: &random)) + "\(index)")
            }
            let plain = Self.packed(annotations, records: records, recordSeconds: seconds)
            let length = Int64(seconds) * 1_000_000_000
            var signal = EDFAnnotationSignal(annotations, records: records, recordLength: length)
            #expect(signal.size == plain.size)
            #expect((0..<records).allSatisfy { signal.block() == plain.blocks[$0] })
        }
    }

    @Test("keep nothing for each of a year's million records")
    func memory() {
        let annotations = [EDFAnnotation(onset: 0, duration: nil, text: String(repeating: "x", count: 90))]
        var signal = EDFAnnotationSignal(annotations, records: 1_054_080, recordLength: 30_000_000_000)
        for _ in 0..<1000 { #expect(signal.block().count == signal.size) }
        let kept = Mirror(reflecting: signal).children.map { Mirror(reflecting: $0.value) }
        #expect(kept.allSatisfy { $0.displayStyle != .collection || $0.children.count == annotations.count })
        #expect(kept.contains { $0.displayStyle == .collection })
    }
}
