import Signals

/// The talk in which an AxLE band hands over the blocks of epochs that it has kept (AxLE firmware 1.10, main.c): a plain
/// state machine that says what is to be written and kept.
///
/// Every block that was read is kept first and acknowledged only after ``kept()``. The band moves its read index with each
/// block that it sends, whether or not anybody has kept it, so the talk sets the index itself: to one before the first
/// block, in case a link was lost between a block and its acknowledgement, and behind each block once it is kept.
/// Reading takes nothing away from the band, and nothing that would is ever said.
package struct AxLEHandover: Sendable {
    /// What the session is to do.
    package enum Action: Hashable, Sendable {
        /// Send this line; the line end is added.
        case say(String)
        /// Write the read index: all blocks before it are kept.
        case acknowledge(UInt16)
        /// Keep these epochs, then call ``AxLEHandover/kept()`` once they are durable.
        case keep(AxLEBlock)
        /// End: every block has been handed over.
        case end
    }

    /// How far the handover is.
    package struct Progress: Hashable, Sendable {
        /// Blocks handed over.
        package var done: Int
        /// Blocks in all.
        package var total: Int
    }

    /// Blocks that the band's ring holds.
    static let ring = 128

    private enum State: Hashable { case clock, query, rewinding, reading, keeping, acknowledging, over }

    /// Blocks that could not be read.
    package private(set) var damaged = 0
    /// The band's clock when it was asked, in seconds; nil before.
    package private(set) var bandSeconds: Int64?
    /// How far the handover is.
    package private(set) var progress = Progress(done: 0, total: 0)

    private let isFirst: Bool
    private var state = State.clock
    private var lines = LineAssembler(limit: 2 * AxLEBlock.size)
    private var answers: [Character: Int64] = [:]
    private var next = 0

    /// A talk that has not begun.
    /// - Parameter isFirst: whether nothing of this band was ever kept here, so that all that it has is wanted.
    package init(isFirst: Bool) { self.isFirst = isFirst }

    /// Whether the handover has ended.
    package var isOver: Bool { state == .over }

    /// The first request: `T`, for the band's time.
    package mutating func begin() -> [Action] { [.say("T")] }

    /// Takes in bytes from the band.
    package mutating func take(_ bytes: [UInt8]) -> [Action] {
        lines.append(bytes.span.bytes)
        var actions: [Action] = []
        while let line = lines.next() { actions += understand(line) }
        return actions
    }

    /// The block has been stored durably: goes on with the next.
    package mutating func kept() -> [Action] {
        guard state == .keeping else { return [] }
        return advance()
    }

    private mutating func understand(_ line: [UInt8]) -> [Action] {
        do {
            switch (try AxLELine(line), state) {
            case (.value("T", let seconds), .clock):
                // The band's clock has 32 bits; anything else is noise, and its times are then taken as they are.
                bandSeconds = (0...Int64(UInt32.max)).contains(seconds) ? seconds : nil
                state = .query
                return [.say("Q")]
            case (.value(let name, let number), .query), (.value(let name, let number), .rewinding),
                (.value(let name, let number), .acknowledging):
                // A query, and the answer to an index, are six lines of which the read index is the last.
                answers[name] = number
                return name == "I" ? answered() : []
            case (.block(let block), .reading):
                state = .keeping
                return [.keep(block)]
            case (.refused, _):
                state = .over
                return [.end]
            default: return []
            }
        } catch {
            guard state == .reading else { return [] }
            // A block that cannot be read today cannot be read tomorrow.
            damaged += 1
            return advance()
        }
    }

    private mutating func answered() -> [Action] {
        switch state {
        case .query: return plan()
        case .rewinding, .acknowledging: return read()
        default: return []
        }
    }

    private mutating func plan() -> [Action] {
        guard let active = answers["B"], let index = answers["I"], (0...65_535).contains(active) else {
            state = .over
            return [.end]
        }
        let end = Int(active) % Self.ring
        if isFirst {
            next = active < Self.ring ? 0 : (end + 1) % Self.ring
        } else {
            next = (Int(clamping: max(0, min(index, 127))) + Self.ring - 1) % Self.ring
            // Before the first block there is none.
            if active < Self.ring, next > end { next = 0 }
        }
        progress.total = (end - next + Self.ring) % Self.ring
        guard progress.total > 0 else {
            state = .over
            return [.end]
        }
        state = .rewinding
        return [.acknowledge(UInt16(next))]
    }

    private mutating func read() -> [Action] {
        guard progress.done < progress.total else {
            state = .over
            return [.end]
        }
        state = .reading
        return [.say("R")]
    }

    private mutating func advance() -> [Action] {
        next = (next + 1) % Self.ring
        progress.done += 1
        state = .acknowledging
        answers = [:]
        return [.acknowledge(UInt16(next))]
    }
}

extension AxLEBlock {
    /// When each epoch closed, in seconds of the band's clock.
    package var times: [Int64] { epochs.indices.map { Int64(time) + Int64($0) * Int64(epochLength) } }
}
