import Signals

/// Cuts a stream of bytes into frames and finds its way back after bytes that belong to none.
package struct FrameSplitter: Sendable {
    /// How frames are delimited.
    package let framing: StreamFraming
    /// Bytes passed over because no frame began with them, since the beginning.
    package private(set) var skippedBytes = 0
    /// What has come of a frame that is not complete.
    private var pending: [UInt8] = []
    private let check: FrameCheck?

    /// A splitter at the start of a stream.
    /// - Parameters:
    ///   - framing: how frames lie in the stream.
    ///   - check: the checksum of a frame: where it is wrong, the next frame is looked for from the next byte on, so
    ///     that a piece that was lost takes no whole frame with it.
    package init(_ framing: StreamFraming, check: FrameCheck? = nil) {
        self.framing = framing
        self.check = check
    }

    /// Takes what came and hands each complete frame to `body`, in order.
    package mutating func push(_ bytes: RawSpan, _ body: (RawSpan) -> Void) {
        if case .whole = framing { return body(bytes) }
        for index in 0..<bytes.byteCount { pending.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
        var start = 0
        while let step = next(from: start) {
            if let frame = step.frame { body(pending.span.bytes.extracting(frame)) }
            skippedBytes += step.skipped
            start = step.end
        }
        pending.removeFirst(start)
    }

    /// Forgets what has come of a frame: the line is new.
    package mutating func reset() { pending.removeAll(keepingCapacity: true) }

    private struct Step {
        var frame: Range<Int>?
        var end: Int
        var skipped = 0
    }

    /// The next frame, or the next byte to pass over; nil when more must come first.
    private mutating func next(from start: Int) -> Step? {
        guard start < pending.count else { return nil }
        switch framing {
        case .cobs(let maximum): return stuffed(from: start, maximum: maximum)
        case .whole: return Step(frame: nil, end: pending.count)
        case .line(let end, let maximum): return line(from: start, end: end, maximum: maximum)
        case .fixed(let length, let sync):
            guard pending.count - start >= length else { return nil }
            return whole(start..<start + length, sync)
        case .prefixed(let sync, let lengthOffset, let lengthBytes, let added, let maximum):
            guard pending.count - start >= lengthOffset + lengthBytes else { return nil }
            var length = added
            for index in 0..<lengthBytes { length += Int(pending[start + lengthOffset + index]) << (8 * index) }
            guard length >= lengthOffset + lengthBytes, length <= maximum else { return pass(start) }
            guard pending.count - start >= length else { return nil }
            return whole(start..<start + length, sync)
        }
    }

    private func line(from start: Int, end: UInt8, maximum: Int) -> Step? {
        guard let place = pending[start...].firstIndex(of: end) else {
            guard pending.count - start > maximum else { return nil }
            return Step(frame: nil, end: pending.count, skipped: pending.count - start)
        }
        guard place > start else { return Step(frame: nil, end: place + 1) }
        guard place - start <= maximum else { return Step(frame: nil, end: place + 1, skipped: place - start) }
        return Step(frame: start..<place, end: place + 1)
    }

    /// A frame up to the next zero, unstuffed where it lies.
    private mutating func stuffed(from start: Int, maximum: Int) -> Step? {
        guard let place = pending[start...].firstIndex(of: 0) else {
            // A byte more for each 254, and one at the beginning.
            guard pending.count - start > maximum + maximum / 254 + 1 else { return nil }
            return Step(frame: nil, end: pending.count, skipped: pending.count - start)
        }
        guard place > start else { return Step(frame: nil, end: place + 1) }
        var (from, to) = (start, start)
        while from < place {
            let run = Int(pending[from])
            guard run <= place - from else { return Step(frame: nil, end: place + 1, skipped: place - start) }
            for index in 1..<max(1, run) {
                pending[to] = pending[from + index]
                to += 1
            }
            from += run
            if run < 255, from < place {
                pending[to] = 0
                to += 1
            }
        }
        guard to - start <= maximum else { return Step(frame: nil, end: place + 1, skipped: place - start) }
        return Step(frame: start..<to, end: place + 1)
    }

    private func whole(_ range: Range<Int>, _ sync: [BytePattern]) -> Step {
        let frame = pending.span.bytes.extracting(range)
        let fits = sync.allSatisfy { $0.matches(frame) } && (check.map { (try? $0.content(of: frame)) != nil } ?? true)
        return fits ? Step(frame: range, end: range.upperBound) : pass(range.lowerBound)
    }

    private func pass(_ start: Int) -> Step { Step(frame: nil, end: start + 1, skipped: 1) }
}
