import Signals

/// Frames whose bytes span values: what has come of one that is not complete, and whole ones that wait to be decoded.
struct FrameReassembly: Sendable {
    /// Whole frames that wait; more are not kept.
    static let limit = 256

    private var splitter: FrameSplitter
    private var whole: [[UInt8]] = []
    private var next = 0
    private var toldSkipped = 0
    private var dropped = 0

    init(_ framing: StreamFraming, check: FrameCheck?) { splitter = FrameSplitter(framing, check: check) }

    /// Takes a value. Frames that nobody has asked for yet, as one before them was damaged, stay.
    mutating func push(_ bytes: RawSpan) {
        whole.removeFirst(next)
        next = 0
        var found = whole
        whole = []
        splitter.push(bytes) { frame in found.append(frame.withUnsafeBytes { Array($0) }) }
        dropped += max(0, found.count - Self.limit)
        whole = found.suffix(Self.limit)
    }

    /// The next whole frame; nil when there is none.
    mutating func pop() -> [UInt8]? {
        guard next < whole.count else { return nil }
        defer { next += 1 }
        return whole[next]
    }

    /// Tells once how many bytes belonged to no frame.
    mutating func takeSkipped() -> Int {
        defer { toldSkipped = splitter.skippedBytes }
        return splitter.skippedBytes &- toldSkipped
    }

    /// Tells once how many frames were not kept, as too many waited.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Forgets what has come of a frame: the link is new.
    mutating func reset() {
        splitter.reset()
        whole.removeAll(keepingCapacity: true)
        next = 0
    }
}
