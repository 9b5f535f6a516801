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
        // The structure that is being repeated.
        var loopStart = 0
        var loopEnd = -1
        var loopLeft = 0
        var loopIsRest = false
        var loopMinimum = 0
    }

    /// Runs the program over `bytes`.
    /// - Returns: the offset of the first byte that no field read.
    func run(_ bytes: RawSpan, into frame: inout DecodedFrame) throws(DecodeError) -> Int {
        var progress = Progress()
        let program = operations.span
        var place = 0
        while true {
            if place == progress.loopEnd {
                guard again(&progress, bytes) else { continue }
                place = progress.loopStart
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
                enter(operation, at: place, &progress, bytes)
                if progress.loopLeft == 0 { place += operation.body }
                continue
            }
            try perform(operation, &progress, bytes, &frame)
        }
        return progress.bit > 0 ? progress.offset + 1 : progress.offset
    }

    /// Whether a repeated structure has another round.
    private func again(_ progress: inout Progress, _ bytes: RawSpan) -> Bool {
        progress.loopLeft -= 1
        let whole = progress.bit > 0 ? progress.offset + 1 : progress.offset
        let fits = !progress.loopIsRest || bytes.byteCount - whole >= progress.loopMinimum
        if progress.loopLeft > 0, fits { return true }
        progress.loopEnd = -1
        return false
    }

    private func enter(
        _ operation: FrameOperation, at place: Int, _ progress: inout Progress, _ bytes: RawSpan
    ) {
        progress.loopLeft = count(operation, progress, bytes)
        progress.loopIsRest = operation.repetition == .rest
        progress.loopMinimum = operation.minimumBytes
        progress.loopStart = place
        progress.loopEnd = progress.loopLeft > 0 ? place + operation.body : -1
    }

    /// How often an operation is done, at most a little more often than there may be values.
    @inline(__always)
    private func count(_ operation: FrameOperation, _ progress: Progress, _ bytes: RawSpan) -> Int {
        switch operation.repetition {
        case .once: return 1
        case .times: return operation.times
        case .slot: return Int(max(0, min(progress.slots[operation.times], Int64(FrameFormat.maximumValues) + 1)))
        case .rest:
            let left = bytes.byteCount - progress.offset - (progress.bit > 0 ? 1 : 0)
            return operation.minimumBytes > 0 ? max(0, left) / operation.minimumBytes : 0
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
                try emit(Self.scaled(number, operation), operation, &progress, &frame)
                progress.offset += operation.width
            }
        case .text:
            let rest = bytes.extracting(progress.offset..<bytes.byteCount)
            frame.texts[names[operation.name]] = Self.text(rest)
            progress.offset = bytes.byteCount
        case .loop: break
        }
    }
}
