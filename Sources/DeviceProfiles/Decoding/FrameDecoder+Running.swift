import Signals

extension FrameDecoder {
    /// What a run of the program keeps.
    private struct Progress {
        var slots = InlineArray<24, Int64>(repeating: 0)
        var offset = 0
        /// Bits of the byte at ``offset`` that are used up.
        var bit = 0
        /// Values handed on so far.
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

    /// Whether the structure comes once more.
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

    @inline(__always)
    private func need(_ count: Int, _ offset: Int, _ bytes: RawSpan) throws(DecodeError) {
        guard count <= bytes.byteCount &- offset else {
            throw DecodeError(.truncated(needed: count, available: bytes.byteCount - offset), at: offset)
        }
    }

    @inline(__always)
    private func allow(_ count: Int, _ progress: inout Progress) throws(DecodeError) {
        progress.values += count
        guard progress.values <= FrameFormat.maximumValues else {
            throw DecodeError(.invalid("there are more than \(FrameFormat.maximumValues) values"), at: progress.offset)
        }
    }

    /// Does with a raw number what its operation asks for.
    @inline(__always)
    private func keep(
        _ raw: Int64, _ operation: FrameOperation, _ progress: inout Progress, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        if operation.slot >= 0 { progress.slots[operation.slot] = raw }
        if operation.expectedCount > 0 { try expect(raw, operation, progress.offset) }
        if operation.mark != .none { try mark(raw, operation, progress.offset, &frame) }
        guard operation.column >= 0 else { return }
        let value = isInvalid(raw, operation) ? Float.nan : Self.value(raw, operation)
        try emit(value, operation, &progress, &frame)
    }

    @inline(__always)
    private func emit(
        _ value: Float, _ operation: FrameOperation, _ progress: inout Progress, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        guard operation.column >= 0 else { return }
        try allow(1, &progress)
        frame.columns[operation.column].values.append(value)
        if operation.hasRange, value < operation.lower || value > operation.upper { remark(value, operation, &frame) }
    }

    private func isInvalid(_ raw: Int64, _ operation: FrameOperation) -> Bool {
        for index in 0..<operation.invalidCount where constants[operation.invalid + index] == raw { return true }
        return false
    }

    private func expect(_ raw: Int64, _ operation: FrameOperation, _ offset: Int) throws(DecodeError) {
        for index in 0..<operation.expectedCount where constants[operation.expected + index] == raw { return }
        let name = names[operation.name]
        throw DecodeError(.mismatch("\(name.isEmpty ? "the field" : name) is \(raw)"), at: offset)
    }

    private func mark(
        _ raw: Int64, _ operation: FrameOperation, _ offset: Int, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        switch operation.mark {
        case .none: break
        case .sequence: frame.sequence = UInt64(bitPattern: raw)
        case .counter: if !isInvalid(raw, operation) { frame.counter = UInt64(bitPattern: raw) }
        case .deviceTime, .sampleTime:
            let (time, overflow) = raw.multipliedReportingOverflow(by: operation.unitNanoseconds)
            guard !overflow else { throw DecodeError(.invalid("the device's time is out of range"), at: offset) }
            guard operation.mark == .sampleTime else { return frame.deviceTime = time }
            guard frame.sampleTimes.count < FrameFormat.maximumValues else {
                throw DecodeError(.invalid("there are too many times"), at: offset)
            }
            frame.sampleTimes.append(time)
        }
    }

    private func remark(_ value: Float, _ operation: FrameOperation, _ frame: inout DecodedFrame) {
        guard frame.remarks.count < 8 else { return }
        frame.remarks.append("\(names[operation.name]) is \(value), which is not plausible")
    }
}

// MARK: - Numbers

extension FrameDecoder {
    /// The integer at `offset`, which is inside.
    @inline(__always)
    private static func integer(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Int64 {
        func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> Int64 {
            let value = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type)
            return Int64(truncatingIfNeeded: operation.isBigEndian ? value.byteSwapped : value)
        }
        switch (operation.width, operation.isSigned) {
        case (1, false): return load(UInt8.self)
        case (1, true): return load(Int8.self)
        case (2, false): return load(UInt16.self)
        case (2, true): return load(Int16.self)
        case (4, false): return load(UInt32.self)
        case (4, true): return load(Int32.self)
        case (8, _): return load(UInt64.self)
        default: return assembled(operation, bytes, offset)
        }
    }

    /// Integers of 3, 5 and 6 bytes.
    private static func assembled(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Int64 {
        var number: UInt64 = 0
        for index in 0..<operation.width {
            let place = operation.isBigEndian ? index : operation.width - 1 - index
            number = number << 8 | UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: offset + place, as: UInt8.self))
        }
        return operation.isSigned ? extended(number, bits: operation.width * 8) : Int64(bitPattern: number)
    }

    private static func extended(_ number: UInt64, bits: Int) -> Int64 {
        Int64(bitPattern: number << UInt64(64 - bits)) >> Int64(64 - bits)
    }

    private static func derived(_ masked: UInt64, _ operation: FrameOperation) -> Int64 {
        let number = masked >> UInt64(operation.shift)
        let bits = 64 - (operation.mask >> UInt64(operation.shift)).leadingZeroBitCount
        return operation.isSigned ? extended(number, bits: max(1, bits)) : Int64(bitPattern: number)
    }

    private static func bits(
        _ operation: FrameOperation, _ bytes: RawSpan, _ progress: inout Progress
    ) throws(DecodeError) -> Int64 {
        var number: UInt64 = 0
        var done = 0
        while done < operation.width {
            guard progress.offset < bytes.byteCount else {
                throw DecodeError(.truncated(needed: 1, available: 0), at: progress.offset)
            }
            let byte = UInt64(bytes.unsafeLoad(fromByteOffset: progress.offset, as: UInt8.self))
            let take = min(8 - progress.bit, operation.width - done)
            let shift = operation.isBigEndian ? 8 - progress.bit - take : progress.bit
            let part = byte >> UInt64(shift) & (1 << UInt64(take) - 1)
            number = operation.isBigEndian ? number << UInt64(take) | part : number | part << UInt64(done)
            done += take
            progress.bit += take
            if progress.bit == 8 {
                progress.bit = 0
                progress.offset += 1
            }
        }
        return operation.isSigned ? extended(number, bits: operation.width) : Int64(bitPattern: number)
    }

    private static func real(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Double {
        let raw = UInt64(bitPattern: integer(operation, bytes, offset))
        switch operation.code {
        case .sfloat: return MedicalFloat.short(UInt16(truncatingIfNeeded: raw))
        case .medicalFloat: return MedicalFloat.long(UInt32(truncatingIfNeeded: raw))
        default:
            let number: Double =
                switch operation.width {
                case 2: Double(Float16(bitPattern: UInt16(truncatingIfNeeded: raw)))
                case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
                default: Double(bitPattern: raw)
                }
            return number.isFinite ? number : .nan
        }
    }

    private static func scaled(_ number: Double, _ operation: FrameOperation) -> Float {
        let value = Float((number + Double(operation.offset)) * operation.numerator / operation.denominator)
        return value.isFinite ? value : .nan
    }

    @inline(__always)
    private static func value(_ raw: Int64, _ operation: FrameOperation) -> Float {
        switch operation.kernel {
        case .identity: Float(raw)
        case .multiply: Float(raw &+ operation.offset) * Float(operation.numerator)
        case .divide: Float(raw &+ operation.offset) * Float(operation.numerator) / Float(operation.denominator)
        case .double:
            Float(
                (number(raw, operation) + Double(operation.offset)) * operation.numerator / operation.denominator)
        }
    }

    /// A raw number of 64 bits without sign is more than an `Int64` holds.
    private static func number(_ raw: Int64, _ operation: FrameOperation) -> Double {
        operation.width == 8 && !operation.isSigned ? Double(UInt64(bitPattern: raw)) : Double(raw)
    }

    /// The text without what devices pad it with.
    private static func text(_ bytes: RawSpan) -> String {
        var count = bytes.byteCount
        while count > 0, bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self) <= 0x20 { count -= 1 }
        return bytes.extracting(0..<count).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Decodes `count` integers that nothing must be checked of.
    @inline(__always)
    private static func run(
        _ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int, _ count: Int, _ values: inout [Float]
    ) {
        let start = values.count
        values.append(contentsOf: repeatElement(0, count: count))
        values.withUnsafeMutableBufferPointer { buffer in
            guard let target = buffer.baseAddress?.advanced(by: start) else { return }
            bytes.withUnsafeBytes { source in
                guard let source = source.baseAddress?.advanced(by: offset) else { return }
                switch (operation.width, operation.isSigned, operation.isBigEndian) {
                case (1, false, _): convert(UInt8.self, operation, source, count, target)
                case (1, true, _): convert(Int8.self, operation, source, count, target)
                case (2, false, false): convert(UInt16.self, operation, source, count, target)
                case (2, true, false): convert(Int16.self, operation, source, count, target)
                case (4, true, false): convert(Int32.self, operation, source, count, target)
                default:
                    for index in 0..<count {
                        let place = offset + index * operation.width
                        target[index] = value(integer(operation, bytes, place), operation)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func convert<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type, _ operation: FrameOperation, _ source: UnsafeRawPointer, _ count: Int,
        _ target: UnsafeMutablePointer<Float>
    ) {
        func raw(_ index: Int) -> T {
            source.loadUnaligned(fromByteOffset: index &* MemoryLayout<T>.size, as: type)
        }
        let offset = Int32(truncatingIfNeeded: operation.offset)
        let numerator = Float(operation.numerator)
        let denominator = Float(operation.denominator)
        switch operation.kernel {
        case .identity: for index in 0..<count { target[index] = Float(raw(index)) }
        case .multiply:
            for index in 0..<count {
                target[index] = Float(Int32(truncatingIfNeeded: raw(index)) &+ offset) * numerator
            }
        case .divide:
            for index in 0..<count {
                target[index] = Float(Int32(truncatingIfNeeded: raw(index)) &+ offset) * numerator / denominator
            }
        case .double: for index in 0..<count { target[index] = value(Int64(raw(index)), operation) }
        }
    }
}
