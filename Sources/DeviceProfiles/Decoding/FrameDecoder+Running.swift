import Signals

extension FrameDecoder {
    /// The state of one run of a frame's program.
    struct Progress {
        var slots = InlineArray<24, Int64>(repeating: 0)
        var offset = 0
        /// Bits of the byte at ``offset`` that are used up.
        var bit = 0
        /// Values decoded so far.
        var values = 0
        /// The innermost structure that is being repeated, and those around it.
        var loop = Loop()
        var outer = InlineArray<2, Loop>(repeating: Loop())
        var depth = 0
        /// Rounds of all structures, which may not go on for ever where they read nothing.
        var rounds = 0
    }

    /// A structure that is being repeated.
    struct Loop: BitwiseCopyable {
        var start = 0
        var end = -1
        var left = 0
        var isRest = false
        var minimumBits = 0
    }

    /// The most rounds of a frame's structures, all together.
    static let maximumRounds = 65_536

    /// Runs the program over `bytes`.
    /// - Returns: the offset of the first byte that no field read.
    func run(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) -> Int {
        var progress = Progress()
        let program = operations.span
        var place = 0
        while true {
            if place == progress.loop.end {
                guard try again(&progress, bytes) else { continue }
                place = progress.loop.start
            }
            guard place < program.count else { break }
            let operation = program[unchecked: place]
            place += 1
            if operation.conditionSlot >= 0 {
                let value = UInt64(bitPattern: progress.slots[operation.conditionSlot])
                if value & operation.conditionMask != operation.conditionValue {
                    place += operation.body
                    continue
                }
            }
            if operation.code == .loop {
                if !enter(operation, at: place, &progress, bytes) { place += operation.body }
                continue
            }
            try perform(operation, &progress, bytes, &frame)
        }
        return progress.bit > 0 ? progress.offset + 1 : progress.offset
    }

    /// Whether the innermost structure has another round; where not, the one around it goes on.
    private func again(_ progress: inout Progress, _ bytes: RawSpan) throws(DecodeError) -> Bool {
        progress.loop.left -= 1
        progress.rounds += 1
        guard progress.rounds <= Self.maximumRounds else {
            throw DecodeError(.invalid("structures repeat without end"), at: progress.offset)
        }
        let fits = !progress.loop.isRest || Self.bitsLeft(progress, bytes) >= progress.loop.minimumBits
        if progress.loop.left > 0, fits { return true }
        if progress.depth > 1 { progress.loop = progress.outer[progress.depth - 2] } else { progress.loop = Loop() }
        progress.depth -= 1
        return false
    }

    /// - Returns: whether there is a first round.
    private func enter(
        _ operation: FrameOperation, at place: Int, _ progress: inout Progress, _ bytes: RawSpan
    ) -> Bool {
        let left = count(operation, progress, bytes)
        guard left > 0, progress.depth <= progress.outer.count else { return false }
        if progress.depth > 0 { progress.outer[progress.depth - 1] = progress.loop }
        progress.depth += 1
        progress.loop = Loop(
            start: place, end: place + operation.body, left: left, isRest: operation.repetition == .rest,
            minimumBits: operation.minimumBits)
        return true
    }

    @inline(__always)
    private static func bitsLeft(_ progress: Progress, _ bytes: RawSpan) -> Int {
        (bytes.byteCount - progress.offset) * 8 - progress.bit
    }

    /// How often an operation is done, at most a little more often than there may be values.
    @inline(__always)
    private func count(_ operation: FrameOperation, _ progress: Progress, _ bytes: RawSpan) -> Int {
        switch operation.repetition {
        case .once: return 1
        case .times: return operation.times
        case .slot: return Int(max(0, min(progress.slots[operation.times], Int64(FrameFormat.maximumValues) + 1)))
        case .rest:
            // What begins with a whole byte does not use the rest of one that is begun.
            let left = Self.bitsLeft(progress, bytes)
            let usable = operation.minimumBits % 8 == 0 ? left / 8 * 8 : left
            return operation.minimumBits > 0 ? max(0, usable) / operation.minimumBits : 0
        }
    }

    @inline(__always)
    private func perform(
        _ operation: FrameOperation, _ progress: inout Progress, _ bytes: RawSpan, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        if operation.code != .bits, progress.bit > 0 {
            progress.offset += 1
            progress.bit = 0
        }
        switch operation.code {
        case .integer:
            let values = count(operation, progress, bytes) &* operation.axes
            try need(values &* operation.width, progress.offset, bytes)
            if operation.isChecked || values == 1 {
                for _ in 0..<values {
                    let raw = Self.integer(operation, bytes, progress.offset)
                    try keep(raw, operation, &progress, &frame)
                    progress.offset += operation.width
                }
            } else if operation.column >= 0 {
                try allow(values, &progress)
                Self.run(operation, bytes, progress.offset, values, &frame.columns[operation.column].values)
                progress.offset += values &* operation.width
            } else {
                progress.offset += values &* operation.width
            }
        case .derived:
            let raw = UInt64(bitPattern: progress.slots[operation.sourceSlot]) & operation.mask
            try keep(Self.derived(raw, operation), operation, &progress, &frame)
        case .skip:
            let total = count(operation, progress, bytes) &* operation.width
            try need(total, progress.offset, bytes)
            progress.offset += total
        case .bits:
            for _ in 0..<(count(operation, progress, bytes) &* operation.axes) {
                try keep(try Self.bits(operation, bytes, &progress), operation, &progress, &frame)
            }
        case .float, .sfloat, .medicalFloat:
            let values = count(operation, progress, bytes) &* operation.axes
            try need(values &* operation.width, progress.offset, bytes)
            for _ in 0..<values {
                let number = Self.real(operation, bytes, progress.offset)
                let value = Self.scaled(number, operation)
                let isRaised = operation.exponentSlot >= 0 && !value.isNaN
                try emit(
                    isRaised ? Self.raised(Double(value), operation, progress) : value, operation, &progress, &frame)
                progress.offset += operation.width
            }
        case .text:
            let rest = bytes.extracting(progress.offset..<bytes.byteCount)
            frame.texts[names[operation.name]] = Self.text(rest)
            progress.offset = bytes.byteCount
        case .joined: try keep(joined(operation, progress), operation, &progress, &frame)
        case .calendar:
            try need(operation.width, progress.offset, bytes)
            let time = try calendar(operation, bytes, progress.offset)
            progress.offset += operation.width
            if let time { try mark(time, operation, progress.offset, &frame) }
        case .loop: break
        }
    }
}
