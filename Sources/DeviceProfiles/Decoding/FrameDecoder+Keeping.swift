import Signals

extension FrameDecoder {
    @inline(__always)
    func need(_ count: Int, _ offset: Int, _ bytes: RawSpan) throws(DecodeError) {
        guard count <= bytes.byteCount &- offset else {
            throw DecodeError(.truncated(needed: count, available: bytes.byteCount - offset), at: offset)
        }
    }

    @inline(__always)
    func allow(_ count: Int, _ progress: inout Progress) throws(DecodeError) {
        progress.values += count
        guard progress.values <= FrameFormat.maximumValues else {
            throw DecodeError(.invalid("there are more than \(FrameFormat.maximumValues) values"), at: progress.offset)
        }
    }

    /// Does with a raw number what its operation asks for.
    @inline(__always)
    func keep(
        _ raw: Int64, _ operation: FrameOperation, _ progress: inout Progress, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        if operation.slot >= 0 { progress.slots[operation.slot] = raw }
        if operation.expectedCount > 0 { try expect(raw, operation, progress.offset) }
        if operation.mark != .none { try mark(raw, operation, progress.offset, &frame) }
        guard operation.column >= 0 || operation.keptName >= 0 else { return }
        var value = isInvalid(raw, operation) ? Float.nan : Self.value(raw, operation)
        if operation.exponentSlot >= 0, !value.isNaN {
            let number = (Self.number(raw, operation) + Double(operation.offset)) * operation.numerator
            value = Self.raised(number / operation.denominator, operation, progress)
        }
        try emit(value, operation, &progress, &frame)
    }

    /// A number times the power that a field before has told.
    static func raised(_ number: Double, _ operation: FrameOperation, _ progress: Progress) -> Float {
        let power = progress.slots[operation.exponentSlot]
        // Beyond what any float holds, and so no exponent.
        guard abs(Double(power)) <= 400 else { return .nan }
        let value =
            operation.isDecimal
            ? MedicalFloat.scaled(number, by: Int(power))
            : number * Double(sign: .plus, exponent: Int(power), significand: 1)
        let result = Float(value)
        return result.isFinite ? result : .nan
    }

    @inline(__always)
    func emit(
        _ value: Float, _ operation: FrameOperation, _ progress: inout Progress, _ frame: inout DecodedFrame
    ) throws(DecodeError) {
        if operation.keptName >= 0 {
            try allow(1, &progress)
            frame.kept.append((operation.keptName, value))
        }
        guard operation.column >= 0 else { return }
        try allow(1, &progress)
        frame.columns[operation.column].values.append(value)
        if operation.hasRange, value < operation.lower || value > operation.upper { remark(value, operation, &frame) }
    }

    func isInvalid(_ raw: Int64, _ operation: FrameOperation) -> Bool {
        for index in 0..<operation.invalidCount where constants[operation.invalid + index] == raw { return true }
        return false
    }

    func expect(_ raw: Int64, _ operation: FrameOperation, _ offset: Int) throws(DecodeError) {
        for index in 0..<operation.expectedCount where constants[operation.expected + index] == raw { return }
        let name = names[operation.name]
        throw DecodeError(.mismatch("\(name.isEmpty ? "the field" : name) is \(raw)"), at: offset)
    }

    func mark(
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

    func remark(_ value: Float, _ operation: FrameOperation, _ frame: inout DecodedFrame) {
        guard frame.remarks.count < 8 else { return }
        frame.remarks.append("\(names[operation.name]) is \(value), which is not plausible")
    }
}
