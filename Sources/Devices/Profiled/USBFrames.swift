import DeviceProfiles
import Signals

/// Cuts what a USB device sends into frames, and says whether it is the device that its profile describes: only frames in
/// a row, with nothing between them that belongs to none, show that.
struct USBFrames: Sendable {
    /// A frame with the time of its last byte.
    struct Frame: Sendable {
        var bytes: [UInt8]
        var arrival: Instant
    }

    /// The result of taking in bytes.
    enum Outcome: Sendable {
        /// Too few bytes to decide.
        case waiting
        /// Frames of the device that it is, in order; `skipped` bytes between them belonged to none.
        case frames([Frame], skipped: Int, isFirst: Bool)
        /// So many bytes came and no row of frames: it is something else.
        case stranger(bytes: Int)
    }

    /// Bits that must have been as expected in a row of frames to show what it is: one frame in thirty-two of noise begins
    /// as an oximeter's does.
    static let proof = 64
    /// Bytes within which they must come, and at least so many longest frames.
    static let patience = 2048

    private var splitter: FrameSplitter
    private var decoder: ProfileDecoder
    private let candidates: [Int]
    private let needed: Int
    private let limit: Int
    /// Whether it is known to be what its profile says.
    private(set) var isConfirmed: Bool
    private var trial = DecodedFrame()
    private var row: [Frame] = []
    private var tried = 0

    /// Frames of a new line.
    /// - Parameters:
    ///   - access: how the profile cuts them.
    ///   - decoder: the profile's decoder; a copy tries frames.
    ///   - isConfirmed: whether the device has shown on an earlier line what it is.
    init(_ access: USBAccess, decoder: ProfileDecoder, isConfirmed: Bool) {
        candidates = access.frames.compactMap(decoder.index)
        let checks = candidates.map { decoder.formats[$0].check }
        // Where all frames have the same checksum, it tells where one begins.
        let check = checks.first.flatMap { check in checks.allSatisfy { $0 == check } ? check : nil }
        splitter = FrameSplitter(access.framing, check: check)
        self.decoder = decoder
        self.isConfirmed = isConfirmed
        switch access.framing {
        case .fixed(let length, let sync): (needed, limit) = (Self.row(sync), max(Self.patience, length * 64))
        case .prefixed(let sync, _, _, _, let maximum):
            (needed, limit) = (Self.row(sync), max(Self.patience, maximum * 32))
        case .line(_, let maximum), .cobs(let maximum): (needed, limit) = (1, max(Self.patience, maximum * 4))
        case .whole: (needed, limit) = (1, Self.patience)
        }
    }

    /// Frames in a row that show what it is: at least three, and as many as their bits make sure.
    private static func row(_ sync: [BytePattern]) -> Int {
        let bits = sync.flatMap(\.mask).reduce(0) { $0 + $1.nonzeroBitCount }
        return min(max(3, (proof + max(bits, 1) - 1) / max(bits, 1)), 16)
    }

    /// The places of the profile's frames that may come.
    var routes: [Int] { candidates }

    /// Takes in bytes, in the order of their arrival.
    mutating func take(_ bytes: [UInt8], at arrival: Instant) -> Outcome {
        if isConfirmed { return cut(bytes, isFirst: false, at: arrival) }
        if case .whole = splitter.framing {
            if isFrame(bytes) { row.append(Frame(bytes: bytes, arrival: arrival)) }
            tried += bytes.count
        } else {
            // Byte by byte, to know what lies between two frames.
            for (index, byte) in bytes.enumerated() {
                offer(byte, at: arrival)
                tried += 1
                if row.count >= needed { return confirm(rest: Array(bytes[(index + 1)...]), at: arrival) }
            }
        }
        if row.count >= needed { return confirm(rest: [], at: arrival) }
        return tried > limit ? .stranger(bytes: tried) : .waiting
    }

    private mutating func confirm(rest: [UInt8], at arrival: Instant) -> Outcome {
        isConfirmed = true
        let first = row
        row = []
        guard !rest.isEmpty, case .frames(let more, let skipped, _) = cut(rest, isFirst: true, at: arrival) else {
            return .frames(first, skipped: 0, isFirst: true)
        }
        return .frames(first + more, skipped: skipped, isFirst: true)
    }

    private mutating func cut(_ bytes: [UInt8], isFirst: Bool, at arrival: Instant) -> Outcome {
        var frames: [Frame] = []
        let before = splitter.skippedBytes
        splitter.push(bytes.span.bytes) { frame in
            frames.append(Frame(bytes: frame.withUnsafeBytes { Array($0) }, arrival: arrival))
        }
        return .frames(frames, skipped: splitter.skippedBytes - before, isFirst: isFirst)
    }

    private mutating func offer(_ byte: UInt8, at arrival: Instant) {
        let before = splitter.skippedBytes
        var frame: [UInt8]?
        splitter.push([byte].span.bytes) { found in frame = found.withUnsafeBytes { Array($0) } }
        if splitter.skippedBytes > before { row.removeAll() }
        guard let frame else { return }
        if isFrame(frame) { row.append(Frame(bytes: frame, arrival: arrival)) } else { row.removeAll() }
    }

    /// Whether the bytes decode as one of the candidate frames.
    private mutating func isFrame(_ frame: [UInt8]) -> Bool {
        guard let place = decoder.choose(frame.span.bytes, among: candidates) else { return false }
        do throws(DecodeError) {
            try decoder.decode(frame.span.bytes, as: place, into: &trial)
            return true
        } catch {
            return false
        }
    }
}
