import Signals

extension FrameDecoder {
    /// The integer at `offset`, which must lie within the bytes.
    @inline(__always)
    static func integer(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Int64 {
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

    /// Little- or big-endian integers of 3, 5 and 6 bytes.
    static func assembled(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Int64 {
        var number: UInt64 = 0
        for index in 0..<operation.width {
            let place = operation.isBigEndian ? index : operation.width - 1 - index
            number = number << 8 | UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: offset + place, as: UInt8.self))
        }
        return operation.isSigned ? extended(number, bits: operation.width * 8) : Int64(bitPattern: number)
    }

    static func extended(_ number: UInt64, bits: Int) -> Int64 {
        Int64(bitPattern: number << UInt64(64 - bits)) >> Int64(64 - bits)
    }

    static func derived(_ masked: UInt64, _ operation: FrameOperation) -> Int64 {
        let number = masked >> UInt64(operation.shift)
        let bits = 64 - (operation.mask >> UInt64(operation.shift)).leadingZeroBitCount
        return operation.isSigned ? extended(number, bits: max(1, bits)) : Int64(bitPattern: number)
    }

    /// Bits of several fields beside each other, those of the first highest.
    func joined(_ operation: FrameOperation, _ progress: Progress) -> Int64 {
        var number: UInt64 = 0
        for index in 0..<operation.pieceCount {
            let mask = UInt64(bitPattern: constants[operation.pieces + 2 * index + 1])
            guard mask != 0 else { continue }
            let raw = UInt64(bitPattern: progress.slots[Int(constants[operation.pieces + 2 * index])])
            let low = mask.trailingZeroBitCount
            number = number << UInt64(64 - mask.leadingZeroBitCount - low) | (raw & mask) >> UInt64(low)
        }
        let isWhole = operation.width >= 64 || operation.width < 1
        return operation.isSigned && !isWhole
            ? Self.extended(number, bits: operation.width) : Int64(bitPattern: number)
    }

    static func bits(
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

    static func real(_ operation: FrameOperation, _ bytes: RawSpan, _ offset: Int) -> Double {
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

    static func scaled(_ number: Double, _ operation: FrameOperation) -> Float {
        let value = Float((number + Double(operation.offset)) * operation.numerator / operation.denominator)
        return value.isFinite ? value : .nan
    }

    @inline(__always)
    static func value(_ raw: Int64, _ operation: FrameOperation) -> Float {
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
    static func number(_ raw: Int64, _ operation: FrameOperation) -> Double {
        operation.width == 8 && !operation.isSigned ? Double(UInt64(bitPattern: raw)) : Double(raw)
    }

    /// The text without trailing zeros and blanks, which devices pad it with.
    static func text(_ bytes: RawSpan) -> String {
        var count = bytes.byteCount
        while count > 0, bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self) <= 0x20 { count -= 1 }
        return bytes.extracting(0..<count).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
